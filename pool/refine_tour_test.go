package pool

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var tours = []refinetest.Graph{
	{Name: "Promotion F1T1", Protocol: promotionProtocol(1), Constants: "Forks = 1 Thieves = 1 Closes = TRUE Leaf = FALSE", Run: promotesPlanned(1)},
	{Name: "Promotion F2T1", Protocol: promotionProtocol(1), Constants: "Forks = 2 Thieves = 1 Closes = TRUE Leaf = FALSE", Run: promotesPlanned(2)},
	{Name: "Frames F1T1", Protocol: framesProtocol, Constants: framesSizes(1, false), Run: framesPlanned(1, false)},
	{Name: "Frames F2T1", Protocol: framesProtocol, Constants: framesSizes(2, true), Run: framesPlanned(2, true)},
	{Name: "Injector S1", Protocol: plannedInjector, Constants: injectorSizes(1, 1, 1), Run: injectsPlanned(1)},
	{Name: "Injector S2", Protocol: plannedInjector, Constants: injectorSizes(2, 1, 1), Run: injectsPlanned(2)},
	{Name: "Join W1O1", Protocol: plannedJoin(joinProtocol(1)), Constants: joinSizes(7, 1, 1), Run: planned(aScope(1), awaits)},
	{Name: "Join W2 of closures", Protocol: plannedJoin(closuresProtocol(2)), Constants: nudged(1, 6, 2, 0), Run: planned(twoJoins(2))},
	{Name: "Join W2", Protocol: plannedJoin(interruptedProtocol(2)), Constants: joinSizes(7, 2, 0), Run: planned(aScope(2))},
	{Name: "Join W2O1", Protocol: plannedJoin(interruptedProtocol(2)), Constants: joinSizes(7, 2, 1), Run: planned(aScope(2), awaits)},
	{Name: "Park W1T1", Protocol: parkProtocol, Constants: parkSizes(1, 1, 0), Run: parksPlanned(1, 1)},
	{Name: "Park W1T2", Protocol: parkProtocol, Constants: parkSizes(1, 2, 0), Run: parksPlanned(1, 2)},
	{Name: "Park W2T1", Protocol: parkProtocol, Constants: parkSizes(2, 1, 0), Run: parksPlanned(2, 1)},
}

// The pool's production code takes every edge of the graphs of its machines.
func TestSched_Tours(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, g := range tours {
		t.Run(g.Name, func(t *testing.T) { refinetest.Walk(t, g) })
	}
}

// Whether the code takes every edge of these graphs is not known. The test tours each for a
// while. The list in tla/README.md says why it does not finish.
func TestSched_ToursWithoutEnd(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, c := range []struct {
		refinetest.Graph
		why string
	}{
		{refinetest.Graph{Name: "Park W2T2", Protocol: parkProtocol, Constants: parkSizes(2, 2, 0), Run: parksPlanned(2, 2)},
			"10 million executions were not enough"},
		{refinetest.Graph{Name: "Join W2 of a scope whose task forks", Protocol: plannedJoin(forkingProtocol), Constants: nudged(1, 10, 2, 0), Run: planned(forkingScope(2))},
			"89.71 % were, of the others each was tried 300 times; most want a worker that wakes, or looks, where the code does not"},
	} {
		t.Run(c.Name, func(t *testing.T) { refinetest.Begin(t, c.Graph, long.Bound(500, 5_000), c.why) })
	}
}

// A tour of a machine that can do more than the code does not end. In this machine a worker may
// have spurious wake-ups.
func TestSched_ToursOfNoMore(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	strays := strings.ReplaceAll(parkSizes(1, 1, 0), "Strays = 0", "Strays = 1")
	w, program, o := refinetest.Graph{Name: "Park W1T1 with strays", Protocol: parkProtocol, Constants: strays, Run: parksPlanned(1, 1)}.Tour(t)
	o.Executions = 50_000 // the graph without strays takes 277
	require.Nil(t, sched.Search(program, o).Failure)
	require.Less(t, w.Walked, w.Edges())
	require.Contains(t, w.Lost(), "worker 1 at Park: ")
	t.Log(w, w.Lost())
}

// TLC itself judges some of these runs: each must be a behaviour of the module.
func TestSched_Traces(t *testing.T) {
	tools := refinetest.Tools(t)
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for i, g := range tours {
		module := g.Protocol().Module
		if i+1 < len(tours) && tours[i+1].Protocol().Module == module {
			continue // the largest graph of each module
		}
		t.Run(module, func(t *testing.T) {
			if module != "Park" && !long.Searches() {
				t.Skipf("one is enough for a short run: set %s=1 for all", long.Env)
			}
			refinetest.JudgeWalk(t, tools, g)
		})
	}
}

// plannedForks are tasks that fork and join as the plan of a tour says.
type plannedForks struct {
	choices []int // choices of the owner that are left: see OwnerIdle
	forks   int   // forks that are left
	forked  int
}

// These are the choices of OwnerIdle.
const (
	forksOne = iota
	joinsOne
)

var plan *plannedForks // of the execution: executions run one at a time

var scripted = Define(func(c *Ctx[int, int], frame int) int {
	// The body of a frame does not matter, unless its owner has claimed its job.
	if t, is := c.w.task.body.(*job[int, int]); c.w.number == 0 && is && t.arg == frame {
		plan.run(c, frame > 0)
	}
	return frame
})

// run follows the plan up to the end of a body, and after the plan does the rest.
func (p *plannedForks) run(c *Ctx[int, int], inside bool) {
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
			choices, _ := t.Choices("owner", "OwnerIdle")
			plan = &plannedForks{choices: choices, forks: forks}
			promotesAs(s, f, &job[int, int]{def: scripted}, 1, closesSometime)
		}
	}
}

// plannedInjector is for programs in which the return of Close does not matter.
func plannedInjector() refine.Protocol {
	p := injectorProtocol()
	p.Silent, p.Stops = p.Stops, nil
	return p
}

// injectsPlanned makes each submitter and the closer make their planned call.
func injectsPlanned(submitters int) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, t *refine.Tour) func(*sched.S) {
		return injection{submitters: submitters, other: func(thread, action string) bool {
			choices, _ := t.Choices(thread, action)
			return len(choices) > 0 && choices[0] == 1
		}}.followed(f)
	}
}

// plannedJoin is for programs in which a worker leaves as it does in the module.
func plannedJoin(protocol func() refine.Protocol) func() refine.Protocol {
	return func() refine.Protocol {
		p := protocol()
		p.Roles["worker"] = append(p.Roles["worker"], refine.Rule{
			Label: "Join.Look", In: "over", Do: []string{"Find"}, Form: refine.Whole, Looks: refine.Always,
			Why: "in the module a worker leaves when all roots are complete",
		})
		return p
	}
}

// over is a worker's look at a root before it leaves: here there is one root.
func over(root *Task) bool { return root.status.Load() == complete } //tla:Join.Look

// planned makes workers look where the plan says that they find a task.
func planned(j forest, outsiders ...func(*state, *Task)) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, t *refine.Tour) func(*sched.S) {
		j.sweeps = 2
		choices := func(action string) func(*Worker) []int {
			return func(w *Worker) []int {
				choices, _ := t.Choices(fmt.Sprintf("worker %d", w.number+1), action)
				return choices
			}
		}
		j.places, j.more = choices("Find"), choices("More")
		return j.followed(outsiders...)(f)
	}
}

// parksPlanned makes workers loop, while one thread publishes tasks and another closes the pool.
// A worker that has just woken another goes to sleep without a sweep. The plan says which worker
// does, and the program sets the flag woke of that worker.
func parksPlanned(n, tasks int) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, t *refine.Tour) func(*sched.S) {
		return func(s *sched.S) {
			p, workers, root := parkParts(s, f, n)
			choose := func(w *Worker) {
				choices, done := t.Choices(fmt.Sprintf("worker %d", w.number+1), "Search")
				w.woke = done < len(choices) && choices[done] == 1
			}
			s.GoNamed("outside", func() {
				for range tasks {
					t := &scoped{f: choose}
					t.body = t
					t.child(root, nil)
					if !queues(&p.injector, &t.Task) { //tla:Join.Pass
						return
					}
					p.sleepers.notify(root, computes)
				}
			})
			for i, w := range workers {
				choose(w)
				s.GoNamed(fmt.Sprintf("worker %d", i+1), w.loop)
			}
			s.GoNamed("closer", p.close)
			s.Wait()
		}
	}
}

// queues puts a task into the queue, like a submission, unless the pool is closed. It reports
// whether it did.
func queues(i *injector, t *Task) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed.Load() {
		return false
	}
	i.own.push(t)
	i.queued()
	return true
}
