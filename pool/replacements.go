package pool

import (
	"context"
	"slices"
	"sync"
)

// workState says whether a worker counts as working.
type workState uint8

const (
	active     workState = iota // it works
	replaced                    // it is blocked, and a spare works in its place
	unreplaced                  // it is blocked, and no spare works in its place
)

// replacements finds a replacement for each worker that is blocked without a spare. Otherwise
// all workers might block, and the task that they wait for might stay in the queue forever.
//
// The replacement is a worker that waits, with a spare in its place, for a future that has not
// started. It is asked to run the future's task itself. It replaces the blocked worker until its
// own wait is over. Then it goes on with its own task, and another replacement is asked.
// tla/pool/Spares.tla specifies the protocol.
type replacements struct {
	mu         sync.Mutex
	replaced   []*replacedWait   // waits with a spare, of workers that were not asked
	unreplaced []*unreplacedWait // waits without a spare and without a replacement
}

// replacedWait is the wait of a worker for a future, with a spare in its place.
type replacedWait struct {
	future    *Task
	ask       context.CancelFunc
	standsFor *unreplacedWait // the wait that it was asked to make up for
}

// unreplacedWait is the wait of a worker that is blocked without a spare.
type unreplacedWait struct{ left bool }

// match asks a replacement for each unreplaced wait, as long as there are candidates. The
// caller holds mu.
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

// addReplaced makes a worker a candidate.
func (r *replacements) addReplaced(v *replacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replaced = append(r.replaced, v)
	r.match()
}

// removeReplaced undoes addReplaced. If the worker was asked, another one must replace it.
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

// addUnreplaced asks a replacement, at once or when there is a candidate.
func (r *replacements) addUnreplaced(s *unreplacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unreplaced = append(r.unreplaced, s)
	r.match()
}

// removeUnreplaced undoes addUnreplaced.
func (r *replacements) removeUnreplaced(s *unreplacedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.left = true
	if n := slices.Index(r.unreplaced, s); n >= 0 { // usually among the first
		r.unreplaced = slices.Delete(r.unreplaced, n, n+1)
	}
}

// blockUnreplaced calls f for a worker that has no spare; f may block. In a nested call, the
// outer call already provides for a replacement.
func (w *Worker) blockUnreplaced(f func()) {
	if w.workState != active {
		f()
		return
	}
	w.state.registry.refuse(w.state) // may panic, because of Options.Deque
	defer w.state.registry.accept()
	s := &unreplacedWait{}
	w.workState = unreplaced
	w.state.replacements.addUnreplaced(s)
	w.state.stalls.watch()
	defer func() {
		w.state.replacements.removeUnreplaced(s)
		w.workState = active
	}()
	f()
}

// waitReplaced waits for a future, by calling wait, for a worker that has a spare. It runs the
// future if it is asked to.
func (w *Worker) waitReplaced(ctx context.Context, future *Task, wait func(context.Context) error) error {
	untilAsked, ask := context.WithCancel(ctx)
	defer ask()
	v := &replacedWait{future: future, ask: ask}
	w.state.replacements.addReplaced(v)
	err := func() error {
		defer w.state.replacements.removeReplaced(v)
		err := wait(untilAsked)
		if err != nil && ctx.Err() == nil { // the worker was asked
			w.runAsReplacement(future)
		}
		return err
	}()
	if err == nil {
		return nil
	}
	return wait(ctx) // even if ctx has ended meanwhile: err belongs to untilAsked
}

// runAsReplacement runs a future, if it has not started, in place of a blocked worker.
func (w *Worker) runAsReplacement(future *Task) {
	defer w.unblocks(w.resumes())
	defer func(before workState) { w.workState = before }(w.workState)
	w.workState = active
	w.runQueued(future)
}
