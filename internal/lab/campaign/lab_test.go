package campaign

import (
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/mutation"
)

// A real fault is noticed, with a schedule that shows it again. An equivalent change is not
// noticed. A change that never runs is reported as unreached.
func TestLab_TellsFaultsFromHarmlessChanges(t *testing.T) {
	long.Skip(t, "this builds a test binary")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	edit := func(name, from, to string) mutation.Mutant {
		return mutation.Mutant{Name: name, File: "wsq/abp.go", Edits: []mutation.Edit{{Old: from, New: to}}}
	}
	fault := edit("fault", "start := abpAge(0, abpStamp(old)+1)", "start := abpAge(0, abpStamp(old))")
	none := edit("none", "start := abpAge(0, abpStamp(old)+1)", "start := abpAge(0, 1+abpStamp(old))")
	idle := edit("idle", "return max(0, int(b)-int(abpTop(age)))", "return int(b) - int(abpTop(age))")
	l, err := New("../../..", []mutation.Mutant{fault, none, idle})
	require.NoError(t, err)
	defer l.Close()
	l.Budget = 100 * time.Millisecond

	c, err := l.Run(t.Context(), fault, History)
	require.NoError(t, err)
	require.Equal(t, Killed, c.Verdict)
	require.Equal(t, "linearizable", c.Rule)
	require.Positive(t, c.Executions)
	rule, err := l.Replay(t.Context(), fault, c)
	require.NoError(t, err)
	require.Equal(t, c.Rule, rule)
	rule, err = l.Replay(t.Context(), none, c)
	require.NoError(t, err)
	require.NotEqual(t, c.Rule, rule, "the schedule breaks nothing without the fault")

	for _, d := range []Detector{History, Rapid, Stress} {
		c, err = l.Run(t.Context(), none, d)
		require.NoError(t, err)
		require.Equal(t, Survived, c.Verdict, d)
		require.Positive(t, c.Executions, d)
	}
	c, err = l.Run(t.Context(), idle, History)
	require.NoError(t, err)
	require.Equal(t, Unreached, c.Verdict)
}

// The fuzzer of schedules takes the same course with a mutant, whatever other mutants are in the
// binary.
func TestLab_SchedulesAreTheMutantsOwn(t *testing.T) {
	long.Skip(t, "this builds two test binaries")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	of := slices.DeleteFunc(mutation.Table(), func(m mutation.Mutant) bool { return m.File != "wsq/chaselev.go" })
	// This mutant takes thousands of executions, so the course matters. It is the last one.
	at := slices.IndexFunc(of, func(m mutation.Mutant) bool { return m.Name == "chaselev-stale-array" })
	require.GreaterOrEqual(t, at, 0)
	one := of[at]
	others := append(slices.Delete(of, at, at+1), one)
	require.Greater(t, len(others), 5)
	var executions []int
	for _, mutants := range [][]mutation.Mutant{{one}, others} {
		l, err := New("../../..", mutants)
		require.NoError(t, err)
		defer l.Close()
		c, err := l.Run(t.Context(), one, Schedules)
		require.NoError(t, err)
		executions = append(executions, c.Executions)
	}
	require.Greater(t, executions[0], 1000)
	require.Equal(t, executions[0], executions[1])
	t.Logf("%d executions", executions[0])
}

func TestNew_RefusesAStaleMutant(t *testing.T) {
	_, err := New("../../..", []mutation.Mutant{{Name: "old", File: "wsq/abp.go", Edits: []mutation.Edit{{Old: "not there", New: "x"}}}})
	require.ErrorContains(t, err, "old is stale")
	_, err = New("../../..", []mutation.Mutant{{Name: "old", File: "wsq/none.go"}})
	require.Error(t, err)
}

// If the time of Go's fuzzer is over, the tested code has not failed. A failing input is a
// failure, and so is everything else.
func TestOutOfTime(t *testing.T) {
	const over = "--- FAIL: FuzzX (3.01s)\n    context deadline exceeded\nFAIL\n"
	require.True(t, outOfTime(over))
	require.False(t, outOfTime(over+"    Failing input written to testdata/fuzz/FuzzX/5838cdfae7b16cde\n"))
	require.False(t, outOfTime("--- FAIL: FuzzX (0.01s)\npanic: index out of range\n"))
}
