package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func mutantTarget(t *testing.T, m mutant.Mutant) linearizability.Target {
	o := wsqtest.Options[*int]{}
	if _, declares := m.New(4).(wsq.Declarer); !declares {
		o.Contract = &wsq.Contract{Empty: m.Empty, NeverRetries: m.NeverRetries}
	}
	target, err := wsqtest.Target(m.Name, m.New, o)
	require.NoError(t, err)
	return target
}

// tries is the number of executions for each mutant, and someTries for each sound deque.
const (
	tries     = 100_000
	someTries = 20_000
)

// Within a fixed number of executions, from no corpus and with a fixed seed, the fuzzer of schedules finds the fault of
// each wrong deque. It finds nothing in the sound ones.
func TestSchedFuzz_Mutants(t *testing.T) {
	rewritten(t)
	for _, m := range mutant.All() {
		t.Run(m.Name, func(t *testing.T) {
			l := fuzzer.Loop{Target: fuzzTarget(mutantTarget(t, m)), Seed: 1, Executions: tries}
			if m.Sound {
				l.Executions = someTries
			}
			found := l.Run()
			require.Empty(t, found.Bound)
			if m.Sound {
				require.Nil(t, found.Failure, "a false alarm")
				require.Positive(t, found.Features)
				require.Equal(t, someTries, found.Executions)
				return
			}
			require.NotNil(t, found.Failure, "the fault survived %d executions: %s", found.Executions, m.Mechanism)
			require.NotNil(t, found.Failure.Trace)
			t.Logf("%d executions, %d orders of accesses", found.Executions, found.Features)
		})
	}
}

// In the same number of executions, the fuzzer meets more orders of accesses with the feedback than without it.
func TestSchedFuzz_FeedbackMeetsMore(t *testing.T) {
	rewritten(t)
	executions := 100_000
	if testing.Short() {
		executions /= 2
	}
	for _, m := range wsqtest.Family() {
		if m.Name != "chaselev" && m.Name != "split" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			target, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
			require.NoError(t, err)
			l := fuzzer.Loop{Target: fuzzTarget(target), Seed: 1, Executions: executions}
			guided := l.Run()
			l.Blind = true
			blind := l.Run()
			require.Nil(t, guided.Failure)
			require.Nil(t, blind.Failure)
			t.Logf("%d executions: %d orders of accesses, %d without the feedback", executions, guided.Features, blind.Features)
			require.Greater(t, guided.Features, blind.Features)
			require.Greater(t, len(guided.Minimal), len(blind.Minimal))
		})
	}
}

// fuzzTarget returns a deque as a target of a fuzzing loop.
func fuzzTarget(of linearizability.Target) fuzzer.Target {
	target := wsqtest.FuzzTarget(of)
	return func(program []byte) engine.Input {
		i := target(program)
		return fuzzer.NewInput(i.Program, i.Options)
	}
}
