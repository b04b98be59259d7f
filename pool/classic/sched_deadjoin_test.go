package classic

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// greedy is CMU with continuation stealing before its authors found 2Q (2.2): who joins
// works on in its own context until the subtask is done.
type greedy struct {
	*CMU
	pushesStolen bool
	// gate is called where a worker has pushed what it stole, and where it begins or
	// resumes a task; joins where it has begun to wait. Either may be nil.
	gate  func(w int, stolen bool, t *CMUTask)
	waits func(w int, stack []cmuJoin)
	quit  func() bool
}

// work is process with a greedy join. It begins with the task in hand, if there is one.
func (g *greedy) work(w *cmuWorker, hand *CMUTask) {
	var stack []cmuJoin
	if hand != nil {
		stack = g.run(w, hand, stack)
	}
	for g.quit == nil || !g.quit() {
		t, _ := w.workq.Pop()
		if n := len(stack) - 1; t == nil && n >= 0 && w.joins(stack[n]) {
			t, stack = stack[n].task, stack[:n]
		}
		if t == nil {
			t = w.steal()
			if t != nil && g.pushesStolen {
				w.workq.Push(t)
				if g.gate != nil {
					g.gate(w.index, true, t)
				}
				continue
			}
		}
		if t != nil {
			stack = g.run(w, t, stack)
			continue
		}
		if g.root.isDone.Load() {
			return
		}
		runtime.Gosched()
	}
}

func (g *greedy) run(w *cmuWorker, t *CMUTask, stack []cmuJoin) []cmuJoin {
	if g.gate != nil {
		g.gate(w.index, false, t)
	}
	for {
		step, more := t.resume()
		n := len(stack) - 1
		switch {
		case !more && n >= 0 && stack[n].sub == t: // the join returns
			t.isDone.Store(true)
			t, stack = stack[n].task, stack[:n]
		case !more:
			t.isDone.Store(true)
			return stack
		case !step.join:
			w.workq.Push(t)
			w.workq.Push(step.child)
			return stack
		case !w.joins(cmuJoin{t, step.child}):
			stack = append(stack, cmuJoin{t, step.child})
			if g.waits != nil {
				g.waits(w.index, stack)
			}
			return stack
		}
	}
}

// fibs are Fib(33), which forks and joins Fib(32), which forks and joins Fib(31).
func fibs() (fib33, fib32, fib31 *CMUTask) {
	fib31 = NewCMUTask(func(*CMUContext) {})
	fib32 = NewCMUTask(func(c *CMUContext) { c.Fork(fib31); c.Join(fib31) })
	fib33 = NewCMUTask(func(c *CMUContext) { c.Fork(fib32); c.Join(fib32) })
	return
}

// distributed returns a pool whose worker 0 has forked both and has begun none: the state
// from which the document tells.
func distributed(p *CMU) {
	fib33, _, _ := fibs()
	p.root = fib33
	w := p.workers[0]
	w.workq.Push(fib33)
	for range 2 {
		t, _ := w.workq.Pop()
		step, _ := t.resume()
		w.workq.Push(t)
		w.workq.Push(step.child)
	}
}

// tells has them where the document tells of them: Fib(31) in the hand of thread 0, Fib(33) in
// the queue of thread 1, which has stolen it, and Fib(32) in the hand of thread 2. Where it
// is judged, the graph of who needs whom is looked at.
func tells(judged bool) func(*sched.S) {
	return func(s *sched.S) {
		g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree})}
		stacks := map[int][]cmuJoin{}
		if judged {
			g.waits = func(w int, stack []cmuJoin) {
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
			s.Go(func() { g.work(w, []*CMUTask{fib31, nil, fib32}[i]) })
		}
		s.Wait()
	}
}

// greedily runs a tree from its beginning.
func greedily(pushesStolen bool, root *vertex) func(*sched.S) {
	return func(s *sched.S) {
		g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree}), pushesStolen: pushesStolen}
		sum := 0
		g.root = generator(root, make([]atomic.Int32, 5), &sum)
		g.workers[0].workq.Push(g.root)
		for _, w := range g.workers {
			s.Go(func() { g.work(w, nil) })
		}
		s.Wait()
	}
}

func twoQueues(stolen bool) func(*sched.S) {
	return func(s *sched.S) {
		p := newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree})
		distributed(p)
		hands := [3]*CMUTask{}
		if stolen { // what the document tells: all three are in somebody's hand
			hands[1] = p.workers[1].steal()
			hands[2] = p.workers[2].steal()
			hands[0], _ = p.workers[0].workq.Pop()
		}
		for i, w := range p.workers {
			s.Go(func() {
				if hands[i] != nil {
					w.run(hands[i])
				}
				w.process()
			})
		}
		s.Wait()
		if !p.root.isDone.Load() {
			s.Errorf("the root is not done")
		}
	}
}

// The scheduler finds the dead join unaided: by systematic search from the state of which the
// document tells, and by random schedules from the beginning, also where thieves run what
// they have stolen at once.
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
		{program{"from the beginning", greedily(true, chain)}, strategy.NewRandom(1), sched.RuleLivelock},
		{program{"at once", greedily(false, nested)}, strategy.NewRandom(1), sched.RuleLivelock},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name == "from the beginning" {
				t.Skip("takes half a minute")
			}
			r := sched.Search(c.run, sched.Options{For: time.Minute, Strategy: c.strategy})
			require.NotNil(t, r.Failure, "it survived: %v", r)
			text := r.Report(sched.Token{Test: t.Name()}).Text
			require.Equal(t, c.rule, r.Failure.Rule, "%s", text)
			t.Logf("%s: execution %d, %d steps, %d preemptions\n%s", c.name, r.Executions, len(r.Failure.Trace), r.Failure.Preemptions, text)
		})
	}
}

// With two queues there is none, from the same state on.
func TestSched_TwoQueues(t *testing.T) { exhausted(t, twoQueues(true)) }
