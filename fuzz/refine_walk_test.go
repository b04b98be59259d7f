package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// largest is the largest graph that is walked.
const largest = 300_000

// The shipped deques walk every edge of the graphs of their machines.
func TestSched_Walks(t *testing.T) {
	for _, d := range refinements() {
		for _, size := range d.walks {
			items, thieves, capacity := size[0], size[1], size[2]
			t.Run(fmt.Sprintf("%s/N%dT%dC%d", d.name, items, thieves, capacity), func(t *testing.T) {
				m, err := machineFor(d.name, d.config(capacity, items, thieves), "")
				require.NoError(t, err)
				w, err := refine.NewWalk(d.binding(), m, fmt.Sprintf("%s N%dT%dC%d", d.name, items, thieves, capacity), largest)
				require.NoError(t, err)
				target, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*wsqtest.Item]{})
				require.NoError(t, err)
				subject := func() model.Subject { return target.New(capacity) }
				sched.Explore(t, w.Program(subject), sched.Options{Strategy: w, Observer: w.Follower, Stops: true, Executions: 1 << 30})
				t.Log(w)
				require.NoError(t, w.Check())
				for i, l := range w.Lost() {
					t.Errorf("not walked: %v", l)
					if i > 5 {
						break
					}
				}
			})
		}
	}
}
