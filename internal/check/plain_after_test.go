package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// If a goroutine outlives its subtest, the rest of the test decides whether that is a fault.
func TestPlain_After(t *testing.T) {
	found, b, _ := plainly(t, "after")
	broken := map[string]string{}
	for test, verdict := range verdicts(found) {
		if strings.Contains(test, "_Sound") {
			require.NotEqual(t, report.Failed, found[test].Ending, "%s: %s", test, verdict)
		} else if found[test].Ending == report.Failed {
			broken[test] = verdict
		}
	}
	require.Contains(t, found, "TestLate_Sound")
	require.Equal(t, report.Exhausted, found["TestLate_Sound"].Ending)
	require.Equal(t, report.RulePanic, broken["TestLate"])
	require.Contains(t, found["TestLate"].Detail, "Log in goroutine after TestLate has completed")
	require.Equal(t, report.RulePanic, broken["TestOwnLog/sub"])
	require.Equal(t, report.RuleRace, broken["TestCleanup/sub"])
	require.Contains(t, broken, "TestWaits/sub")
	require.Equal(t, report.RuleRace, broken["TestRuns/sub#01"])

	// The subtest starts no goroutine. Still, that go test passes says nothing of a data race.
	race := []report.Report{found["TestRuns/sub#01"]}
	cleared, err := b.Alone(t.Context(), race)
	require.NoError(t, err)
	require.False(t, cleared, race[0].Text)

	// The token repeats the whole way.
	for _, test := range []string{"TestLate", "TestOwnLog/sub", "TestCleanup/sub", "TestWaits/sub", "TestRuns/sub#01"} {
		out, err := b.Run(t.Context(), check.Plan{Run: "^" + strings.Replace(test, "/", "$/^", 1) + "$", Replay: found[test].Token})
		require.NoError(t, err)
		require.Len(t, out.Reports, 1)
		require.Equal(t, found[test].Trace, out.Reports[0].Trace)
	}
}
