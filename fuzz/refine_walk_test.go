package fuzz_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

const (
	largest    = 500_000 // states that a walked graph may have
	edgesSmall = 20_000  // edges of a graph that is walked to its end without the bounds of CI
	beginsFor  = 200     // executions of the walk of a larger graph then
)

// The shipped deques walk every edge of the graphs of their machines, and tla/README.md lists each graph. Without CI's
// bounds, the walk of a large graph only begins.
func TestSched_Walks(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched") // before the graphs are made
	}
	for _, d := range refinements() {
		for _, s := range d.walks {
			t.Run(fmt.Sprintf("%s/%v", d.name, s), func(t *testing.T) {
				w, program := d.walk(t, s, "")
				o := sched.Options{Strategy: w, Observer: w.Follower, Stops: true, Executions: math.MaxInt}
				begins := w.Edges() > edgesSmall && !long.Searches()
				if begins {
					o.Executions = beginsFor
				}
				sched.Explore(t, program, o)
				t.Log(w)
				if begins {
					require.Positive(t, w.Walked)
					require.Empty(t, w.Lost())
					return
				}
				require.NoError(t, w.Check(nil))
				require.Empty(t, w.Lost())
				refinetest.Listed(t, w.Graph()+", 100 % walked")
			})
		}
	}
}

// walk returns the walk of the graph of a deque's machine, and its program.
func (d refined) walk(t *testing.T, s size, naive string) (*refine.Walk, func(*sched.S)) {
	m, err := d.machine(s, naive)
	require.NoError(t, err)
	w, err := refine.NewWalk(d.binding(), m, fmt.Sprintf("%s %v", d.name, s), largest)
	require.NoError(t, err)
	code := target(t, d.name)
	return w, w.Program(func() model.Subject { return code.New(s.capacity) })
}

func target(t *testing.T, name string) linearizability.Target {
	d := refinementOf(name)
	code, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*item]{})
	require.NoError(t, err)
	return code
}
