package check_test

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/instrument"
)

// plainly searches the plain tests of a package in testdata/plain. It returns the reports by test.
func plainly(t *testing.T, pkg string, env ...string) (map[string]report.Report, *check.Binary, check.Outcome) {
	return plainlyFor(t, pkg, 0, env...)
}

// plainlyFor is plainly with a time limit for each search. 0 means no limit.
func plainlyFor(t *testing.T, pkg string, limit time.Duration, env ...string) (map[string]report.Report, *check.Binary, check.Outcome) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	b, err := check.Build(t.Context(), check.Source{Dir: "testdata/plain", Rewrite: []string{"./" + pkg}, Test: "./" + pkg, Tests: true, Plain: true})
	var downloaded *instrument.DownloadedGoError
	if errors.As(err, &downloaded) {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	out, err := b.Run(t.Context(), check.Plan{Time: limit, Env: env})
	require.NoError(t, err)
	found := map[string]report.Report{}
	for _, r := range out.Reports {
		require.NotContains(t, found, r.Test, "it was searched twice")
		found[r.Test] = r
	}
	return found, b, out
}

// verdicts returns the ending of each search, or the rule that is broken.
func verdicts(found map[string]report.Report) map[string]string {
	all := map[string]string{}
	for test, r := range found {
		switch {
		case r.Plain.Skipped != "":
			all[test] = "skipped: " + r.Plain.Skipped
		case r.Rule != "":
			all[test] = r.Rule
		case r.Plain.Trivial():
			all[test] = "alone"
		default:
			all[test] = string(r.Ending)
		}
	}
	return all
}

const exhausted, alone = string(report.Exhausted), "alone"

// Faulty tests fail, with testify and without. Their corrected twins are exhausted.
func TestPlain_Twins(t *testing.T) {
	found, b, _ := plainly(t, "bank")
	require.Equal(t, map[string]string{
		"TestWithdraw": report.RuleAssertion, "TestWithdraw_Require": report.RuleAssertion, "TestWithdraw_Assert": report.RuleAssertion,
		"TestWithdraw_Sound": exhausted, "TestWithdraw_RequireSound": exhausted, "TestDeposit": alone,
	}, verdicts(found))
	require.Equal(t, "the balance is -10", found["TestWithdraw"].Detail)
	require.Equal(t, "\"-10\" is not greater than or equal to \"0\"", found["TestWithdraw_Require"].Detail)
	for test, at := range map[string]string{"TestWithdraw": "bank/bank_test.go:34", "TestWithdraw_Require": "bank/bank_test.go:49", "TestWithdraw_Assert": "bank/bank_test.go:55"} {
		trace := found[test].Trace
		require.Equal(t, at, trace[len(trace)-1].Pos, "the failing check, and not the library's")
	}

	// The token repeats the failure, and nothing else is searched.
	token := found["TestWithdraw_Require"].Token
	out, err := b.Run(t.Context(), check.Plan{Run: "^TestWithdraw", Replay: token})
	require.NoError(t, err)
	require.Len(t, out.Reports, 1)
	require.Equal(t, found["TestWithdraw_Require"].Detail, out.Reports[0].Detail)
	require.Equal(t, found["TestWithdraw_Require"].Trace, out.Reports[0].Trace)
}

// Each subtest is a search, after what comes before it.
func TestPlain_Subtests(t *testing.T) {
	found, b, _ := plainly(t, "table")
	require.Equal(t, map[string]string{
		"TestRows": alone, "TestRows/sound": exhausted, "TestRows/with_space": report.RuleAssertion, "TestRows/again": exhausted,
		"TestOrder": alone, "TestOrder/first": exhausted, "TestOrder/second": exhausted,
		"TestParallel_Deferred": report.RuleAssertion, "TestParallel_Deferred/a": report.RuleAssertion, "TestParallel_Deferred/b": report.RuleAssertion,
		"TestParallel_Cleanup": exhausted, "TestParallel_Cleanup/a": alone, "TestParallel_Cleanup/b": alone,
		"TestParallel_Shared": report.RuleAssertion, "TestParallel_Shared/a": alone, "TestParallel_Shared/b": alone,
		"TestSkipped": "skipped: it needs a license", "TestSkippedRow": alone,
		"TestSkippedRow/not_here": "skipped: not on this system", "TestSkippedRow/here": exhausted,
		"TestHelpers": exhausted, "TestBlank": exhausted,
		"TestRacyRows": alone, "TestRacyRows/racy": report.RuleRace, "TestRacyRows/sound": exhausted, "TestRacyRows/racy_too": report.RuleRace,
		"TestRacyBetween": report.RuleRace, "TestRacyBetween/a": report.RuleRace, "TestRacyBetween/b": exhausted,
		"TestRacyBeside": report.RuleRace, "TestRacyBeside/a": exhausted,
	}, verdicts(found))
	require.Equal(t, []string{"a file at table/table_test.go:133", "a file at table/table_test.go:134"}, found["TestHelpers"].Plain.Uses)

	// A token of a subtest repeats its search, and a pattern with a slash searches no other.
	failed := found["TestRows/with_space"]
	out, err := b.Run(t.Context(), check.Plan{Run: "^TestRows$/^with_space$", Replay: failed.Token})
	require.NoError(t, err)
	require.Len(t, out.Reports, 1)
	require.Equal(t, failed.Trace, out.Reports[0].Trace)
	out, err = b.Run(t.Context(), check.Plan{Run: "^TestRows$/^again$"})
	require.NoError(t, err)
	require.Len(t, out.Reports, 1)
	require.Equal(t, "TestRows/again", out.Reports[0].Test)
}

// Each racy program is found, and each sound twin is exhausted.
func TestPlain_Kinds(t *testing.T) {
	found, _, _ := plainly(t, "kinds")
	require.Len(t, found, 27)
	for name, r := range found {
		if strings.HasPrefix(name, "TestRacy") {
			require.Equal(t, report.RuleRace, r.Rule, "%s: %s", name, r.Text)
		} else {
			require.Equal(t, report.Exhausted, r.Ending, "%s: %s", name, r.Text)
		}
	}
}

// A time comes when nothing else can go on. So an ordinary sleep is no failure, and neither is a
// goroutine that sleeps again and again when the test has ended.
func TestPlain_Times(t *testing.T) {
	found, _, _ := plainly(t, "times")
	require.Equal(t, map[string]string{
		"TestSleep": exhausted, "TestSleep_Order": exhausted, "TestSleep_Race": report.RuleRace,
		"TestPoll": exhausted, "TestPoll_Deadline": exhausted, "TestPoll_ForEver": report.RuleLivelock, "TestPoll_Late": exhausted, "TestPoll_LateSleep": exhausted,
		"TestJanitor": exhausted, "TestJanitor_Polls": exhausted, "TestLeak": report.RuleLeak, "TestAfterFunc": exhausted,
		"TestEventually": exhausted, "TestEventually_Race": report.RuleRace, "TestEventually_Fails": report.RuleAssertion, "TestSignal": exhausted, "TestLen": exhausted,
		"TestEventually_AtOnce": report.RuleAssertion, "TestPolling": alone, "TestPolling/TestSound": exhausted, "TestPolling/TestFails": report.RuleAssertion,
		"TestAdditions": exhausted, "TestAdditions_Used": report.RuleAssertion, "TestAdditions_Race": report.RuleRace, "TestAdditions_Sound": exhausted,
		"TestCollect": exhausted, "TestCollect_Fails": report.RuleAssertion, "TestCollect_KeepsALock": report.RuleDeadlock, "TestCollect_Panics": report.RulePanic,
	}, verdicts(found))
	require.Equal(t, []string{"signals, which never come at times/eventually_test.go:45", "signals, which never come at times/eventually_test.go:47"}, found["TestSignal"].Plain.Uses)
	require.Equal(t, "Condition never satisfied: no answer", found["TestEventually_Fails"].Detail)
	require.Equal(t, 1, found["TestAdditions"].Executions)
	require.Equal(t, "Condition never satisfied: no two", found["TestPolling/TestFails"].Detail)
	require.Equal(t, "Not equal:\nexpected: 2\nactual  : 1", found["TestCollect_Fails"].Detail)
	require.Equal(t, "panic: no collection\n  at times/collect_test.go:48 in TestCollect_Panics\n  at times/collect_test.go:48 in TestCollect_Panics", found["TestCollect_Panics"].Detail)
}

// Timers, tickers and contexts work with channels. A ticker that outlives the test is no fault.
func TestPlain_Timers(t *testing.T) {
	found, _, _ := plainly(t, "timers")
	require.Equal(t, map[string]string{
		"TestTimeout": exhausted, "TestGet_Leaks": report.RuleLeak, "TestGet_Buffered": exhausted, "TestContext": exhausted, "TestAfterFunc": exhausted, "TestCases": exhausted,
		"TestTicker": exhausted, "TestTicker_Left": exhausted, "TestTicker_Race": report.RuleRace,
	}, verdicts(found))
	require.Equal(t, []string{"timers/timers_test.go:58 default", "timers/timers_test.go:68 <-negative"}, found["TestCases"].Untaken)
	require.Equal(t, []string{"timers/timers_test.go:59 c <-", "timers/timers_test.go:70 <-c"}, found["TestCases"].Taken)
	require.Equal(t, []string{"timers/timers_test.go:20 <-time.After(time.Second)"}, found["TestTimeout"].Taken[1:], "only if the timer is early")
}

// TestMain runs, and each execution begins with the package variables from before the test.
func TestPlain_Setup(t *testing.T) {
	found, _, _ := plainly(t, "setup")
	require.Equal(t, map[string]string{"TestCalls": exhausted}, verdicts(found))
	require.Greater(t, found["TestCalls"].Executions, 1)
}

func TestPlain_Alone(t *testing.T) {
	found, b, _ := plainly(t, "alone")
	require.Equal(t, map[string]string{
		"TestPass": alone, "TestRows": alone, "TestRows/a": alone, "TestRows/b/c": alone, "TestFail": report.RuleAssertion, "TestPanic": report.RulePanic,
	}, verdicts(found))

	// If the time is over before go test has confirmed the failure of such a test, the test is not accused.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reports := []report.Report{found["TestFail"], found["TestPass"]}
	cleared, err := b.Cleared(ctx, reports)
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, cleared)
	require.Equal(t, []report.Ending{report.NotChecked, report.Exhausted}, []report.Ending{reports[0].Ending, reports[1].Ending})
}

// What the scheduler does not control is named with its line. A test that ends its process leaves others
// to run.
func TestPlain_World(t *testing.T) {
	found, _, out := plainly(t, "world", "PLAIN_EXIT=1")
	require.Equal(t, []string{"TestExit"}, out.Began)
	require.Equal(t, []string{"TestProcess"}, out.NotRun)
	require.Equal(t, map[string]string{"TestFile": exhausted, "TestServer": alone, "TestWaitsForEver": exhausted, "TestWaitsForNobody": report.RuleLeak}, verdicts(found))
	require.Equal(t, []string{"a file at world/world_test.go:19"}, found["TestFile"].Plain.Uses)
	require.Equal(t, []string{"the network at world/world_test.go:29"}, found["TestServer"].Plain.Uses)
}

// Tests that come to code that cannot be rewritten are not searched, and other tests are.
func TestPlain_Refused(t *testing.T) {
	found, b, _ := plainly(t, "part")
	require.Equal(t, map[string]string{"TestFine": exhausted, "TestAddress": report.RuleRefused, "TestNotify": report.RuleRefused}, verdicts(found))
	require.Contains(t, found["TestAddress"].Detail, "part/more_test.go:22")
	require.Equal(t, "part/more_test.go:30 (in notify): a range over a constant whose type has no name here; use := and assign in the body", found["TestNotify"].Detail)
	var refused []string
	for _, r := range b.Refused {
		refused = append(refused, r.Test)
		require.True(t, strings.HasPrefix(r.Why.String(), "part/part_test.go:5: "), r.Why)
	}
	require.ElementsMatch(t, []string{"TestDot", "TestHelper"}, refused)

	_, err := check.Build(t.Context(), check.Source{Dir: "testdata/plain", Rewrite: []string{"./refused"}, Test: "./refused", Tests: true, Plain: true})
	require.ErrorContains(t, err, "refused/refused.go:4: a dot import of sync/atomic")
	tests, err := check.PlainTests(t.Context(), "testdata/plain", "./refused")
	require.NoError(t, err)
	require.Equal(t, []string{"TestOne", "TestTwo"}, tests)
}
