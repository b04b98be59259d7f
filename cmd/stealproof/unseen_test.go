package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// A package of another module that cannot be rewritten keeps its locks to itself. What depends on them
// is not reported, and not claimed to be right.
func TestCheck_CodeThatCannotBeRewritten(t *testing.T) {
	takesLong(t)
	// A dot import of sync cannot be rewritten.
	const semaphore = `package semaphore

import . "sync"

type Semaphore struct {
	mu    Mutex
	taken bool
}

func (s *Semaphore) TryAcquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := !s.taken
	s.taken = true
	return free
}

func (s *Semaphore) Release() {
	s.mu.Lock()
	s.taken = false
	s.mu.Unlock()
}

func (s *Semaphore) Do(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}
`
	const header = "\t\"example.org/semaphore\"\n"
	const pkg = "\n\nvar N int\n"
	const wait = "\n\ts.Wait()\n"
	const around = "\n\tvar sem semaphore.Semaphore\n\tfor range 2 {\n\t\ts.Go(func() {\n\t\t\tif sem.TryAcquire() {\n\t\t\t\tdefer sem.Release()\n\t\t\t\tN++\n\t\t\t}\n\t\t})\n\t}"
	const inside = "\n\tvar sem semaphore.Semaphore\n\tn := 0\n\tfor range 2 {\n\t\ts.Go(func() { sem.Do(func() { n++ }) })\n\t}"
	const beside = "\n\tvar sem semaphore.Semaphore\n\tn := 0\n\tfor range 2 {\n\t\ts.Go(func() { sem.TryAcquire(); n++ })\n\t}"
	const logged = "\n\tn := 0\n\tl := log.New(writer(func() { n++ }), \"\", 0)\n\tfor range 2 {\n\t\ts.Go(func() { l.Print(\"x\") })\n\t}"
	const unlogged = "\n\tn := 0\n\tl := log.New(writer(func() {}), \"\", 0)\n\tfor range 2 {\n\t\ts.Go(func() { n++; l.Print(\"x\") })\n\t}"
	const atEase = "\n\tvar mu sync.Mutex\n\tn := 0\n\tl := log.New(writer(func() {}), \"\", 0)\n\tfor range 2 {\n\t\ts.Go(func() { l.Print(\"x\"); mu.Lock(); n++; mu.Unlock(); fmt.Fprintln(io.Discard, \"x\") })\n\t}"
	const writer = "\ntype writer func()\n\nfunc (w writer) Write(b []byte) (int, error) { w(); return len(b), nil }\n"
	somebodysWith(t, map[string]string{
		"modules/semaphore/semaphore.go": semaphore,
		"around/a.go":                    "package around" + pkg,
		"around/a_test.go":               program("around", header, "TestIt", around+wait),
		"inside/a.go":                    "package inside" + pkg,
		"inside/a_test.go":               program("inside", header, "TestIt", inside+wait),
		"beside/a.go":                    "package beside" + pkg,
		"beside/a_test.go":               program("beside", header, "TestIt", beside+wait),
		"logged/a.go":                    "package logged" + pkg,
		"logged/a_test.go":               program("logged", "\t\"log\"\n", "TestIt", logged+wait) + writer,
		"unlogged/a.go":                  "package unlogged" + pkg,
		"unlogged/a_test.go":             program("unlogged", "\t\"log\"\n", "TestIt", unlogged+wait) + writer,
		"atease/a.go":                    "package atease" + pkg,
		"atease/a_test.go":               program("atease", "\t\"fmt\"\n\t\"io\"\n\t\"log\"\n\t\"sync\"\n", "TestIt", atEase+wait) + writer,
		"only/a.go":                      "package only\n",
		"only/a_test.go":                 program("only", header, "TestIt", "\n\tsemaphore.New(s)\n"),
		"typed/a.go":                     "package typed\n",
		"typed/a_test.go":                program("typed", header, "TestIt", "\n\tvar sem semaphore.Semaphore\n\t_ = sem\n\ts.Go(func() {})"+wait),
		"modules/semaphore/new.go":       "package semaphore\n\nfunc New(any) *Semaphore { return &Semaphore{} }\n",
	}, "semaphore")
	for pkg, names := range map[string][]string{
		"around": {"(*example.org/semaphore.Semaphore).", "around/a_test.go:", "N++"},
		"inside": {"(*example.org/semaphore.Semaphore).Do", "inside/a_test.go:", "n++"},
	} {
		t.Run(pkg, func(t *testing.T) {
			code, r, stderr := checked(t, "./"+pkg)
			require.Equal(t, console.ExitCut, code, "%s%s", stderr, r.Text)
			require.Equal(t, report.NotChecked, r.Ending)
			require.Equal(t, report.RuleUnseen, r.Rule, r.Text)
			require.Contains(t, r.Text, "not checked: code that was not rewritten synchronizes")
			for _, name := range names[:2] {
				require.Contains(t, r.Text, name)
			}
		})
	}
	for _, pkg := range []string{"beside", "unlogged"} {
		t.Run(pkg, func(t *testing.T) {
			code, r, stderr := checked(t, "./"+pkg)
			require.Equal(t, console.ExitBroken, code, "%s%s", stderr, r.Text)
			require.Equal(t, report.RuleRace, r.Rule)
		})
	}
	t.Run("logged", func(t *testing.T) {
		code, r, stderr := checked(t, "./logged", "-race=false")
		require.Equal(t, console.ExitCut, code, "%s%s", stderr, r.Text)
		require.Equal(t, report.RuleOrder, r.Rule, r.Text)
		require.Contains(t, r.Text, "(*log.Logger).Print")
		needsDetector(t)
		code, r, stderr = checked(t, "./logged")
		require.Equal(t, console.ExitHeld, code, "%s%s", stderr, r.Text)
		require.True(t, r.Watched)
	})
	code, r, stderr := checked(t, "./atease")
	require.Equal(t, console.ExitHeld, code, "%s%s", stderr, r.Text)
	require.Equal(t, report.Exhausted, r.Ending)

	code, r, stderr = checked(t, "./only")
	require.Equal(t, console.ExitCut, code, "%s%s", stderr, r.Text)
	require.Equal(t, report.RuleUnseen, r.Rule)
	require.Contains(t, r.Text, "no other schedule inside example.org/semaphore.New was searched; main calls it at only/a_test.go:")

	code, stdout, stderr := call(t, t.Context(), "", "check", "./typed")
	require.Equal(t, console.ExitCut, code, "%s%s", stdout, stderr)
	text := strings.Join(strings.Fields(stdout), " ")
	require.Contains(t, text, "example.org/semaphore/semaphore.go:3: a dot import of sync; import it under a name")
	require.Contains(t, text, "example.org/somebodys/typed was not checked: nothing else that its tests use is shared by goroutines.")
	require.NotContains(t, stderr, "share memory between goroutines")
}
