package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// A failure beside the network accuses nobody, unless it is a data race. Files do not count.
func TestOfTheWorld(t *testing.T) {
	of := func(rule string, uses ...string) report.Report {
		return report.Report{Test: "TestIt", Search: 1, Ending: report.Failed, Rule: rule, Detail: "dial: i/o timeout", Token: "A", Plain: &report.Plain{Threads: 3, Uses: uses}}
	}
	for _, c := range []struct {
		r    report.Report
		want report.Ending
	}{
		{of(report.RuleAssertion, "a file at a.go:1", "the network at a.go:2"), report.NotChecked},
		{of(report.RuleDeadlock, "a process at a.go:2"), report.NotChecked},
		{of(report.RulePanic, "a signal at a.go:2"), report.NotChecked},
		{of(report.RuleRace, "the network at a.go:2"), report.Failed},
		{of(report.RuleAssertion, "a file at a.go:1", "a cleanup, which never runs, at a.go:3"), report.Failed},
		{of(report.RuleLeak, "a cleanup, which never runs, at a.go:3"), report.NotChecked},
		{of(report.RuleDeadlock, "a finalizer, which never runs, at a.go:3"), report.NotChecked},
		{of(report.RuleLivelock, "a finalizer, which never runs, at a.go:3"), report.NotChecked},
		{of(report.RuleRace, "a finalizer, which never runs, at a.go:3"), report.Failed},
		{of(report.RuleAssertion, "the garbage collector, which does not run, at a.go:3"), report.NotChecked},
		{of(report.RuleLeak, "the garbage collector, which does not run, at a.go:3"), report.Failed},
		{of(report.RuleAssertion), report.Failed},
		{of(report.RuleAssertion, "the count of allocations at a.go:3"), report.NotChecked},
		{of(report.RuleDeadlock, "the count of allocations at a.go:3"), report.Failed},
	} {
		all := []report.Report{c.r}
		require.Equal(t, c.want == report.NotChecked, check.OfTheWorld(all))
		require.Equal(t, c.want, all[0].Ending)
		require.NoError(t, all[0].Valid())
		if c.want == report.NotChecked {
			require.Contains(t, all[0].Text, c.r.Plain.Uses[len(c.r.Plain.Uses)-1])
			require.Empty(t, all[0].Token)
		}
	}
}
