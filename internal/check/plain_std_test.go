package check_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// Tests of package testing/synctest keep their meaning.
func TestPlain_Bubble(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, _, _ := plainly(t, "bubble")
	require.Equal(t, map[string]string{
		"TestClock": exhausted, "TestWait": exhausted, "TestSleep_Race": report.RuleRace, "TestWait_BeforeTimers": exhausted,
		"TestAfterFunc": exhausted, "TestAfterFunc_NoWait": report.RuleAssertion, "TestCleanup": exhausted,
		"TestBlocked": report.RuleDeadlock, "TestSleeps": report.RuleDeadlock, "TestEnds": exhausted, "TestEnds_BeforeTimers": exhausted, "TestEnds_WithTimer": report.RuleDeadlock, "TestDispatcher": string(report.BoundHit),
		"TestSkips": "skipped: not today",
		"TestRuns":  report.RulePanic, "TestSub": alone, "TestSub/in": exhausted,
	}, verdicts(found))
	require.Zero(t, found["TestClock"].Plain.Ahead, "in a bubble no timer is early")
	require.Contains(t, found["TestSleeps"].Detail, "no time comes after the function of the bubble has returned")
	require.Contains(t, found["TestRuns"].Detail, "testing: t.Run called inside synctest bubble")
}

// The pipes of io and net are under control, and a finalizer never runs.
func TestPlain_Pipes(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, _, _ := plainly(t, "pipes")
	require.Equal(t, map[string]string{
		"TestPipe": exhausted, "TestPipe_Leaks": report.RuleLeak, "TestPipe_Closed": exhausted, "TestPipe_Overtakes": report.RuleAssertion,
		"TestPipe_Embedded": exhausted, "TestConn": exhausted, "TestConn_Leaks": report.RuleLeak, "TestConn_Deadline": exhausted, "TestFinalizer": exhausted,
	}, verdicts(found))
	require.Equal(t, []string{"a cleanup, which never runs, at pipes/pipes_test.go:121", "a finalizer, which never runs, at pipes/pipes_test.go:120"}, found["TestFinalizer"].Plain.Uses)
}

// The garbage collector does not run under the scheduler. A failure that it may prevent accuses nobody. The twins, which do
// not use it, are accused.
func TestPlain_Collector(t *testing.T) {
	long.Skip(t, "this builds a package")
	_, b, out := plainly(t, "collector")
	cleared, err := b.Cleared(t.Context(), out.Reports)
	require.NoError(t, err)
	require.True(t, cleared)
	found := map[string]report.Report{}
	for _, r := range out.Reports {
		found[r.Test] = r
	}
	require.Equal(t, map[string]string{
		"TestFinalizer": report.RuleWorld, "TestCleanup": report.RuleWorld, "TestWaitsForFinalizer": report.RuleWorld, "TestNoFinalizer": report.RuleLeak,
		"TestWeak": report.RuleWorld, "TestNotWeak": report.RuleAssertion,
	}, verdicts(found))
	require.Contains(t, found["TestWeak"].Detail, "It uses the garbage collector, which does not run, at collector/collector_test.go:")
}

// A test may rely on usual luck: loops end, keys differ, and a permutation moves most elements. A failure that happens with
// one number in ten is found.
func TestPlain_Luck(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, _, _ := plainlyFor(t, "luck", time.Second)
	require.Equal(t, report.RuleAssertion, found["TestBugTenth"].Rule)
	delete(found, "TestBugTenth")
	require.Len(t, found, 7)
	for test, r := range found {
		require.Empty(t, r.Rule, "%s: %s", test, r.Text)
	}
}

// Goroutines and contexts that package variables have started are no part of the test.
func TestPlain_Before(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, _, _ := plainly(t, "before")
	require.Equal(t, map[string]string{
		"TestBeside": exhausted, "TestServed": report.RuleEarlier, "TestBlocked": report.RuleLeak, "TestRoot": exhausted, "TestRoot_Again": exhausted,
	}, verdicts(found))
}

// Programs of ordinary kinds are exhausted in few executions: worker pools, a pipeline,
// publish-subscribe, errgroup with a limit, and semaphores with a timeout.
func TestPlain_Common(t *testing.T) {
	long.Skip(t, "this builds a package")
	found, _, _ := plainly(t, "common")
	most := map[string]int{
		"TestWorkerPool": 56, "TestWorkerPoolBuffered": 504, "TestPipeline": 1, "TestPubSub": 10, "TestErrgroup": 320,
		"TestSemaphoreTimeout": 9, "TestChanSemaphoreTimeout": 1,
	}
	require.Len(t, found, len(most))
	for test, r := range found {
		require.Equal(t, report.Exhausted, r.Ending, test)
		require.LessOrEqual(t, r.Executions, most[test], test)
		require.Empty(t, r.Rule, test)
	}
}
