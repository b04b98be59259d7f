package pool

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/refine/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// toured is a graph of a machine, each edge of which the code takes.
type toured struct {
	name      string
	protocol  func() refine.Protocol
	constants string
	run       func(f *refine.Shadow, t *refine.Tour) func(*sched.S)
}

var tours = []toured{
	{"Promotion F1T1", promotionProtocol(1), "Forks = 1 Thieves = 1 Closes = TRUE Leaf = FALSE", promotesPlanned(1)},
	{"Promotion F2T1", promotionProtocol(1), "Forks = 2 Thieves = 1 Closes = TRUE Leaf = FALSE", promotesPlanned(2)},
}

// tour returns the tour of a graph, with the program.
func (p toured) tour(t *testing.T) (*refine.Tour, func(*sched.S), sched.Options) {
	b := p.protocol()
	m, err := machine.Sized(b.Module, p.constants+` Naive = ""`)
	require.NoError(t, err)
	f, err := refine.NewShadow(b, m)
	require.NoError(t, err)
	w, err := refine.NewTour(f, m, p.name, 100_000)
	require.NoError(t, err)
	return w, p.run(f, w), sched.Options{Strategy: w, Observer: f, Executions: math.MaxInt}
}

// The pool's protocols in production code take every edge of the graphs of their machines.
func TestSched_Tours(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, p := range tours {
		t.Run(p.name, func(t *testing.T) {
			w, program, o := p.tour(t)
			sched.Explore(t, program, o)
			t.Log(w)
			require.Empty(t, w.Lost())
			require.Equal(t, w.Edges(), w.Walked)
		})
	}
}

// TLC judges some of these runs itself: each is a behaviour of the module.
func TestSched_Traces(t *testing.T) {
	tools := refinetest.Tools(t)
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	p := tours[len(tours)-1]
	w, program, o := p.tour(t)
	o.Executions = 20
	w.Trace(refinetest.Module(t, "Promotion"), o.Executions)
	require.Nil(t, sched.Search(program, o).Failure)
	require.Len(t, w.Traces, o.Executions)
	refinetest.Judge(t, tools, "Promotion", p.constants+` Naive = ""`, w.Traces)
}

// planned are tasks that fork and join as the plan of a tour says.
type planned struct {
	choices []int // of the owner that are left: see OwnerIdle
	forks   int   // that are left
	forked  int
}

// The choices of OwnerIdle.
const (
	forksOne = iota
	joinsOne
)

var plan *planned // of the execution: they are one at a time

var scripted = Define(func(c *Ctx[int, int], frame int) int {
	// The body of a frame is of no interest, unless its owner has claimed its job.
	if t, is := c.w.task.body.(*job[int, int]); c.w.number == 0 && is && t.arg == frame {
		plan.run(c, frame > 0)
	}
	return frame
})

// run does what is planned up to the end of a body, and after the plan what is left.
func (p *planned) run(c *Ctx[int, int], inside bool) {
	var handles []int
	fork := func() {
		p.forks--
		p.forked++
		handles = append(handles, c.Fork(p.forked))
	}
	join := func() {
		last := len(handles) - 1
		c.Join(handles[last])
		handles = handles[:last]
	}
	for len(p.choices) > 0 {
		choice := p.choices[0]
		p.choices = p.choices[1:]
		switch {
		case choice == forksOne && p.forks > 0:
			fork()
		case choice == joinsOne && len(handles) > 0:
			join()
		case choice == joinsOne && inside:
			return
		}
	}
	for p.forks > 0 {
		fork()
	}
	for len(handles) > 0 {
		join()
	}
}

func promotesPlanned(forks int) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, t *refine.Tour) func(*sched.S) {
		return func(s *sched.S) {
			plan = &planned{choices: t.Choices("owner", "OwnerIdle"), forks: forks}
			promotesAs(s, f, &job[int, int]{def: scripted}, 1, closesSometime)
		}
	}
}
