package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// asserts is an assertion library, which is not rewritten.
const asserts = `package asserts

import "testing"

type TestingT interface{ Errorf(format string, args ...any) }

func Equal(t TestingT, want, got int64) {
	if h, is := t.(interface{ Helper() }); is {
		h.Helper()
	}
	if want != got {
		t.Errorf("\n\tError Trace:\ta.go:1\n\t            \tb.go:1\n\tError:      \tthe counter is %d\n\tTest:       \t%s", got, "TestA")
	}
}

type Suite struct{ t *testing.T }

func Of(t *testing.T) Suite { return Suite{t} }

func (s Suite) Equal(want, got int64) { Equal(s.t, want, got) }

func (s Suite) Require(want, got int64) {
	if want != got {
		s.t.Fatalf("the counter is %d", got)
	}
}
`

// byT has calls that fail a test if n is not want, by the name of the test.
var byT = map[string]string{
	"TestErrorf":      `t.Errorf("the counter is %d", n)`,
	"TestFatal":       `t.Fatal("the counter is", n)`,
	"TestMethodValue": `f("the counter is %d", n)`,
	"TestEmbedded":    `w.Errorf("the counter is %d", n)`,
	"TestHelper":      `check(t, want, n)`,
	"TestInterface":   `checkOwn(t, want, n)`,
	"TestLibrary":     `asserts.Equal(t, want, n)`,
	"TestLibraryByS":  `asserts.Equal(s, want, n)`,
	// Only the output of the test has the message of these.
	"TestOutside":         `a.Equal(want, n)`,
	"TestOutsideEnds":     `a.Require(want, n)`,
	"TestOutsideDeferred": `defer a.Require(want, n)`,
}

// byTFile returns a test file with these tests. In each, n is 2, and in some executions of a racy one 1.
func byTFile(pkg, add string) string {
	var b strings.Builder
	b.WriteString("package " + pkg + `

import (
	"sync/atomic"
	"testing"

	"example.org/asserts"

	"github.com/stealproof/stealproof/model/sched"
)

const want = 2

func check(tb testing.TB, want, got int64) {
	tb.Helper()
	if want != got {
		tb.Fatalf("the counter is %d", got)
	}
}

type own interface {
	Helper()
	Error(args ...any)
}

func checkOwn(t own, want, got int64) {
	t.Helper()
	if want != got {
		t.Error("the counter is", got)
	}
}

type wrapped struct{ *testing.T }
`)
	for _, name := range slices.Sorted(maps.Keys(byT)) {
		fmt.Fprintf(&b, `
func %s(t *testing.T) {
	w, f, a := wrapped{t}, t.Errorf, asserts.Of(t)
	_, _, _ = w, f, a
	sched.Explore(t, func(s *sched.S) {
		var n atomic.Int64
		add := func() { %s }
		s.Go(add)
		s.Go(add)
		s.Wait()
		if n := n.Load(); n != want {
			%s
		}
	})
}
`, name, add, byT[name])
	}
	return b.String()
}

// A program that fails its testing.T fails the execution, with its schedule.
func TestCheck_FailsByT(t *testing.T) {
	long.Skip(t, "this builds a module")
	racy := byTFile("racy", "n.Store(n.Load() + 1)")
	somebodysWith(t, map[string]string{
		"racy/a.go": "package racy\n", "racy/a_test.go": racy,
		"sound/a.go": "package sound\n", "sound/a_test.go": byTFile("sound", "n.Add(1)"),
		"modules/asserts/a.go": asserts,
	}, "asserts")
	search := func(pkg string, code int) (all []report.Report, stderr string) {
		is, stdout, stderr := call(t, t.Context(), "", "check", "-json", pkg)
		require.Equal(t, code, is, stderr)
		for d := json.NewDecoder(strings.NewReader(stdout)); d.More(); {
			var r report.Report
			require.NoError(t, d.Decode(&r))
			all = append(all, r)
		}
		require.Len(t, all, len(byT))
		return all, stderr
	}
	all, stderr := search("./racy", console.ExitBroken)
	lines := strings.Split(racy, "\n")
	for _, r := range all {
		require.Equal(t, report.RuleAssertion, r.Rule, r.Test)
		require.Equal(t, 1, r.Preemptions, r.Test)
		require.Len(t, r.Trace, 6, r.Test)
		if strings.HasPrefix(r.Test, "TestOutside") {
			require.Equal(t, report.FailedOutside+"\nThe output of the test has its message.", r.Detail, r.Test)
			continue
		}
		require.Equal(t, "the counter is 1", r.Detail, r.Test)
		require.Equal(t, "fails: the counter is 1", r.Trace[5].Text, r.Test)
		var at int
		_, err := fmt.Sscanf(r.Trace[5].Pos, "racy/a_test.go:%d", &at)
		require.NoError(t, err, r.Trace[5].Pos)
		require.Equal(t, byT[r.Test], strings.TrimSpace(lines[at-1]), "a helper's line is not shown")
	}
	require.Contains(t, stderr, "the counter is 1", "the output of the tests")

	all = slices.DeleteFunc(all, func(r report.Report) bool { return r.Test != "TestLibrary" && r.Test != "TestOutsideEnds" })
	require.Len(t, all, 2)
	for _, r := range all {
		code, stdout, stderr := call(t, t.Context(), "", "replay", r.Token)
		require.Equal(t, console.ExitBroken, code, stderr)
		require.Contains(t, stdout, strings.Split(r.Detail, "\n")[0])
	}

	all, _ = search("./sound", console.ExitHeld)
	for _, r := range all {
		require.Equal(t, report.Exhausted, r.Ending, r.Test)
	}
}

// A program that starts a subtest is not checked, and one line says so.
func TestCheck_Subtest(t *testing.T) {
	long.Skip(t, "this builds a module")
	const body = `
	var n atomic.Int64
	s.Go(func() { n.Add(1) })
	%s
	s.Wait()`
	files := map[string]string{"modules/asserts/a.go": "package asserts\n\nimport \"testing\"\n\nfunc Run(t *testing.T, f func()) { t.Run(\"sub\", func(*testing.T) { f() }) }\n"}
	for pkg, run := range map[string]string{
		"own":     `t.Run("sub", func(*testing.T) { n.Add(1) })`,
		"library": `asserts.Run(t, func() { n.Add(1) })`,
	} {
		files[pkg+"/a.go"] = "package " + pkg + "\n"
		test := program(pkg, "\"sync/atomic\"\n\"example.org/asserts\"", "TestA", fmt.Sprintf(body, run))
		files[pkg+"/a_test.go"] = test + "\nvar _ = asserts.Run\n"
	}
	somebodysWith(t, files, "asserts")
	for _, pkg := range []string{"own", "library"} {
		code, stdout, stderr := call(t, t.Context(), "", "check", "./"+pkg)
		require.Equal(t, console.ExitCut, code, stderr)
		require.Contains(t, stdout, "the program calls t.Run")
		require.Contains(t, stdout, " "+pkg+"/a_test.go:15\n")
		require.NotContains(t, stdout+stderr, "panic")
		require.NotContains(t, stdout, "source\n", "there is no schedule")
	}
}
