package refinetest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
)

// Graph is the graph of a machine, each edge of which a program takes.
type Graph struct {
	Name      string
	Protocol  func() refine.Protocol
	Constants string // of the machine, but Naive
	Run       func(f *refine.Shadow, t *refine.Tour) func(*sched.S)
}

// Tour returns the tour of the graph, and the program with the options of its search.
func (g Graph) Tour(t *testing.T) (*refine.Tour, func(*sched.S), sched.Options) {
	t.Helper()
	b := g.Protocol()
	m, err := machine.Sized(b.Module, g.Constants+` Naive = ""`)
	require.NoError(t, err)
	f, err := refine.NewShadow(b, m)
	require.NoError(t, err)
	w, err := refine.NewTour(f, m, g.Name, 100_000)
	require.NoError(t, err)
	return w, g.Run(f, w), sched.Options{Strategy: w, Observer: f, Executions: math.MaxInt}
}

// Walk requires that the program takes every edge.
func Walk(t *testing.T, g Graph) {
	t.Helper()
	w, program, o := g.Tour(t)
	sched.Explore(t, program, o)
	t.Log(w)
	require.Empty(t, w.Lost())
	require.Equal(t, w.Edges(), w.Walked)
}

// JudgeWalk requires that TLC finds that some runs of the program are behaviours of the
// module.
func JudgeWalk(t *testing.T, tools *tlc.Tools, g Graph) {
	t.Helper()
	module := g.Protocol().Module
	w, program, o := g.Tour(t)
	o.Executions = 20
	w.Trace(Module(t, module), o.Executions)
	require.Nil(t, sched.Search(program, o).Failure)
	require.NotEmpty(t, w.Traces)
	require.Positive(t, w.Seen)
	t.Logf("%s: of %d of %d steps a value was seen in the code", module, w.Seen, lines(w.Traces))
	Judge(t, tools, module, g.Constants+` Naive = ""`, w.Traces)
}
