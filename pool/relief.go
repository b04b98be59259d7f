package pool

import (
	"context"
	"slices"
	"sync"
)

// place is whether a worker counts among those that are at work.
type place uint8

const (
	atWork     place = iota
	replaced         // it is blocked, and a spare is at work in its place
	unreplaced       // it is blocked, and nobody is
)

// relief keeps what a task waits for from staying in the queue when those who would come there
// are blocked without a spare: for each of them one that waits with a spare, for a future that
// has not begun, is asked to run it itself. It stands in for who is blocked until its wait is over:
// then it is at work of its own, and another one is asked. The protocol is tla/pool/Spares.tla.
type relief struct {
	mu    sync.Mutex
	waits []*spared // who wait with a spare, and were not asked
	sits  []*seat   // who are blocked without, and for whom nobody stands in
}

// spared is a worker that waits for a future with a spare in its place.
type spared struct {
	future *Task
	ask    context.CancelFunc
	seat   *seat // for whom it was asked
}

// A seat is a worker that is blocked without a spare.
type seat struct{ left bool }

// match asks for those who sit, as long as there is somebody to be asked. The caller has mu.
func (r *relief) match() {
	for len(r.sits) > 0 {
		k := slices.IndexFunc(r.waits, func(v *spared) bool {
			return v.future.status.Load() == notStarted
		})
		if k < 0 {
			return
		}
		v := r.waits[k]
		v.seat = r.sits[0]
		r.waits, r.sits = slices.Delete(r.waits, k, k+1), slices.Delete(r.sits, 0, 1)
		v.ask()
	}
}

// enter lets a worker be asked.
func (r *relief) enter(v *spared) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits = append(r.waits, v)
	r.match()
}

// leave takes that back. If the worker was asked, another one has to be.
func (r *relief) leave(v *spared) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits = slices.DeleteFunc(r.waits, func(o *spared) bool { return o == v })
	if v.seat != nil && !v.seat.left {
		r.sits = append(r.sits, v.seat)
		r.match()
	}
	v.seat = nil
}

// sit has somebody asked, now or later.
func (r *relief) sit(s *seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sits = append(r.sits, s)
	r.match()
}

// rise takes that back.
func (r *relief) rise(s *seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.left = true
	r.sits = slices.DeleteFunc(r.sits, func(o *seat) bool { return o == s })
}

// sits calls f, which may block, for a worker that has no spare. Within such a call somebody stands
// in for the worker already, or will.
func (w *Worker) sits(f func()) {
	if w.place != atWork {
		f()
		return
	}
	s := &seat{}
	w.place = unreplaced
	w.state.relief.sit(s)
	defer func() {
		w.state.relief.rise(s)
		w.place = atWork
	}()
	f()
}

// waits calls wait, which waits for a future, for a worker that has a spare. It runs the future
// if it is asked to.
func (w *Worker) waits(ctx context.Context, future *Task, wait func(context.Context) error) error {
	untilAsked, ask := context.WithCancel(ctx)
	defer ask()
	v := &spared{future: future, ask: ask}
	w.state.relief.enter(v)
	err := func() error {
		defer w.state.relief.leave(v)
		err := wait(untilAsked)
		if err != nil && ctx.Err() == nil { // so it was asked
			w.standsIn(future)
		}
		return err
	}()
	if err == nil {
		return nil
	}
	return wait(ctx) // also where that has ended meanwhile: err is of untilAsked
}

// standsIn runs a future, if it has not begun, in the place of somebody who is blocked.
func (w *Worker) standsIn(future *Task) {
	defer func(before place) { w.place = before }(w.place)
	w.place = atWork
	w.runQueued(future)
}
