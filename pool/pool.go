package pool

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
)

// Pool runs tasks on a number of workers. Any number of goroutines may call its methods. A Pool
// must not be copied.
//
// Close a pool that is no longer needed. If an open pool becomes unreachable, a garbage
// collection closes it, some time later. It then prints to standard error where the pool was
// made.
//
// In a bubble of testing/synctest, use a pool that was made in the bubble, and close it there. If the
// caller is in the bubble and the pool is not, or the other way round, a call panics if it could wake
// a worker or wait for one.
type Pool struct {
	*state
	_       noCopy
	self    *Pool // of a copy, it points to the original
	cleanup runtime.Cleanup
}

// New returns a pool whose workers are all ready. It panics if an option is out of range.
func New(o Options) *Pool {
	s := newState(o.withDefaults(), manySweeps, longSpinLooks)
	if o.Workers == 0 {
		s.registry.startFollowing()
	}
	s.watchStalls()
	p := poolOf(s)
	p.cleanup = runtime.AddCleanup(p, lost, lostPool{s, creation()})
	return p
}

func poolOf(s *state) *Pool {
	p := &Pool{state: s}
	p.self = p
	return p
}

func newState(o Options, sweeps, longLooks int) *state {
	s := &state{options: o}
	s.sweeps, s.longLooks = sweeps, longLooks
	s.init()
	all := false
	defer func() {
		if !all {
			s.close() // Options.Deque panicked: the workers that were started leave
		}
	}()
	s.registry.opening = o.Workers > manyWorkers
	s.registry.resize(s, o.Workers)
	all = true
	s.registry.opening = false
	s.ready.Wait()
	return s
}

// lostPool is an unreachable pool that was not closed, and the stack of the call that made it.
type lostPool struct {
	*state
	made string
}

// complaints is where unclosed pools are reported. Tests replace it.
var complaints io.Writer = os.Stderr

// lost reports an unreachable pool, and closes it.
func lost(l lostPool) {
	fmt.Fprintf(complaints, "pool: a pool was not closed, and nobody can close it any more. It was made at\n%s", l.made)
	l.state.close()
}

// creation returns the stack of the caller of New.
func creation() string {
	pc := make([]uintptr, 16)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	text := ""
	for {
		f, more := frames.Next()
		text += fmt.Sprintf("\t%s\n\t\t%s:%d\n", f.Function, f.File, f.Line)
		if !more {
			return text
		}
	}
}

// Close refuses further submissions from outside. It waits until all submitted tasks are done
// and all workers have left. It also waits for submissions that running tasks make on their
// workers. If the context ends first, Close returns its cause, and the pool goes on closing. Close may be called several times.
//
// A task must not close its own pool, since Close would wait for that task. Close panics in
// this case if the context cannot end and the pool recognizes the task (see [Executor]).
func (p *Pool) Close(ctx context.Context) error {
	if p.mayWait(ctx, "Close") {
		return nil
	}
	p.cleanup.Stop()
	p.close()
	return p.waitGone(ctx)
}

// CloseNow is [Pool.Close] without doing the remaining tasks. Tasks that have not started are
// dropped, unless [Ctx.Take] takes them back. A running task is cancelled, and ends when it next
// forks or joins. A call that waits for a dropped or cancelled task gets ErrClosed. In a task of
// the pool, CloseNow panics as Close does.
func (p *Pool) CloseNow(ctx context.Context) error {
	if p.mayWait(ctx, "CloseNow") {
		return nil
	}
	p.cleanup.Stop()
	p.abandon()
	return p.waitGone(ctx)
}

func (s *state) waitGone(ctx context.Context) (err error) {
	s.waitOutside(func() { err = s.gone.wait(ctx, &s.parkers, &s.notGone) })
	return because(ctx, err)
}

// mayWait panics if the caller would wait for itself forever. It returns true if the caller need
// not wait, and must not wake the workers, which have left.
func (p *Pool) mayWait(ctx context.Context, call string) (gone bool) {
	p.check()
	gone = p.checkBubble()
	checkContext(ctx)
	if ctx.Done() == nil && p.currentWorker() != nil {
		panic("pool: " + call + " in a task of the pool, which would wait for itself")
	}
	return gone
}

// Resize sets the number of workers, and does not wait. It starts additional workers at once.
// That costs some microseconds for each new worker, and a few more for each worker that exists.
// A surplus worker stops when it finds no more tasks and no worker is in [Worker.Blocking]. If
// it stopped earlier, all other workers might be waiting, and none would run the remaining
// tasks. Stopped workers stay on standby until the pool is closed. After Resize the number of
// workers no longer follows GOMAXPROCS. Resize panics if n is out of range. It does nothing if the
// pool is closed.
func (p *Pool) Resize(n int) {
	p.check()
	p.checkBubble()
	if n < 1 || n > workersLimit/2 {
		panic(fmt.Sprintf("pool: Resize to %d workers; want 1 to %d", n, workersLimit/2))
	}
	p.registry.stopFollowing()
	p.registry.resize(p.state, n)
}

// Workers returns how many workers the pool is to have: the number that was given to New or Resize,
// or GOMAXPROCS if the pool follows it. Spares do not count.
func (p *Pool) Workers() int {
	p.check()
	return p.registry.targetCount()
}

func (s *state) close() {
	s.refuse()
	s.wakeAll() //tla:Park.CloseUnpark
}

// refuse refuses further submissions.
func (s *state) refuse() {
	s.registry.releaseAll()      // first, so that no worker starts after all have left
	waiters := s.injector.shut() //tla:Injector.CloseInjector
	for _, p := range waiters {
		p.Unpark() //tla:Injector.CloseWake
	}
}

func (s *state) abandon() {
	f := &failure{err: &CancelError{ErrClosed}}
	s.abandoned.CompareAndSwap(nil, f) //tla:- Join.AwaitCancel, of all trees
	s.refuse()
	for _, t := range s.injector.takeAll() { //tla:Injector.TakeAll
		if !t.discard(f) && t.root == t && t.isOver() {
			t.drop() // cancelled earlier
		}
	}
	s.interrupt()
}
