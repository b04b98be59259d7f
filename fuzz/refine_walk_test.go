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

// largest is how many states a graph may have that is walked.
const largest = 500_000

// The shipped deques walk every edge of the graphs of their machines.
func TestSched_Walks(t *testing.T) {
	for _, d := range refinements() {
		for i, s := range d.walks {
			t.Run(fmt.Sprintf("%s/%v", d.name, s), func(t *testing.T) {
				if testing.Short() && i > 0 {
					t.Skip("a large graph")
				}
				w, r := d.walk(t, s)
				require.Nil(t, r.Failure)
				t.Log(w)
				require.NoError(t, w.Check())
				require.Empty(t, w.Lost())
			})
		}
	}
}

// walk lets a deque walk the graph of its machine.
func (d refined) walk(t *testing.T, s size) (*refine.Walk, sched.Result) {
	m, err := d.machine(s, "")
	require.NoError(t, err)
	w, err := refine.NewWalk(d.binding(), m, fmt.Sprintf("%s %v", d.name, s), largest)
	require.NoError(t, err)
	target, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*item]{})
	require.NoError(t, err)
	program := w.Program(func() model.Subject { return target.New(s.capacity) })
	return w, sched.Explore(t, program, sched.Options{Strategy: w, Observer: w.Follower, Stops: true, Executions: 1 << 30})
}
