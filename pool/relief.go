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
// has not begun, is asked to run it itself. The protocol is tla/pool/Spares.tla.
type relief struct {
	mu    sync.Mutex
	waits []spared  // who wait with a spare, and were not asked
	sits  []*Worker // who are blocked without, and for whom nobody was asked
}

// spared is a worker that waits for a future with a spare in its place.
type spared struct {
	worker *Worker
	future *Task
	ask    context.CancelFunc
}

// match asks for those who sit, as long as there is somebody to be asked. The caller has mu.
func (r *relief) match() {
	for len(r.sits) > 0 {
		k := slices.IndexFunc(r.waits, func(v spared) bool {
			return v.future.status.Load() == notStarted //tla:- Spares, Match
		})
		if k < 0 {
			return
		}
		r.waits[k].ask()
		r.waits = slices.Delete(r.waits, k, k+1)
		r.sits = slices.Delete(r.sits, 0, 1)
	}
}

// enter lets a worker be asked.
func (r *relief) enter(v spared) {
	r.mu.Lock() //tla:- Spares, Enter
	defer r.mu.Unlock()
	r.waits = append(r.waits, v)
	r.match()
}

// leave takes that back. It answers whether the worker was asked.
func (r *relief) leave(w *Worker) bool {
	r.mu.Lock() //tla:- Spares, Return
	defer r.mu.Unlock()
	before := len(r.waits)
	r.waits = slices.DeleteFunc(r.waits, func(v spared) bool { return v.worker == w })
	return len(r.waits) == before
}

// sit has somebody asked for a worker, now or later.
func (r *relief) sit(w *Worker) {
	r.mu.Lock() //tla:- Spares, Sit
	defer r.mu.Unlock()
	r.sits = append(r.sits, w)
	r.match()
}

// rise takes that back, if nobody was.
func (r *relief) rise(w *Worker) {
	r.mu.Lock() //tla:- Spares, Return
	defer r.mu.Unlock()
	r.sits = slices.DeleteFunc(r.sits, func(v *Worker) bool { return v == w })
}

// sits calls f, which may block, for a worker that has no spare.
func (w *Worker) sits(f func()) {
	if w.place != atWork {
		f()
		return
	}
	w.place = unreplaced
	w.pool.relief.sit(w)
	defer func() {
		w.pool.relief.rise(w)
		w.place = atWork
	}()
	f()
}

// waits calls wait, which waits for a future, for a worker that has a spare. It runs the future
// if it is asked to.
func (w *Worker) waits(ctx context.Context, future *Task, wait func(context.Context) error) error {
	untilAsked, ask := context.WithCancel(ctx)
	defer ask()
	w.pool.relief.enter(spared{w, future, ask}) //tla:- Spares, Enter
	err := wait(untilAsked)
	if !w.pool.relief.leave(w) || err == nil || ctx.Err() != nil {
		return err
	}
	w.standsIn(future)
	return wait(ctx)
}

// standsIn runs a future, if it has not begun, in the place of somebody who is blocked.
func (w *Worker) standsIn(future *Task) {
	defer func(before place) { w.place = before }(w.place)
	w.place = atWork
	w.runQueued(future)
}
