package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// A verdict has three parts, in this order: the findings, the gaps, and the next things to do.
func TestVerdicts(t *testing.T) {
	of := func(e report.Ending, bound string) report.Report {
		r := report.Report{Test: "Test" + string(e) + bound, Ending: e, Bound: bound}
		if e == report.Failed {
			r.Rule = report.RuleRace
		}
		return r
	}
	exhausted, failed, not := of(report.Exhausted, ""), of(report.Failed, ""), of(report.NotChecked, "")
	inTime, bounded := of(report.BoundHit, ""), of(report.BoundHit, "too many threads")
	part, waits := exhausted, exhausted
	part.Part, waits.Waits = "1/2", []string{"a.go:1"}
	waits.Left = []string{"a.go:1", "a.go:1"}
	const (
		all    = "every schedule was run, and none broke a rule. Schedules that differ only in the order of independent steps count as one."
		beyond = "Other programs, more threads or operations, and other capacities."
	)
	for _, c := range []struct {
		of   []report.Report
		want string
	}{
		{nil, "Nothing was run, so nothing is claimed."},
		{[]report.Report{exhausted}, "Found: 1 search exhausted: " + all + "\nNot looked into: " + beyond},
		{[]report.Report{waits}, "Found: 1 search exhausted: " + all + "\nNot looked into: The rounds of the waiting loops at a.go:1 are assumed to have no effect: they only read, or take and release locks, and count nothing. What the loops at a.go:1 do after 30 rounds in which nothing else happens, in operations that may wait for ever. " + beyond},
		{[]report.Report{failed}, "Found: 1 search failed.\nNext: Each failure has a replay line, which repeats it."},
		{[]report.Report{not}, "Not looked into: 1 search could not be checked: nothing is claimed about these programs.\nNext: What was not checked says what to change."},
		{[]report.Report{inTime}, "Found: 1 search hit a bound, and broke no rule before that.\nNot looked into: Schedules that were not run.\nNext: To run more schedules, set -time and -j."},
		{[]report.Report{bounded}, "Found: 1 search hit a bound, and broke no rule before that.\nNot looked into: Schedules that were not run.\nNext: The table names the other bounds."},
		{[]report.Report{part}, "Found: 1 search exhausted part 1/2: every schedule of this part was run, and none broke a rule. Schedules that differ only in the order of independent steps count as one.\n" +
			"Not looked into: The other parts.\nNext: To combine all parts, run check -merge."},
		{[]report.Report{exhausted, failed, inTime}, "Found: 1 search failed. 1 search exhausted: " + all + " 1 search hit a bound, and broke no rule before that.\n" +
			"Not looked into: Schedules that were not run. " + beyond + "\nNext: Each failure has a replay line, which repeats it. To run more schedules, set -time and -j."},
	} {
		require.Equal(t, c.want, verdictsOf(c.of).String())
	}
	require.Regexp(t, `(?s)Testfailed.*Testnot checked.*Testbound hit.*Testexhausted`, searches([]report.Report{exhausted, inTime, not, failed}))
}

// A case counts as taken if any search has taken it.
func TestUntaken(t *testing.T) {
	all := []report.Report{
		{Ending: report.Exhausted, Untaken: []string{"a.go:1 <-c", "a.go:2 default"}, Taken: []string{"a.go:3 c <-"}},
		{Ending: report.BoundHit, Untaken: []string{"a.go:1 <-c", "a.go:3 c <-"}, Taken: []string{"a.go:2 default"}},
		{Ending: report.NotChecked, Untaken: []string{"a.go:4 <-c"}},
	}
	require.Equal(t, []string{"A case of a select that was never taken: a.go:1 <-c."}, untaken(all))
	all[0].Untaken = append(all[0].Untaken, "a.go:5 <-d")
	require.Equal(t, []string{"Cases of selects that were never taken: a.go:1 <-c, a.go:5 <-d."}, untaken(all))
	require.Empty(t, untaken(all[2:]))
}
