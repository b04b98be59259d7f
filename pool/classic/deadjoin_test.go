package classic

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
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

// work is process with a greedy join.
func (g *greedy) work(w *cmuWorker) {
	var stack []cmuJoin
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

// cycle returns tasks of which each needs the next one, and the last one the first: a
// context waits for its subtask, and what lies below another cannot go on before it. It
// returns nil if there are none.
func cycle(stacks map[int][]cmuJoin) (found []*CMUTask) {
	needs := map[*CMUTask][]*CMUTask{}
	for _, stack := range stacks {
		for i, e := range stack {
			if !e.sub.isDone.Load() {
				needs[e.task] = append(needs[e.task], e.sub)
			}
			if i+1 < len(stack) {
				needs[e.task] = append(needs[e.task], stack[i+1].task)
			}
		}
	}
	var path []*CMUTask
	var visit func(t *CMUTask) bool
	visit = func(t *CMUTask) bool {
		for i, p := range path {
			if p == t {
				found = append(found, path[i:]...)
				return true
			}
		}
		path = append(path, t)
		for _, next := range needs[t] {
			if visit(next) {
				return true
			}
		}
		path = path[:len(path)-1]
		return false
	}
	for t := range needs {
		if visit(t) {
			return found
		}
	}
	return nil
}

// fibs are Fib(33), which forks and joins Fib(32), which forks and joins Fib(31).
func fibs() (fib33, fib32, fib31 *CMUTask) {
	fib31 = NewCMUTask(func(*CMUContext) {})
	fib32 = NewCMUTask(func(c *CMUContext) { c.Fork(fib31); c.Join(fib31) })
	fib33 = NewCMUTask(func(c *CMUContext) { c.Fork(fib32); c.Join(fib32) })
	return
}

// The dead join of figure 2, by the steals that the document tells, on real goroutines. No
// time is waited for: each gate opens when another thread has come to a given place.
func TestDeadJoin_AsTold(t *testing.T) {
	before := runtime.NumGoroutine()
	fib33, fib32, fib31 := fibs()
	g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true}), pushesStolen: true}
	g.root = fib33
	g.workers[0].workq.Push(fib33)
	began31, pushed33, dead := make(chan bool), make(chan bool), make(chan bool)
	g.gate = func(w int, stolen bool, task *CMUTask) {
		switch {
		case w == 0 && task == fib31: // thread 0 has begun Fib(31), and does not end it yet
			close(began31)
			<-dead
		case w == 1 && stolen && task == fib33: // thread 1 has stolen Fib(33), and pushed it
			close(pushed33)
			<-dead
		}
	}
	var mu sync.Mutex
	stacks := map[int][]cmuJoin{}
	var found []*CMUTask
	over := false
	g.waits = func(w int, stack []cmuJoin) {
		mu.Lock()
		defer mu.Unlock()
		stacks[w] = append([]cmuJoin(nil), stack...)
		if c := cycle(stacks); c != nil && found == nil {
			found = c
			close(dead)
		}
	}
	g.quit = func() bool {
		mu.Lock()
		defer mu.Unlock()
		return over
	}
	var threads sync.WaitGroup
	threads.Go(func() { g.work(g.workers[0]) })
	threads.Go(func() { <-began31; g.work(g.workers[1]) })
	threads.Go(func() { <-pushed33; g.work(g.workers[2]) })
	<-dead
	for !fib31.isDone.Load() { // thread 0 ends it: that is no way out
		runtime.Gosched()
	}
	mu.Lock()
	require.ElementsMatch(t, []*CMUTask{fib33, fib32}, found, "they need each other")
	require.ElementsMatch(t, found, cycle(stacks), "and for ever")
	require.Equal(t, []cmuJoin{{fib32, fib31}, {fib33, fib32}}, stacks[2])
	over = true
	mu.Unlock()
	threads.Wait()
	// Nothing but the order of the stack was in the way.
	for _, task := range []*CMUTask{fib32, fib33} {
		require.False(t, task.isDone.Load())
		_, more := task.resume()
		require.False(t, more)
	}
	ended(t, before)
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

func deadJoin(told bool) func(*sched.S) {
	return func(s *sched.S) {
		g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree}), pushesStolen: told}
		distributed(g.CMU)
		for _, w := range g.workers {
			s.Go(func() { g.work(w) })
		}
		s.Wait()
	}
}

func twoQueues(s *sched.S) {
	p := newCMU(CMUOptions{Workers: 3, Continuation: true, Deque: CMULockFree})
	distributed(p)
	for _, w := range p.workers {
		s.Go(w.process)
	}
	s.Wait()
	if !p.root.isDone.Load() {
		s.Errorf("the root is not done")
	}
}

// The scheduler is told nothing of it.
func TestSched_DeadJoin(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedClassic of package fuzz")
	}
	for name, program := range map[string]func(*sched.S){"as told": deadJoin(true), "at once": deadJoin(false)} {
		t.Run(name, func(t *testing.T) {
			r := sched.Search(program, sched.Options{For: time.Minute})
			require.NotNil(t, r.Failure, "it survived: %v", r)
			text := r.Report(sched.Token{Test: t.Name()}).Text
			require.Equal(t, sched.RuleLivelock, r.Failure.Rule, "%s", text)
			t.Logf("execution %d, %d steps, %d preemptions\n%s", r.Executions, len(r.Failure.Trace), r.Failure.Preemptions, text)
		})
	}
}

// With two queues there is none, from the same state on.
func TestSched_TwoQueues(t *testing.T) { exhausted(t, twoQueues) }
