package campaign

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/report"
)

// A cell of older code counts as not run, even if it was filled later.
func TestMatrix_OldCodeCountsAsNotRun(t *testing.T) {
	x := Matrix{
		Mutants: []mutation.Mutant{{Name: "a", File: "wsq/abp.go"}, {Name: "b", File: "wsq/abp.go"}},
		Digests: map[string]string{"a": "now", "b": "now"},
		Cells: []Cell{
			{Mutant: "a", Digest: "now", Detector: Step, Verdict: Killed, Rule: "assertion", Executions: 7, Token: "seven"},
			{Mutant: "a", Digest: "now", Detector: Unit, Verdict: Survived, Seconds: 1},
			{Mutant: "a", Digest: "then", Detector: Unit, Verdict: Killed, Seconds: 2},
			{Mutant: "b", Digest: "then", Detector: Step, Verdict: Killed, Rule: "assertion", Executions: 9, Token: "nine"},
			{Mutant: "gone", Digest: "then", Detector: Step, Verdict: Killed},
		},
	}
	require.Equal(t, Survived, x.Row("a")[Unit].Verdict)
	require.Empty(t, x.Row("b"))
	require.Equal(t, NotRun, x.Standing(x.Mutants[1]))
	require.Equal(t, x.Cells[3:4], x.Stale())
	require.True(t, x.Killed("a"))
	require.False(t, x.Killed("b"))
	_, is := x.Token("b")
	require.False(t, is)

	text := x.Rows()
	require.Contains(t, text, "| a | - | - | 7 | ? | ? | .1.0s | ? | ? | ? | ? | ? |")
	require.Contains(t, text, "| b | - | - | ? |")
	c, is := x.Token("a")
	require.True(t, is)
	require.Equal(t, "seven", c.Token)
	require.Equal(t, []string{"a"}, x.Unexplained())
	require.Contains(t, text, "| a | step | not explained yet")
	x.Cells = x.Cells[:1]
	require.Empty(t, x.Unexplained(), "unit may notice it as well")
}

func TestMatrix_TellsBudgets(t *testing.T) {
	m := mutation.Mutant{Name: "a", File: "wsq/abp.go"}
	x := Matrix{Mutants: []mutation.Mutant{m}, Digests: map[string]string{"a": "now"}}
	add := func(d Detector, v Verdict, budget float64, programs int) {
		x.Cells = append(x.Cells, Cell{Mutant: "a", Digest: "now", Detector: d, Verdict: v, Budget: budget, Programs: programs})
	}
	add(Unit, Survived, 9, 0) // it does not go on for ever
	add(Stress, Survived, 3, 0)
	add(TSan, Killed, 1, 0)
	add(Rapid, Survived, 0, 200)
	require.Contains(t, x.Document(), "3 seconds")
	require.Equal(t, x.Cells[3:], x.Shorter(3*time.Second))
	require.Len(t, x.Shorter(4*time.Second), 2)
	add(Fuzz, Survived, 5, 0)
	require.Contains(t, x.Document(), "3 to 5 seconds")
}

// Executions until the first failure are compared, by package, for the mutants that the scheduler finds. A process
// that died before it reported its executions does not count as one with 0.
func TestMatrix_UntilTheFirstFailure(t *testing.T) {
	x := Matrix{Digests: map[string]string{}}
	add := func(name, file string, step, stress Cell) {
		step.Mutant, step.Detector, stress.Mutant, stress.Detector = name, Step, name, Stress
		x.Mutants = append(x.Mutants, mutation.Mutant{Name: name, File: file})
		x.Cells = append(x.Cells, step, stress)
	}
	killed := func(n int) Cell { return Cell{Verdict: Killed, Executions: n} }
	for name, rounds := range map[string]int{"a": 10, "b": 0, "c": 30, "d": 0, "e": 20} {
		add(name, "wsq/abp.go", killed(7), killed(rounds))
	}
	add("f", "wsq/abp.go", Cell{Verdict: Survived, Executions: 1000}, killed(2000))
	refused := killed(1)
	refused.Rule = report.RuleObserver // real cores cannot see it
	add("h", "wsq/abp.go", refused, killed(5))
	unfollowed := killed(1) // an action that was never followed: no single schedule shows it
	unfollowed.Rule = "TestSched_Refines"
	add("i", "pool/injector.go", unfollowed, killed(5))
	raced := killed(1)
	raced.Rule, raced.Test = report.RuleRace, "TestSched_Refines/ABP/push_|_steal"
	add("k", "wsq/abp.go", raced, killed(5))
	add("g", "pool/task.go", killed(900), Cell{Verdict: Survived, Executions: 3000})
	text := x.Document()
	for _, line := range []string{
		"| mutants that the scheduler finds | 5 | 1 | 0 |",
		"| executions under it, median | 7 | 900 | - |",
		"| of them found on real cores | 5 | 0 | 0 |",
		"| executions there, median | 20 | - | - |",
		"| executions there, at most | 30 | - | - |",
		"| not found on real cores within the budget | 0 | 1 | 0 |",
		"| executions spent on one of these, median | - | 3,000 | - |",
	} {
		require.Contains(t, text, line+"\n")
	}
}

// Only some detectors have random programs or a budget.
func TestBlank_HasABudgetWhereItIsUsed(t *testing.T) {
	deque, pool := mutation.Mutant{File: "wsq/abp.go"}, mutation.Mutant{File: "pool/task.go"}
	for _, c := range []struct {
		of       mutation.Mutant
		d        Detector
		budget   float64
		programs int
	}{
		{deque, Step, 0, 0}, {deque, Unit, 0, 0}, {deque, Rapid, 0, dequePrograms}, {deque, Fuzz, 3, 0}, {deque, Schedules, 0, 0},
		{deque, Stress, 3, 0}, {deque, TSan, 3, 0}, {pool, Unit, 0, 0}, {pool, Rapid, 0, poolPrograms}, {pool, Fuzz, 3, 0},
		{pool, Stress, 3, 0}, {pool, TSan, 3, 0},
	} {
		got := blank(c.of, c.d, 3*time.Second)
		require.Equal(t, c.budget, got.Budget, "%s, %s", c.of.File, c.d)
		require.Equal(t, c.programs, got.Programs, "%s, %s", c.of.File, c.d)
	}
	require.False(t, Cell{}.lasts(Cell{Programs: 1}))
	require.True(t, Looks(deque, History))
	require.False(t, Looks(pool, History))
	require.False(t, Looks(deque, TLC))
	require.True(t, Looks(mutation.Mutant{Model: "NaiveABP_NoStamp"}, Machine))
}
