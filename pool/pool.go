package pool

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
)

// Pool runs tasks on a number of workers. All methods may be called by any number
// of goroutines.
//
// A pool that is no longer needed is to be closed. One that nobody can reach any
// more, and that is open, is closed by the garbage collector some time, and
// reported on standard error together with where it was made. A Pool must not be copied.
type Pool struct {
	*state
	_       noCopy
	self    *Pool // a copy has another one's
	cleanup runtime.Cleanup
}

// New returns a pool, all of whose workers are ready. It panics if an option is out
// of range.
func New(o Options) *Pool {
	s := newState(o.withDefaults(), manySweeps, longSpinLooks)
	p := poolOf(s)
	p.cleanup = runtime.AddCleanup(p, lost, lostPool{s, creation()})
	return p
}

func poolOf(s *state) *Pool {
	p := &Pool{state: s}
	p.self = p
	return p
}

func newState(o Options, sweeps, patience int) *state {
	s := &state{options: o}
	s.sweeps, s.longLooks = sweeps, patience
	s.init()
	all := false
	defer func() {
		if !all {
			s.close() // Options.Deque has panicked: those that were begun leave
		}
	}()
	s.registry.resize(s, o.Workers)
	all = true
	s.ready.Wait()
	return s
}

// lostPool is a pool that was not closed, and where it was made.
type lostPool struct {
	*state
	made string
}

// complaints is where lost pools are reported.
var complaints io.Writer = os.Stderr

// lost reports a pool that nobody can reach any more, and closes it.
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

// Close lets no more tasks in and waits until all that were submitted are done, and
// all workers gone. What running tasks submit on their workers counts as theirs, and is waited
// for. If the context ends before, Close returns its error; the pool
// goes on all the same. It may be called several times. In a task of the pool, which it would
// wait for, it panics if the context cannot end (and the pool knows its tasks: see [Executor]).
func (p *Pool) Close(ctx context.Context) error {
	p.mayWait(ctx, "Close")
	p.cleanup.Stop()
	p.close()
	return p.waitGone(ctx)
}

// CloseNow is Close for those who do not want the tasks to be done: what has not
// begun is dropped, save what is taken back by [Ctx.Take], and what runs ends when it next
// forks or joins. Who waits for such a task is told ErrClosed. In a task of the pool it panics,
// as Close.
func (p *Pool) CloseNow(ctx context.Context) error {
	p.mayWait(ctx, "CloseNow")
	p.cleanup.Stop()
	p.abandon()
	return p.waitGone(ctx)
}

func (s *state) waitGone(ctx context.Context) (err error) {
	s.waitOutside(func() { err = s.gone.wait(ctx, &s.parkers, &s.notGone) })
	return err
}

// mayWait panics if the caller would wait for itself for ever.
func (p *Pool) mayWait(ctx context.Context, call string) {
	p.check()
	checkContext(ctx)
	if ctx.Done() == nil && p.currentWorker() != nil {
		panic("pool: " + call + " in a task of the pool, which would wait for itself")
	}
}

// Resize sets the number of workers. More begin at once; fewer remain as soon as
// some find no more to run, and while none is in [Worker.Blocking]: one that is too many
// goes on as long as there are tasks, since all others may be waiting. It does not wait for
// that; beginning one costs some microseconds, and a few more for each that there is. Workers that are too
// many rest until the pool is closed. It panics if n is out of range,
// and does nothing if the pool is closed.
func (p *Pool) Resize(n int) {
	p.check()
	if n < 1 || n > workersLimit/2 {
		panic(fmt.Sprintf("pool: Resize to %d workers; want 1 to %d", n, workersLimit/2))
	}
	p.registry.resize(p.state, n)
}

// Workers returns how many workers there are to be, without spares.
func (p *Pool) Workers() int {
	p.check()
	return p.registry.targetCount()
}

func (s *state) close() {
	s.refuse()
	s.wakeAll() //tla:Park.CloseUnpark
}

// refuse lets nothing more in.
func (s *state) refuse() {
	s.registry.releaseAll()      // first, so that nobody is hired when all have left
	waiters := s.injector.shut() //tla:Injector.CloseInjector
	for _, p := range waiters {
		p.Unpark() //tla:Injector.CloseWake
	}
}

func (s *state) abandon() {
	f := &failure{&CancelError{ErrClosed}}
	s.abandoned.CompareAndSwap(nil, f) //tla:- Join.AwaitCancel, of all trees
	s.refuse()
	for _, t := range s.injector.takeAll() { //tla:Injector.TakeAll
		if !t.discard(f) && t.root == t && t.isOver() {
			t.drop() // it was cancelled before
		}
	}
	s.interrupt()
}
