package fuzz_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// The reduction loses no history: each history of a random execution also occurs in the search of all schedules.
func TestSched_Sampling(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten")
	}
	executions := 300
	if testing.Short() {
		executions = 100
	}
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			target, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
			require.NoError(t, err)
			cases := append(model.Systematic(target.New(2)), larger[:2]...)
			sampled := 0
			for i, c := range cases {
				if i%7 != 0 && i < len(cases)-2 {
					continue
				}
				program := wsqtest.Program(target, c.Capacity, c.Scenario)
				all := map[string]bool{}
				r := sched.Search(program, sched.Options{NoRaces: true, Judge: func(h *model.History) error {
					all[shape(h)] = true
					return nil
				}})
				require.Equal(t, sched.Exhausted, r.Ending, "%v", c.Scenario)
				for _, s := range []strategy.Strategy{strategy.NewRandom(uint64(i)), strategy.NewPCT(uint64(i), 3)} {
					r := sched.Search(program, sched.Options{NoRaces: true, Strategy: s, Executions: executions, Judge: func(h *model.History) error {
						if !all[shape(h)] {
							return fmt.Errorf("the search of all schedules did not show: %v", h.Ops)
						}
						return nil
					}})
					require.Nil(t, r.Failure, "%v", c.Scenario)
					sampled += r.Executions
				}
			}
			t.Logf("%d executions", sampled)
		})
	}
}

// shape returns the content of a history: the operations with their results, and which operation returned before which
// was called.
func shape(h *model.History) string {
	ops := slices.Clone(h.Ops)
	slices.SortStableFunc(ops, func(a, b model.Operation) int { return a.Client - b.Client })
	text := ""
	for _, o := range ops {
		text += fmt.Sprint(o.Client, o.Kind, o.Value, o.Status, ":")
		for i, before := range ops {
			if before.Return < o.Call {
				text += fmt.Sprint(" ", i)
			}
		}
		text += "\n"
	}
	return text
}
