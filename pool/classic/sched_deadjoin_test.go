package classic

import (
	"iter"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model/sched"
)

// greedy is CMU with continuation stealing before its authors found 2Q (2.2). A worker that joins
// runs other tasks on top of the join until the subtask is done.
type greedy struct {
	*CMU
	pushesStolen bool
	oldest       bool // every pop is a steal, as from the single queue of all threads (2.2)
	// gate is called when a worker has pushed a stolen task, and when it begins or resumes a
	// task. joins is called when a worker begins to wait. Either may be nil.
	gate  func(w int, stolen bool, t *task[*CMUContext])
	waits func(w int, stack []waiting)
	quit  func() bool
}

// waiting is a continuation that waits for its subtask.
type waiting struct{ task, sub *task[*CMUContext] }

// work is process with a greedy join. It begins with the task in hand, if there is one. It
// returns the contexts whose joins have not returned.
func (g *greedy) work(w *cmuWorker, hand *CMUContext) (stack []*CMUContext) {
	if hand != nil {
		stack = g.run(w, hand, stack)
	}
	for g.quit == nil || !g.quit() {
		c := g.pop(w)
		if n := len(stack) - 1; c == nil && n >= 0 && stack[n].sub.isComplete() {
			c, stack = stack[n], stack[:n]
		}
		if c == nil {
			c = w.steal()
			if c != nil && g.pushesStolen {
				t := c.task
				w.workq.Push(c)
				if g.gate != nil {
					g.gate(w.index, true, t)
				}
				continue
			}
		}
		if c != nil {
			stack = g.run(w, c, stack)
			continue
		}
		if g.root.isComplete() {
			return stack
		}
		runtime.Gosched()
	}
	return stack
}

func (g *greedy) pop(w *cmuWorker) (c *CMUContext) {
	if g.oldest {
		c, _ = w.workq.Steal()
	} else {
		c, _ = w.workq.Pop()
	}
	return c
}

func (g *greedy) run(w *cmuWorker, c *CMUContext, stack []*CMUContext) []*CMUContext {
	if g.gate != nil {
		g.gate(w.index, false, c.task)
	}
	for {
		child, more := c.resume()
		n := len(stack) - 1
		switch {
		case !more && n >= 0 && stack[n].sub == c.task: // the join returns
			c.task.finish()
			c, stack = stack[n], stack[:n]
		case !more:
			c.task.finish()
			return stack
		case c.sub == nil:
			w.workq.Push(c)
			w.workq.Push(&CMUContext{task: child})
			return stack
		case !c.sub.isComplete():
			stack = append(stack, c)
			if g.waits != nil {
				var all []waiting
				for _, c := range stack {
					all = append(all, waiting{c.task, c.sub})
				}
				g.waits(w.index, all)
			}
			return stack
		}
	}
}

// resume makes a generator run to its next fork or join.
func (c *CMUContext) resume() (*task[*CMUContext], bool) {
	if c.next == nil {
		c.next, _ = iter.Pull(c.steps)
	}
	return c.next()
}

// fibs are Fib(33), which forks and joins Fib(32), which forks and joins Fib(31).
func fibs() (fib33, fib32, fib31 *task[*CMUContext]) {
	child := cmuTask(func(*CMUContext) {})
	middle := cmuTask(func(c *CMUContext) { child.Fork(c); child.Join(c) })
	root := cmuTask(func(c *CMUContext) { middle.Fork(c); middle.Join(c) })
	return &root.task, &middle.task, &child.task
}

// distributed returns a pool whose worker 0 has forked both tasks and has begun none. This is the
// state in which the document starts.
func distributed(p *CMU) {
	fib33, _, _ := fibs()
	p.begin(fib33)
	w := p.workers[0]
	for range 2 {
		c, _ := w.workq.Pop()
		child, _ := c.resume()
		w.workq.Push(c)
		w.workq.Push(&CMUContext{task: child})
	}
}

// tells puts the tasks where the document has them: Fib(31) in the hand of thread 0, Fib(33) in
// the queue of thread 1, which has stolen it, and Fib(32) in the hand of thread 2. If judged, the
// program looks for a cycle of tasks that need each other.
func tells(judged bool) func(*sched.S) {
	return func(s *sched.S) {
		g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree})}
		stacks := map[int][]waiting{}
		if judged {
			g.waits = func(w int, stack []waiting) {
				stacks[w] = stack
				if c := cycle(stacks); c != nil {
					s.Errorf("%d tasks need each other", len(c))
				}
			}
		}
		distributed(g.CMU)
		g.workers[1].workq.Push(g.workers[1].steal())
		fib32 := g.workers[2].steal()
		fib31, _ := g.workers[0].workq.Pop()
		for i, w := range g.workers {
			s.Go(func() { g.work(w, []*CMUContext{fib31, nil, fib32}[i]) })
		}
		s.Wait()
	}
}

// greedily runs a tree from its beginning.
func greedily(g greedy, o CMUOptions, root *vertex) func(*sched.S) {
	o.Workers, o.Continuation, o.Deque = 3, true, CMULockFree
	return func(s *sched.S) {
		g := g
		g.CMU = newCMU(o)
		g.begin(&future[*CMUContext](root, make([]atomic.Int32, 5)).task)
		for _, w := range g.workers {
			s.Go(func() { g.work(w, nil) })
		}
		s.Wait()
	}
}

// twoQueues goes on with 2Q from the state of tells. A worker has each of the three tasks in
// hand.
func twoQueues(s *sched.S) {
	p := newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree})
	distributed(p)
	hands := [3]*CMUContext{1: p.workers[1].steal(), 2: p.workers[2].steal()}
	hands[0], _ = p.workers[0].workq.Pop()
	for i, w := range p.workers {
		s.Go(func() {
			w.run(hands[i])
			w.process()
		})
	}
	s.Wait()
	if !p.root.isComplete() {
		s.Errorf("the root is not done")
	}
}

// The scheduler finds the dead join by itself. Systematic search finds it from the state of the
// document, and random schedules find it from the beginning. Random schedules also find it if
// thieves run stolen tasks at once.
func TestSched_DeadJoin(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedClassic of package fuzz")
	}
	for _, c := range []struct {
		program
		strategy strategy.Strategy
		rule     string
	}{
		{program{"as told", tells(false)}, nil, sched.RuleLivelock},
		{program{"as told, judged", tells(true)}, nil, sched.RuleAssertion},
		{program{"from the beginning", greedily(greedy{pushesStolen: true}, CMUOptions{}, chain)}, strategy.NewRandom(1), sched.RuleLivelock},
		{program{"at once", greedily(greedy{}, CMUOptions{}, nested)}, strategy.NewRandom(1), sched.RuleLivelock},
		{program{"one queue, its oldest", greedily(greedy{oldest: true}, CMUOptions{Central: true}, nested)}, strategy.NewRandom(1), sched.RuleLivelock},
		{program{"one queue, its newest", greedily(greedy{}, CMUOptions{Central: true}, nested)}, strategy.NewRandom(1), sched.RuleLivelock},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name == "from the beginning" {
				t.Skip("takes half a minute")
			}
			r := sched.Search(c.run, sched.Options{For: time.Minute, Strategy: c.strategy})
			require.NotNil(t, r.Failure, "it survived: %v", r)
			text := r.Failure.String()
			require.Equal(t, c.rule, r.Failure.Rule, "%s", text)
			t.Logf("%s: execution %d, %d steps, %d preemptions\n%s", c.name, r.Executions, len(r.Failure.Trace), r.Failure.Preemptions, text)
		})
	}
}

// With two queues there is no dead join from the same state.
func TestSched_TwoQueues(t *testing.T) { exhausted(t, twoQueues) }
