package main

import (
	"encoding/json"
	"flag"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// needsDetector skips a test if Go's race detector cannot be built.
func needsDetector(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("there is no C compiler, so Go's race detector was not tried")
	}
}

// A race inside std is found by a second search, its token repeats it in a fresh process, and the twin
// in which a lock orders the calls is not accused.
func TestCheck_LooksIntoStd(t *testing.T) {
	long.Skip(t, "this builds a module")
	needsDetector(t)
	const imports = "\"container/list\"\n\"sync\"\n"
	somebodysWith(t, map[string]string{
		"racy/a.go": "package racy\n\nvar N int\n",
		"racy/a_test.go": program("racy", imports, "TestIt", `
	var mu sync.Mutex
	l := list.New()
	s.Go(func() { l.PushBack(1); mu.Lock(); mu.Unlock() })
	s.Go(func() { mu.Lock(); mu.Unlock(); l.PushBack(2) })
	s.Wait()`),
		"locked/a.go": "package locked\n\nvar N int\n",
		"locked/a_test.go": program("locked", imports, "TestIt", `
	var mu sync.Mutex
	l := list.New()
	for range 2 {
		s.Go(func() { mu.Lock(); defer mu.Unlock(); l.PushBack(1) })
	}
	s.Wait()`),
	})
	code, r, stderr := checked(t, "./racy", "-race=false")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Equal(t, report.Exhausted, r.Ending)
	require.Len(t, r.Given, 2)
	require.Regexp(t, `^container/list\.\(\*List\)\.PushBack at racy/a_test\.go:\d+$`, r.Given[0])

	code, r, stderr = checked(t, "./racy")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Equal(t, report.RuleRace, r.Rule)
	for _, line := range strings.Split(r.Detail, "\n")[:2] {
		require.Regexp(t, `^(read|write) in container/list\.\(\*List\)\.PushBack by thread [12], at racy/a_test\.go:\d+ in TestIt$`, line)
	}
	code, stdout, stderr := call(t, t.Context(), "", "replay", r.Token)
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "and nothing orders the two")

	code, r, stderr = checked(t, "./locked")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Equal(t, report.Exhausted, r.Ending)
	require.False(t, r.Watched, "the first search counts")
	require.Positive(t, r.Looked)
}

// The same is true of plain tests. The detector's result belongs to one subtest of one package. A search that is not
// exhausted is repeated, too.
func TestCheck_LooksIntoStdInPlainTests(t *testing.T) {
	long.Skip(t, "this builds a module")
	needsDetector(t)
	text := func(pkg, racy string) string {
		return "package " + pkg + `

import (
	"container/list"
	"sync"
	"testing"
)

// push calls f for each of n lists in a goroutine of its own.
func push(n int, f func(mu *sync.Mutex, l *list.List)) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	l := list.New()
	for range n {
		wg.Go(func() { f(&mu, l) })
	}
	wg.Wait()
}

func locked(mu *sync.Mutex, l *list.List) { mu.Lock(); defer mu.Unlock(); l.PushBack(1) }
func bare(_ *sync.Mutex, l *list.List)    { l.PushBack(1) }

func TestIt(t *testing.T) {
	t.Run("locked", func(*testing.T) { push(2, locked) })
	t.Run("other", func(*testing.T) { push(2, ` + racy + `) })
}

func TestLarge(*testing.T) { push(12, locked) }
func TestAlone(*testing.T) { push(0, bare) }
`
	}
	somebodysWith(t, map[string]string{
		"racy/a_test.go":   text("racy", "bare"),
		"locked/a_test.go": text("locked", "locked"),
	})
	code, stdout, stderr := call(t, t.Context(), "", "check", "-tests", ".", "-json", "-time", "3s", "./...")
	require.Equal(t, console.ExitBroken, code, stderr)
	of := map[string]report.Report{}
	for all := json.NewDecoder(strings.NewReader(stdout)); all.More(); {
		var r report.Report
		require.NoError(t, all.Decode(&r), stdout)
		of[r.Package[strings.LastIndex(r.Package, "/")+1:]+" "+r.Test] = r
	}
	for test, r := range of {
		switch {
		case test == "racy TestIt/other":
			require.Equal(t, report.RuleRace, r.Rule, r.Text)
		case strings.HasSuffix(test, "TestLarge"):
			require.Equal(t, report.BoundHit, r.Ending, test)
			require.Positive(t, r.Looked, test)
		case strings.Contains(test, "/"):
			require.Equal(t, report.Exhausted, r.Ending, test)
			require.Positive(t, r.Looked, test)
		case strings.HasSuffix(test, "TestAlone"):
			require.Equal(t, report.Exhausted, r.Ending, test)
			require.Zero(t, r.Looked, test)
		}
	}
	require.Len(t, of, 10)
	code, stdout, stderr = call(t, t.Context(), "", "replay", of["racy TestIt/other"].Token)
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "and nothing orders the two")
}

// An observer of a search is a part of the package, but not of the program. Its accesses are no steps, and race with
// nothing, in both builds. A twin in which the threads count has the race.
func TestCheck_ObserverIsNoPartOfTheProgram(t *testing.T) {
	long.Skip(t, "this builds a module")
	needsDetector(t)
	const rest = `
type counts struct {
	n    int
	seen map[int]int
	last atomic.Int64
}

func (c *counts) Begin()     { c.n, c.seen = 0, map[int]int{} }
func (c *counts) End() error { return nil }

func (c *counts) Access(a *model.Access) error {
	c.n++
	c.seen[a.Thread]++
	c.last.Store(int64(c.n))
	return nil
}

func search(t *testing.T, threads func(c *counts)) {
	c := &counts{}
	sched.Explore(t, func(s *sched.S) {
		var n atomic.Int64
		for range 2 {
			s.Go(func() { n.Add(1); threads(c) })
		}
		s.Wait()
	}, sched.Options{Observer: c})
}

func TestWatches(t *testing.T) { search(t, func(*counts) {}) }
func TestCounts(t *testing.T)  { search(t, func(c *counts) { c.n++ }) }
`
	somebodysWith(t, map[string]string{
		"watched/a.go":      "package watched\n\nvar N int\n",
		"watched/a_test.go": "package watched\n\nimport (\n\"sync/atomic\"\n\"testing\"\n\n\"github.com/stealproof/stealproof/model\"\n\"github.com/stealproof/stealproof/model/sched\"\n)\n" + rest,
	})
	for _, race := range []string{"-race=false", "-race=true"} {
		code, r, stderr := checked(t, "./watched", race, "-run", "TestWatches")
		require.Equal(t, console.ExitHeld, code, stderr)
		require.Equal(t, report.Exhausted, r.Ending)
		code, r, stderr = checked(t, "./watched", race, "-run", "TestCounts")
		require.Equal(t, console.ExitBroken, code, stderr)
		require.Equal(t, report.RuleRace, r.Rule)
	}
}

// The verdict names what nobody has looked into, and what only Go's race detector has.
func TestClaim_NamesWhatWasNotLookedInto(t *testing.T) {
	alone := report.Report{Ending: report.Exhausted, Executions: 5, Given: []string{"fmt.Sprint at a.go:1"}}
	looked, watched, failed := alone, alone, alone
	looked.Looked, watched.Watched, failed.Ending, failed.Rule = 7, true, report.Failed, report.RuleRace
	require.True(t, unlooked(alone))
	require.Contains(t, verdictsOf([]report.Report{alone}).String(), "Data races in code that is not rewritten: fmt.Sprint at a.go:1.")
	says := verdictsOf([]report.Report{looked, watched}).String()
	require.Contains(t, says, "Go's race detector saw no data race in code that is not rewritten, in 12 executions: fmt.Sprint at a.go:1.")
	require.NotContains(t, says, "Data races in code")
	require.NotContains(t, verdictsOf([]report.Report{failed}).String(), "not rewritten")
}

func TestWatching_IsAFlag(t *testing.T) {
	for args, want := range map[string]watching{"": watchIfNeeded, "-race": watchAlways, "-race=false": watchNever, "-race=auto": watchIfNeeded, "-race=1": watchAlways} {
		w := watchIfNeeded
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.Var(&w, "race", "")
		require.NoError(t, fs.Parse(strings.Fields(args)))
		require.Equal(t, want, w, args)
	}
	require.Error(t, new(watching).Set("sometimes"))
}

// A later round of a test replaces its report. What Go's race detector has looked into stays true if the later round gives
// memory to no other calls.
func TestPlainRun_KeepsWhatWasLookedInto(t *testing.T) {
	p := &plainRun{at: map[string]int{}, of: map[string]*check.Binary{}}
	round := func(executions, looked int, given ...string) int {
		p.add(report.Report{Package: "p", Test: "TestIt", Ending: report.BoundHit, Executions: executions, Looked: looked, Given: given}, nil)
		require.Len(t, p.reports, 1)
		require.Equal(t, executions, p.reports[0].Executions)
		return p.reports[0].Looked
	}
	require.Equal(t, 5, round(10, 5, "a", "b"))
	require.Equal(t, 5, round(20, 0, "b"))
	require.Equal(t, 0, round(30, 0, "b", "c"))
}

// A package that is not rewritten may keep state, so its functions race although the program gives them no memory. The
// calls are named, and the second search finds the race. A package without state is not named.
func TestCheck_LooksIntoPackagesThatKeepState(t *testing.T) {
	long.Skip(t, "this builds a module")
	needsDetector(t)
	const imports = "\"example.org/words\"\n\"sync\"\n"
	const text = "\tvar mu sync.Mutex\n\ts.Go(func() { mu.Lock(); defer mu.Unlock(); words.Add(\"a\", \"b\") })\n\ts.Go(func() { mu.Lock(); defer mu.Unlock(); words.Of(\"a\") })\n\ts.Wait()"
	racy := strings.ReplaceAll(text, "mu.Lock(); defer mu.Unlock(); ", "mu.Lock(); mu.Unlock(); ")
	somebodysWith(t, map[string]string{
		"racy/a.go":               "package racy\n\nvar N int\n",
		"racy/a_test.go":          program("racy", imports, "TestIt", racy),
		"locked/a.go":             "package locked\n\nvar N int\n",
		"locked/a_test.go":        program("locked", imports, "TestIt", text),
		"pure/a.go":               "package pure\n\nvar N int\n",
		"pure/a_test.go":          program("pure", "\"example.org/words/pure\"\n\"sync\"\n", "TestIt", "\tvar mu sync.Mutex\n\tfor range 2 {\n\t\ts.Go(func() { mu.Lock(); mu.Unlock(); pure.Of(\"a\") })\n\t}\n\ts.Wait()"),
		"modules/words/words.go":  "package words\n\nvar all = map[string]string{}\n\nfunc Add(a, b string) { all[a] = b }\n\nfunc Of(a string) string { return all[a] }\n",
		"modules/words/pure/p.go": "package pure\n\nvar all = map[string]string{}\n\nfunc init() { all[\"a\"] = \"b\" }\n\nfunc Of(a string) string { return all[a] }\n",
	}, "words")
	code, r, stderr := checked(t, "./racy", "-race=false")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Len(t, r.Given, 2)
	require.Regexp(t, `^example.org/words\.Add at racy/a_test\.go:\d+$`, r.Given[0])
	code, r, stderr = checked(t, "./racy")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Equal(t, report.RuleRace, r.Rule)
	require.Regexp(t, `words\.go:\d in (Add|Of)\n`, r.Detail)

	code, r, stderr = checked(t, "./locked")
	require.Equal(t, console.ExitHeld, code, "%s%s", stderr, r.Text)
	require.Positive(t, r.Looked)
	code, r, stderr = checked(t, "./pure")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Empty(t, r.Given)
}
