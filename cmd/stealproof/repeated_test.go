package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// checked runs check on a package, and returns the exit code, the report of its only search, and
// the output for people.
func checked(t *testing.T, pkg string, flags ...string) (int, report.Report, string) {
	t.Helper()
	code, stdout, stderr := call(t, t.Context(), "", append(append([]string{"check", "-json"}, flags...), pkg)...)
	var r report.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r), "%s%s", stdout, stderr)
	return code, r, stderr
}

// A failure that needs what earlier executions have left does not happen again in a fresh process.
// It is not reported as a fault of the program. A failure of the schedule alone is.
func TestCheck_ReportsOnlyWhatHappensAgain(t *testing.T) {
	takesLong(t)
	test := func(pkg, condition string) string {
		return "package " + pkg + "\n\nimport (\n\t\"testing\"\n\n\t\"github.com/stealproof/stealproof/model/sched\"\n)\n\n" +
			"func TestIt(t *testing.T) {\n\truns := 0\n\tsched.Explore(t, func(s *sched.S) {\n\truns++\n\tseen := int64(0)\n\t_ = seen\n" +
			"\ts.Go(func() { N.Add(1) })\n\ts.Go(func() { seen = N.Load(); N.Add(1) })\n\ts.Wait()\n" +
			"\tif " + condition + " {\n\t\ts.Errorf(\"it happens\")\n\t}\n\t})\n}\n"
	}
	const n = "\n\nimport \"sync/atomic\"\n\nvar N atomic.Int64\n"
	somebodysWith(t, map[string]string{
		"kept/a.go":        "package kept" + n,
		"kept/a_test.go":   test("kept", "runs > 2"),
		"sound/a.go":       "package sound" + n,
		"sound/a_test.go":  test("sound", "runs > 1000"),
		"faulty/a.go":      "package faulty" + n,
		"faulty/a_test.go": test("faulty", "seen == 0 && runs > 0"),
		// In a fresh process the same schedule breaks another rule.
		"other/a.go":      "package other" + n + "\n\nfunc later(runs int) bool {\n\tif runs == 1 {\n\t\tpanic(\"too early\")\n\t}\n\treturn true\n}\n",
		"other/a_test.go": test("other", "seen == 0 && later(runs)"),
	})
	for _, jobs := range []string{"1", "2"} {
		code, r, stderr := checked(t, "./kept", "-j", jobs)
		require.Equal(t, console.ExitCut, code, stderr)
		require.Equal(t, report.NotChecked, r.Ending)
		require.Contains(t, r.Text, "not checked: the same schedule did not give the same execution")
		require.Contains(t, r.Text, `The search saw the rule "assertion" broken (it happens). In a fresh process, under the same schedule, the execution broke no rule.`)
		require.Contains(t, r.Text, "to do: Take out of the program what changes from run to run")
		require.NotContains(t, stderr, "rule broken")
		require.NotContains(t, stderr, "a test failed")

		code, r, stderr = checked(t, "./faulty", "-j", jobs)
		require.Equal(t, console.ExitBroken, code, stderr)
		require.Equal(t, report.RuleAssertion, r.Rule)
		require.NotEmpty(t, r.Trace)

		code, r, stderr = checked(t, "./sound", "-j", jobs)
		require.Equal(t, console.ExitHeld, code, stderr)
		require.Equal(t, report.Exhausted, r.Ending)
	}

	// Another process has its own first execution, so this has only one.
	code, r, stderr := checked(t, "./other", "-j", "1")
	require.Equal(t, console.ExitCut, code, stderr)
	require.Equal(t, report.NotChecked, r.Ending)
	require.Contains(t, r.Text, `The search saw the rule "assertion" broken (it happens). In a fresh process, under the same schedule, the execution broke the rule "does not panic".`)
}

// The same holds for plain tests. Variables of package expvar outlive their executions.
func TestCheck_PlainTestsReportOnlyWhatHappensAgain(t *testing.T) {
	takesLong(t)
	test := func(pkg, condition string) string {
		return "package " + pkg + "\n\nimport (\n\t\"expvar\"\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"testing\"\n)\n\n" +
			"func TestIt(t *testing.T) {\n\tv, _ := expvar.Get(\"runs\").(*expvar.Int)\n\tif v == nil {\n\t\tv = expvar.NewInt(\"runs\")\n\t}\n\truns := v.Value()\n\tv.Add(1)\n" +
			"\tvar n atomic.Int64\n\tvar seen int64\n\tvar wg sync.WaitGroup\n" +
			"\twg.Go(func() { n.Add(1) })\n\twg.Go(func() { seen = n.Load(); n.Add(1) })\n\twg.Wait()\n" +
			"\tif " + condition + " {\n\t\tt.Error(\"it happens\", seen)\n\t}\n}\n"
	}
	somebodysWith(t, map[string]string{
		"kept/a_test.go":   test("kept", "runs > 2"),
		"faulty/a_test.go": test("faulty", "seen == 0 && runs >= 0"),
	})
	code, r, stderr := checked(t, "./kept", "-tests", ".")
	require.Equal(t, console.ExitCut, code, stderr)
	require.Equal(t, report.NotChecked, r.Ending, r.Text)
	require.Equal(t, report.RuleRepeatable, r.Rule)
	require.Contains(t, r.Text, "In a fresh process, under the same schedule, the execution broke no rule.")

	code, r, stderr = checked(t, "./faulty", "-tests", ".")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Equal(t, report.RuleAssertion, r.Rule)
}
