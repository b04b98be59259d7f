package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// The systematic scenarios miss two faults that others have shipped. The scenarios made for these faults find them, and
// find nothing in the sound deque.
func TestSched_Shipped(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for _, name := range []string{"sound", "stale", "half"} {
		t.Run(name, func(t *testing.T) {
			target, err := wsqtest.Target(name, func(capacity int) wsq.Deque[*wsqtest.Item] {
				return mutant.NewShipped[wsqtest.Item](capacity, name == "stale", name == "half")
			}, wsqtest.Options[*wsqtest.Item]{Contract: &wsq.Contract{Empty: wsq.Strict}})
			require.NoError(t, err)
			fails := func(cases []model.Case) bool {
				for _, c := range cases {
					r := sched.Search(wsqtest.Program(target, c.Capacity, c.Scenario), sched.Options{
						Judge: linearizability.NewJudge(), Spec: target.Spec(c.Capacity),
					})
					if r.Failure != nil {
						return true
					}
					require.Equal(t, sched.Exhausted, r.Ending)
				}
				return false
			}
			on := target.New(2)
			require.False(t, fails(model.Systematic(on)), "the systematic scenarios find it too, so these are not needed")
			require.Equal(t, name != "sound", fails(model.Shipped(on)))
		})
	}
}
