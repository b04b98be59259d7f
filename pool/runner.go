package pool

import (
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// runner runs tasks on a worker, one on top of the other, and waits for a task by running
// others. The running tasks lie on its goroutine's stack in the order of their fences. Each of
// them, except the newest, waits for another one.
type runner struct {
	searcher
	goroutine uintptr       // the worker's goroutine; 0 if it is not known
	took      time.Duration // when a lent worker took its submission, measured from epoch
	missed    bool          // the cancel bit was seen, and may be meant for a task that waits below
	worn      *labels       // those of the goroutine, as far as the pool has set them
	isGuest   bool          // callers work with this handle: see guest.go
}

// run runs a task. It returns false if another worker has claimed it.
func (w *runner) run(t *Task) (claimed bool) {
	if !t.claim(w.number + 1) {
		return false
	}
	claimed = true // also if the body panics
	outer := w.position
	w.position, w.dirty = outer.begin(t), true
	w.fence(t, t.inside, false)
	returned := false
	worn := w.worn
	w.wear(t.labelled())
	span := w.begins("task")
	defer func() {
		if !returned {
			w.fails(t, w.caught(recover()))
		}
		w.abandon() // may wait for stolen frames, and so needs w.task
		w.settleContext(t)
		w.position = outer
		w.rearmCancel()
		w.ends(span)
		w.wear(worn)
		if t.finish() {
			w.woke = true
		}
	}()
	f := w.pool.cause(t)
	if f == nil {
		f = t.ended()
	}
	if f != nil {
		t.failure = f
		t.unrun()
	} else {
		w.counted.run.add()
		t.body.run(w.handle)
	}
	returned = true
	return claimed
}

// settleContext ends the contexts that a task has asked for, and drops the one that it was
// started with: a caller may keep a Future for its result. No descendant of the task runs any
// more.
func (w *runner) settleContext(t *Task) {
	if w.contexts != nil {
		w.releaseContexts(0)
	}
	if t.ctx != nil {
		t.ctx = nil
	}
}

// releaseContexts ends the contexts that the running task has asked for at least at a depth.
func (w *runner) releaseContexts(depth int) {
	for w.contexts != nil && w.contexts.depth >= depth {
		t := w.contexts
		w.contexts = t.outer
		w.pool.workers.snapshot().contexts.remove(t) //tla:- the list of contexts
		t.cancel(nil)
	}
}

// wear gives the worker's goroutine these labels. It leaves alone what a task has set itself,
// as long as the task and the tasks that its worker runs meanwhile have the same labels. It
// changes nothing on the goroutine of a caller, because it could not restore the caller's labels.
func (w *runner) wear(l *labels) {
	if w.worn == l || w.isGuest {
		return
	}
	w.worn = l
	l.set()
}

// await returns when a child of the running task is complete. Meanwhile the worker runs other
// tasks of its own tree: first its own, the newest first, then tasks that workers have put back,
// then tasks of the worker that runs the child, then tasks of other workers.
//
// Staying in the tree prevents a dead join. A task of another tree might wait for a task that
// lies below on this goroutine's stack. Within one tree no worker waits forever, because a task
// only needs tasks that were started later (MCJoin, NoCycle).
func (w *runner) await(t *Task) {
	listed := false
	for {
		switch s := t.status.Load(); s { //tla:Join.Look
		case complete:
			return
		case notStarted:
			w.run(t)
			continue
		}
		if u := w.look(t); u != nil { //tla:Park.LookFirst
			w.counted.helps.add()
			w.run(u)
			continue
		}
		if !listed {
			if w.foreign() {
				panic(misplaced)
			}
			if !t.register(w.parker) {
				continue
			}
			listed = true
		}
		if u := w.search(t); u != nil {
			w.counted.helps.add()
			w.run(u)
		}
	}
}

// runQueued runs a submitted task, if it has not started, and removes its entry from the queue.
// Otherwise a task that keeps submitting and waiting would fill the queue.
func (w *runner) runQueued(t *Task) {
	if !w.run(t) {
		return
	}
	removed, room := w.pool.injector.remove(t) //tla:- a worker that waits for a future
	if removed {
		w.done++
	}
	if room != nil {
		w.wokeSubmitter = true
		room.Unpark() //tla:Injector.WakeRoom
	}
}

// foreign reports whether the caller is known not to be the worker's own goroutine.
func (w *runner) foreign() bool { return w.goroutine != park.Goroutine() && w.goroutine != 0 }

const misplaced = "pool: a Worker, or its Ctx, is used by a goroutine that it was not given to; each function of a fork gets its own"
