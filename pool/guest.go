package pool

import (
	"context"
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// With Options.CallerRuns, a caller of Run, of a loop or of ForEachErr takes the place of an idle worker that sleeps,
// and runs its function itself. tla/pool/Guest.tla specifies the protocol; parking.md explains it.
//
// The caller works with a handle of its own, the guest of that worker. So it shares no deque, no parker and no
// frames with the worker's goroutine. Only the place is shared: while a caller has it, the worker is not listed as a
// sleeper. If its goroutine wakes, it marks the place as wanted and parks again.

// countSubmission counts the function of a caller as a submission.
func (i *injector) countSubmission() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed.Load() {
		return ErrClosed
	}
	i.accepted++
	return nil
}

// performHere is perform, with the caller in the place of a worker if Options.CallerRuns allows that.
func performHere(ctx context.Context, x Executor, t *Task) error {
	if p, is := x.(*Pool); is && p != nil && p.state != nil && p.options.CallerRuns {
		s, _ := executor(ctx, x)
		defer runtime.KeepAlive(x) // the garbage collector must not close the pool meanwhile
		if ran, err := s.runHere(ctx, t); ran {
			return err
		}
	}
	return perform(ctx, x, t)
}

// runHere runs t on the caller's goroutine, if it can have the place of a sleeping worker.
func (s *state) runHere(ctx context.Context, t *Task) (ran bool, err error) {
	if ctx.Err() != nil || s.injector.some.Load() || s.currentWorker() != nil || s.workerOfOtherPool() != nil {
		return false, nil
	}
	t.label(ctx)
	if t.labels != nil {
		return false, nil // they would have to be set, and the caller's own ones could not be restored
	}
	t.ctx, t.root = ctx, t
	w := s.sleepers.takeSeat()
	if w == nil {
		return false, nil
	}
	if err := s.runInPlaceOf(ctx, w, t); err != nil {
		return true, err
	}
	return true, t.outcome()
}

// runInPlaceOf runs t in the place of w.
func (s *state) runInPlaceOf(ctx context.Context, w *sleeper, t *Task) error {
	defer s.leave(w)
	if w.seat.guest == nil {
		w.seat.guest = s.registry.addGuest(s)
	}
	if err := s.injector.countSubmission(); err != nil {
		return err
	}
	g := w.seat.guest
	defer g.unbind()
	g.bindToCaller()
	if ctx.Done() != nil {
		defer s.watch(ctx, t)()
	}
	g.run(t)
	if !t.isComplete() { // its context has ended: the goroutine that watches the context will complete it
		return t.wait(context.Background(), &s.parkers, nil)
	}
	return nil
}

// bindToCaller binds a guest to the calling goroutine.
func (g *Worker) bindToCaller() {
	g.goroutine = park.Goroutine()
	g.boundTo.Store(g.goroutine)
	g.line = ""
	g.lineSeen.Store(nil)
	if g.state.workers.snapshot().active == 1 {
		atomic.AndUint32(&g.poll, ^request) // no other worker could take a frame
	}
	g.counted.turns(busy)
}

// unbind undoes bindToCaller, and counts the function as done.
func (g *Worker) unbind() {
	g.boundTo.Store(0)
	g.clean()
	g.counted.turns(parked)
	if g.pauses++; g.pauses%choresEach == 0 {
		g.state.registry.follow(g.state)
	}
	n := g.done + 1
	g.done = 0
	if g.pool.injector.finished(n) {
		g.pool.wakeAll()
	}
}

// leave gives the place of w back. Like a worker that goes to sleep, the caller first asks each other worker for
// frames, then lists w as a sleeper, then looks for a task. If it finds one, it wakes a worker for it.
func (s *state) leave(w *sleeper) {
	for _, v := range s.workers.snapshot().victims {
		if &v.sleeper != w && v.handle != w.seat.guest {
			v.ask()
		}
	}
	s.sleepers.giveSeat(w)
	if s.injector.some.Load() {
		s.sleepers.notify(nil, computes)
		return
	}
	for _, v := range s.workers.snapshot().victims {
		if t := v.take(); t != nil {
			v.pass(t)
			return
		}
	}
}

// take takes a task from w, for the caller to pass on, or returns nil.
func (w *searcher) take() *Task {
	if t := w.claim(); t != nil {
		return t
	}
	for n := 0; ; n++ {
		t, r := w.deque.Steal()
		switch r {
		case wsq.Stolen:
			return t
		case wsq.Empty:
			return nil
		}
		if n > 3 {
			runtime.Gosched()
		}
	}
}

// addGuest makes a guest. Thieves look at it. It does not count as active.
func (r *registry) addGuest(p *state) *Worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := *r.list.Load()
	g := newWorker(p, uint32(len(c.all)))
	g.target, g.isGuest, g.victim = c.target, true, true
	g.checkOwn(r.deques)
	c.all, c.victims = append(c.all, &g.searcher), append(c.victims, &g.searcher)
	c.guests++
	r.list.Store(&c)
	return g
}
