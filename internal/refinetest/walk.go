package refinetest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/tla"
)

// Graph is the graph of a machine, and a program that must take each edge.
type Graph struct {
	Name      string
	Protocol  func() refine.Protocol
	Constants string // of the machine, without Naive
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

// walkSmall is the number of executions of a walk without the bounds of CI. A graph that needs more is then
// not walked to its end.
const walkSmall = 200

// Walk requires that the program takes every edge.
func Walk(t *testing.T, g Graph) {
	t.Helper()
	w, program, o := g.Tour(t)
	if !long.Searches() {
		o.Executions = walkSmall
	}
	sched.Explore(t, program, o)
	t.Log(w)
	require.Empty(t, w.Lost())
	if !long.Searches() && w.Walked < w.Edges() {
		require.Positive(t, w.Walked)
		return
	}
	require.Equal(t, w.Edges(), w.Walked)
	Listed(t, w.Graph()+", 100 % walked")
}

// Begin walks part of a graph that is too large to be walked to its end. It requires that no step diverges in
// the given number of executions, and that tla/README.md says why the walk is not complete.
func Begin(t *testing.T, g Graph, executions int, why string) {
	t.Helper()
	w, program, o := g.Tour(t)
	o.Executions = executions
	r := sched.Search(program, o)
	require.Nil(t, r.Failure)
	t.Logf("%v: %s", w, why)
	require.Positive(t, w.Walked)
	require.Less(t, w.Walked, w.Edges(), "this graph is walked to its end; move it to the complete ones")
	Listed(t, w.Graph()+", not walked to the end: "+why)
}

// Listed requires that tla/README.md has a line.
func Listed(t *testing.T, line string) {
	t.Helper()
	require.True(t, slices.Contains(strings.Split(tla.Readme, "\n"), line), "tla/README.md must have the line\n%s", line)
}

// JudgeWalk requires that TLC accepts some runs of the program as behaviours of the module.
func JudgeWalk(t *testing.T, tools *tlc.Tools, g Graph) {
	t.Helper()
	module := g.Protocol().Module
	w, program, o := g.Tour(t)
	o.Executions = 20
	w.Trace(Module(t, module), o.Executions)
	require.Nil(t, sched.Search(program, o).Failure)
	require.NotEmpty(t, w.Traces)
	require.Positive(t, w.Seen)
	t.Logf("%s: the code showed a value in %d of %d steps", module, w.Seen, lines(w.Traces))
	Judge(t, tools, module, g.Constants+` Naive = ""`, w.Traces)
}
