package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// counter is a package with a search that fails.
const counter = `package counter

import "sync/atomic"

type Counter struct{ n atomic.Int64 }

func (c *Counter) Add() { c.n.Store(c.n.Load() + 1) }
`

const counterTest = `package counter

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func TestAdd(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var c Counter
		s.Go(c.Add)
		s.Go(c.Add)
		s.Wait()
		if c.n.Load() != 2 {
			s.Errorf("the counter is %d", c.n.Load())
		}
	})
}

func TestNothing(t *testing.T) {}
`

// somebodys makes a module outside this one, and changes into its directory.
func somebodys(t *testing.T, module string, files map[string]string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	if module == "" {
		module = "module example.org/somebodys\n\ngo 1.26.0\n\nrequire github.com/stealproof/stealproof v0.0.0\n\nreplace github.com/stealproof/stealproof => " + root + "\n"
	}
	dir := t.TempDir()
	files["go.mod"] = module
	for name, text := range files {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
}

// If something cannot be checked, one line says so before anything runs.
func TestCheck_BadInput(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{
		"empty/text":              "",
		"untested/a.go":           "package untested\n",
		"searchless/a.go":         "package searchless\n",
		"searchless/a_test.go":    "package searchless\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
		"broken/a.go":             "package broken\n\nfunc A() int { return none }\n",
		"broken/a_test.go":        "package broken\n",
		"brokentest/a.go":         "package brokentest\n",
		"brokentest/a_test.go":    "package brokentest\n\nvar x int = \"\"\n",
		"dotted/a.go":             "package dotted\n\nimport . \"sync/atomic\"\n\nvar N Int32\n",
		"dotted/a_test.go":        "package dotted\n",
		"counter/counter.go":      counter,
		"counter/counter_test.go": counterTest,
	})
	dir, err := os.Getwd()
	require.NoError(t, err)
	other, err := report.ParseToken(report.Token{Origin: "example.org/other example.org/other", Test: "TestOther", Search: 1}.String())
	require.NoError(t, err)
	gone := report.Token{Origin: "example.org/somebodys/counter example.org/somebodys/counter", Test: "TestGone", Search: 1}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "./empty"}, "go list: no Go files in " + filepath.Join(dir, "empty")},
		{[]string{"check", "./nowhere"}, "go list: stat " + filepath.Join(dir, "nowhere") + ": directory not found"},
		{[]string{"check", "./untested"}, "example.org/somebodys/untested has no tests"},
		{[]string{"check", "./searchless"}, "example.org/somebodys/searchless: no test called sched.Explore, lin.Check or wsqtest.Explore, so nothing was checked; to search plain tests, use -tests"},
		{[]string{"check", "./searchless/..."}, "./searchless/...: no matching package has tests that import github.com/stealproof/stealproof/model/sched, /wsq/wsqtest or /linearizability/lin, so nothing was checked; to search plain tests, use -tests"},
		{[]string{"check", "counter"}, "counter is no package; want ./counter"},
		{[]string{"check", "-race", "auto", "./counter"}, "auto is no package; want -race=auto"},
		{[]string{"check", "./broken"}, "broken/a.go:3:23: undefined: none"},
		{[]string{"check", "./brokentest"}, `brokentest/a_test.go:3:13: cannot use "" (untyped string constant) as int value in variable declaration`},
		{[]string{"check", "./dotted"}, "dotted/a.go:3: a dot import of sync/atomic; import it under a name"},
		{[]string{"check", "./counter/counter.go"}, "./counter/counter.go is a file; want a package"},
		{[]string{"check", "fmt"}, "fmt is not in this module; run its tests in its own module"},
		{[]string{"check", "-run", "^TestNone$", "./counter"}, `example.org/somebodys/counter: no test matches -run "^TestNone$", so nothing was checked`},
		{[]string{"check", "-run", "TestNothing", "./counter"}, "example.org/somebodys/counter: no test that matches -run \"TestNothing\" calls sched.Explore, lin.Check or wsqtest.Explore, so nothing was checked; to search plain tests, use -tests"},
		{[]string{"check", "-with", "./nowhere", "./counter"}, "go list: stat " + filepath.Join(dir, "nowhere") + ": directory not found"},
		{[]string{"replay", other.String()}, "the token is from example.org/other, which is not in this module; run replay in the module of that package"},
		{[]string{"replay", other.String()[1:]}, "the token is damaged; copy all of it"},
		{[]string{"replay", gone.String()}, "example.org/somebodys/counter no longer has this test or search: TestGone"},
		{[]string{"replay", report.Token{}.String()}, "the token does not name its package; set STEALPROOF_REPLAY in its test instead"},
	} {
		code, stdout, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		lines := strings.SplitAfter(strings.TrimSuffix(stderr, "\n"), "\n")
		require.Equal(t, "stealproof: "+c.want, lines[len(lines)-1], "%q: %s", c.args, stderr)
		require.True(t, len(lines) == 1 || !strings.Contains(c.want, "no test"), "%q was built before that was known: %s", c.args, stderr)
		require.Empty(t, stdout, "%q", c.args)
	}
}

func TestCheck_ModuleThatDoesNotRequireUs(t *testing.T) {
	somebodys(t, "module example.org/alone\n\ngo 1.26.0\n", map[string]string{
		"a/a.go": counter, "a/a_test.go": "package counter\n",
	})
	code, _, stderr := call(t, t.Context(), "", "check", "./a")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "stealproof: module example.org/alone does not require github.com/stealproof/stealproof, which rewritten code needs; run: go get github.com/stealproof/stealproof\n", stderr)

	t.Chdir(os.TempDir())
	code, _, stderr = call(t, t.Context(), "", "check")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "go.mod file not found")
}

// A vendor directory has only imported packages, but rewritten code imports more.
func TestCheck_VendorDirectory(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	somebodys(t, "", map[string]string{
		"a/a.go": counter, "a/a_test.go": "package counter\n",
		"vendor/modules.txt": "# github.com/stealproof/stealproof v0.0.0 => " + root + "\n## explicit; go 1.26.0\n# github.com/stealproof/stealproof => " + root + "\n",
	})
	t.Setenv("GOFLAGS", "")
	code, _, stderr := call(t, t.Context(), "", "check", "./a")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "stealproof: module example.org/somebodys is built from its vendor directory, which lacks packages that rewritten code needs; set GOFLAGS=-mod=readonly\n", stderr)

	t.Setenv("GOFLAGS", "-mod=mod")
	_, _, stderr = call(t, t.Context(), "", "check", "./a")
	require.Contains(t, stderr, "no test called sched.Explore")
}

// check and replay write a failure as pages and lines. After a mend, replay says so.
func TestCheck_Outputs(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterTest})
	code, stdout, stderr := call(t, t.Context(), "", "check", "-html", "out/pages", "-ndjson", "failures.ndjson", "./...")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "VIOLATION  TestAdd\n  rule broken: assertion\n  the counter is 1\n")
	schedules := func(file string) []report.Report {
		f, err := os.Open(file)
		require.NoError(t, err)
		defer f.Close()
		all, err := report.ReadNDJSON(f)
		require.NoError(t, err)
		return all
	}
	first := schedules("failures.ndjson")
	require.Len(t, first, 1)
	require.Equal(t, "example.org/somebodys/counter", first[0].Package)
	page, err := os.ReadFile("out/pages/TestAdd.html")
	require.NoError(t, err)
	require.Contains(t, string(page), "func (c *Counter) Add() { c.n.Store(c.n.Load() &#43; 1) }")
	index, err := os.ReadFile("out/pages/index.html")
	require.NoError(t, err)
	require.Contains(t, string(index), `<a href="TestAdd.html">TestAdd</a>`)

	code, _, stderr = call(t, t.Context(), "", "replay", "-ndjson", "again.ndjson", "-html", "out", first[0].Token)
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Equal(t, first, schedules("again.ndjson"))
	require.FileExists(t, "out/TestAdd.html")

	require.NoError(t, os.WriteFile("counter/counter.go", []byte(strings.Replace(counter, "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1)), 0o666))
	code, stdout, _ = call(t, t.Context(), "", "replay", first[0].Token)
	require.Equal(t, console.ExitHeld, code)
	require.Contains(t, stdout, "TestAdd no longer fails")
	code, stdout, _ = call(t, t.Context(), "", "check", "-ndjson", "failures.ndjson")
	require.Equal(t, console.ExitUsage, code, stdout)
	code, stdout, _ = call(t, t.Context(), "", "check", "-ndjson", "failures.ndjson", "./counter")
	require.Equal(t, console.ExitHeld, code, stdout)
	require.Empty(t, schedules("failures.ndjson"))
}
