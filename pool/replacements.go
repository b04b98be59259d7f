package pool

import (
	"context"
	"slices"
	"sync"
)

// place is whether a worker counts among those that are at work.
type workState uint8

const (
	active     workState = iota
	replaced             // it is blocked, and a spare is at work in its place
	unreplaced           // it is blocked, and nobody is
)

// relief keeps what a task waits for from staying in the queue when those who would come there
// are blocked without a spare: for each of them one that waits with a spare, for a future that
// has not begun, is asked to run it itself. It stands in for who is blocked until its wait is over:
// then it is at work of its own, and another one is asked. The protocol is tla/pool/Spares.tla.
type replacements struct {
	mu         sync.Mutex
	replaced   []*replacedWait   // who wait with a spare, and were not asked
	unreplaced []*unreplacedWait // who are blocked without, and for whom nobody stands in
}

// spared is a worker that waits for a future with a spare in its place.
type replacedWait struct {
	future    *Task
	ask       context.CancelFunc
	standsFor *unreplacedWait // for whom it was asked
}

// A seat is a worker that is blocked without a spare.
type unreplacedWait struct{ left bool }

// match asks for those who sit, as long as there is somebody to be asked. The caller has mu.
func (r *replacements) match() {
	for len(r.unreplaced) > 0 {
		k := slices.IndexFunc(r.replaced, func(v *replacedWait) bool {
			return v.future.status.Load() == notStarted
		})
		if k < 0 {
			return
		}
		v := r.replaced[k]
		v.standsFor = r.unreplaced[0]
		r.replaced, r.unreplaced = slices.Delete(r.replaced, k, k+1), slices.Delete(r.unreplaced, 0, 1)
		v.ask()
	}
}

// enter lets a worker be asked.
func (r *replacements) addReplaced(v *replacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replaced = append(r.replaced, v)
	r.match()
}

// leave takes that back. If the worker was asked, another one has to be.
func (r *replacements) removeReplaced(v *replacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replaced = slices.DeleteFunc(r.replaced, func(o *replacedWait) bool { return o == v })
	if v.standsFor != nil && !v.standsFor.left {
		r.unreplaced = append(r.unreplaced, v.standsFor)
		r.match()
	}
	v.standsFor = nil
}

// sit has somebody asked, now or later.
func (r *replacements) addUnreplaced(s *unreplacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unreplaced = append(r.unreplaced, s)
	r.match()
}

// rise takes that back.
func (r *replacements) removeUnreplaced(s *unreplacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.left = true
	r.unreplaced = slices.DeleteFunc(r.unreplaced, func(o *unreplacedWait) bool { return o == s })
}

// sits calls f, which may block, for a worker that has no spare. Within such a call somebody stands
// in for the worker already, or will.
func (w *Worker) blockUnreplaced(f func()) {
	if w.workState != active {
		f()
		return
	}
	s := &unreplacedWait{}
	w.workState = unreplaced
	w.state.replacements.addUnreplaced(s)
	defer func() {
		w.state.replacements.removeUnreplaced(s)
		w.workState = active
	}()
	f()
}

// waits calls wait, which waits for a future, for a worker that has a spare. It runs the future
// if it is asked to.
func (w *Worker) waitReplaced(ctx context.Context, future *Task, wait func(context.Context) error) error {
	untilAsked, ask := context.WithCancel(ctx)
	defer ask()
	v := &replacedWait{future: future, ask: ask}
	w.state.replacements.addReplaced(v)
	err := func() error {
		defer w.state.replacements.removeReplaced(v)
		err := wait(untilAsked)
		if err != nil && ctx.Err() == nil { // so it was asked
			w.runAsReplacement(future)
		}
		return err
	}()
	if err == nil {
		return nil
	}
	return wait(ctx) // also where that has ended meanwhile: err is of untilAsked
}

// standsIn runs a future, if it has not begun, in the place of somebody who is blocked.
func (w *Worker) runAsReplacement(future *Task) {
	defer func(before workState) { w.workState = before }(w.workState)
	w.workState = active
	w.runQueued(future)
}
