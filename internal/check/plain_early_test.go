package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// A timer may fire before a goroutine that can go on. If the test then fails by its own check, that
// is a remark. Another failure counts, and says which timer it needs.
func TestPlain_Early(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, b, _ := plainly(t, "early")
	require.Equal(t, map[string]string{
		"TestTrusts": exhausted, "TestTrusts_Panic": exhausted, "TestAsk_Leaks": report.RuleLeak, "TestAsk_Buffered": exhausted, "TestAsk_Checked": report.RuleLeak,
		"TestContext_Closed": report.RulePanic, "TestOrder": exhausted, "TestSleeps": exhausted, "TestTicks": exhausted, "TestIdleTimeout": exhausted,
	}, verdicts(found))
	const trusts = "if time.After at early/early_test.go:15 fires before thread 1 goes on at early/early_test.go:14: timeout"
	const leaks = "if time.After at early/early_test.go:33 fires before thread 1 goes on at early/early_test.go:32"
	require.Equal(t, trusts, found["TestTrusts"].Plain.Early)
	require.Contains(t, found["TestTrusts_Panic"].Plain.Early, ": panic: it hangs")
	require.Contains(t, found["TestIdleTimeout"].Plain.Early, ": it waits for ever")
	require.Empty(t, found["TestAsk_Buffered"].Plain.Early)
	require.Positive(t, found["TestAsk_Buffered"].Plain.Ahead)
	require.Empty(t, found["TestOrder"].Plain.Early)
	require.Positive(t, found["TestOrder"].Plain.Ahead)
	require.Zero(t, found["TestSleeps"].Plain.Ahead, "it has no timer")

	// The text says it, and the token repeats it.
	leak := found["TestAsk_Leaks"]
	require.Equal(t, leaks, leak.Condition)
	require.Contains(t, leak.Text, "rule broken: "+report.RuleLeak+"\nonly "+leaks+"\n")
	out, err := b.Run(t.Context(), check.Plan{Run: "^TestAsk_Leaks$", Replay: leak.Token})
	require.NoError(t, err)
	require.Len(t, out.Reports, 1)
	require.Equal(t, leak.Trace, out.Reports[0].Trace)
	require.Equal(t, leak.Condition, out.Reports[0].Condition)

	for mode, want := range map[string]string{report.TimersIdle: exhausted, report.TimersAny: report.RuleAssertion} {
		out, err := b.Run(t.Context(), check.Plan{Run: "^TestTrusts$", Env: []string{report.EnvTimers + "=" + mode}})
		require.NoError(t, err)
		require.Len(t, out.Reports, 1)
		r := out.Reports[0]
		require.Equal(t, want, verdicts(map[string]report.Report{"": r})[""], mode)
		require.Empty(t, r.Plain.Early)
	}
}
