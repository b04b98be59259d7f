package pool

import "github.com/stealproof/stealproof/internal/park"

// runner runs tasks on a worker, one on top of the other, and waits for tasks by running
// others. What it runs lies on its goroutine's stack in the order of its fences, and each of
// these tasks, but for the newest, waits for another one.
type runner struct {
	searcher
	goroutine uintptr // that runs it; 0 where it is not known
	missed    bool    // cancel was found set, and may be for a task that waits below
}

// run runs a task. It answers false if somebody else has claimed it.
func (w *runner) run(t *Task) (claimed bool) {
	if !t.claim(w.number + 1) {
		return false
	}
	claimed = true // also where the body panics
	outer := w.position
	w.position, w.dirty = outer.begin(t), true
	w.fence(t, t.inside, false)
	returned := false
	span := w.begins("task")
	defer func() {
		if !returned {
			w.fails(t, caught(recover()))
		}
		w.abandon() // may wait for frames that were stolen, and so needs w.task
		w.position = outer
		w.rearmCancel()
		w.ends(span)
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

// await returns when a child of the running task is complete. Meanwhile the worker
// runs other tasks: its own newest first, then those of the worker that runs the
// child, then those of others, all of its own tree.
//
// That it stays in its tree is what keeps futures from a dead join: a task of
// another tree might wait for what lies below on this goroutine's stack. In one
// tree nobody waits for ever, because each need is for a task that was started
// later (MCJoin, NoCycle).
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

// runQueued runs a task that was submitted, if it has not begun, and sees to it that it does not
// stay in the queue: who waits like that again and again would fill it.
func (w *runner) runQueued(t *Task) {
	if !w.run(t) {
		return
	}
	removed, room := w.pool.injector.remove(t) //tla:- who waits for a future
	if removed {
		w.done++
	}
	if room != nil {
		w.wokeSubmitter = true
		room.Unpark() //tla:Injector.WakeRoom
	}
}

// foreign reports whether the caller is not the worker's own goroutine, as far as is known.
func (w *runner) foreign() bool { return w.goroutine != park.Goroutine() && w.goroutine != 0 }

const misplaced = "pool: a Worker, or its Ctx, is used by a goroutine that it was not given to; each function of a fork gets its own"
