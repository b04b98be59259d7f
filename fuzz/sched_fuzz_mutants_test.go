package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
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

// tries is how many executions a mutant gets.
const tries = 300_000

// The fuzzer of schedules finds what is wrong with each deque that is wrong on
// purpose, within so many executions, from nothing and with a fixed seed, and
// nothing with those that are sound.
func TestSchedFuzz_Mutants(t *testing.T) {
	rewritten(t)
	for _, m := range mutant.All() {
		t.Run(m.Name, func(t *testing.T) {
			l := schedfuzz.Loop{Target: wsqtest.FuzzTarget(mutantTarget(t, m)), Seed: 1, Executions: tries}
			found := l.Run()
			l.Blind = true
			blind := l.Run()
			t.Logf("found %v after %d executions (blind: %v, %d), %d orders of accesses, %v", found.Failure != nil, found.Executions, blind.Failure != nil, blind.Executions, found.Features, found.Took)
			require.Empty(t, found.Bound)
			if m.Sound {
				require.Nil(t, found.Failure, "a false alarm")
				require.Positive(t, found.Features)
				return
			}
			require.NotNil(t, found.Failure, "it survived %d executions: %s", found.Executions, m.Mechanism)
		})
	}
}
