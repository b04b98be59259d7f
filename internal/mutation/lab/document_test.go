package lab

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

// What was found of older code counts as not run, also where it is newer.
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

	text := x.Document()
	require.Contains(t, text, "| a | - | - | 7 | ? | ? | .1.0s | ? | ? | ? | ? | ? |")
	require.Contains(t, text, "| b | - | - | ? |")
	require.Contains(t, text, "a seven\n")
	require.NotContains(t, text, "nine")
	require.Equal(t, []string{"a"}, x.Unexplained())
	require.Contains(t, text, "- a: step: nobody has said why")
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

// A process that has died before it told how many rounds it had is not one of 0 rounds.
func TestMatrix_MiddleIsOfThoseThatTell(t *testing.T) {
	x := Matrix{Digests: map[string]string{}}
	for name, rounds := range map[string]int{"a": 10, "b": 0, "c": 30, "d": 0, "e": 20} {
		x.Mutants = append(x.Mutants, mutation.Mutant{Name: name, File: "wsq/abp.go"})
		x.Cells = append(x.Cells, Cell{Mutant: name, Detector: Step, Verdict: Killed, Executions: 1},
			Cell{Mutant: name, Detector: Stress, Verdict: Killed, Executions: rounds})
	}
	text := strings.Join(strings.Fields(x.Document()), " ")
	require.Contains(t, text, "5 were found, after 20 rounds in the middle of those 3 that tell how many, as the other 2 end the process; 0 were not")
}

// Random programs and budgets are those of the detectors that have them.
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
		{pool, Stress, 0, 0}, {pool, TSan, 0, 0},
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
