package pool

import (
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// Worker is the handle of the worker that runs a task. It belongs to the task
// until that returns, and to the goroutine that it was given to: calls panic if another
// one uses it, if they notice. They do where the pool knows its tasks, see [Executor]; those of a [Ctx] only where
// others have asked for frames, or have them.
type Worker struct {
	poll uint32         // bits that others set, and the owner polls; see promotion.go
	here atomic.Uintptr // the goroutine, as long as it runs tasks; see here.go
	_    pad.Line
	slot atomic.Pointer[Task] // the one frame that is published; see promotion.go
	_    pad.Line

	number     uint32
	pool       *state
	parker     *park.Parker
	sleeps     waker            // whom it suits while it is listed in the lot
	deque      wsq.Deque[*Task] // of closures
	counted    counters
	unemployed traced    // while it is not busy
	random     uint32    // never 0
	goroutine  uintptr   // that runs loop; 0 where it is not known
	more       [15]*Task // of a Scope, while they are stolen together
	halves     []*Task   // what is forked at each depth of nesting, see join.go
	loose      loose     // the function of Go that runs

	patience   patience
	task       *Task      // that runs; nil between tasks
	depth      int        // of nesting of Joins and Scopes
	base       int        // where the running task begins
	inside     *isolation // that it is in
	done       uint64     // submissions that are not counted as done yet
	woke       bool       // it has woken a goroutine since it searched
	owes       bool       // it has woken a submitter, which may wait for a processor since
	yields     bool       // it is to have this one, before the next submission is taken
	dirty      bool       // tasks have run since the last scrub
	unscrubbed int        // how many of them loop has had
	missed     bool       // cancel was found set, and may be for a task that waits below
	place      place      // at work, or blocked

	dismissed bool // while off duty: it is to leave; guarded by the staff's mu

	// Of typed frames, see promotion.go.
	frames   []frames  // by number of definition, nil where there are none yet
	current  *core     // whose forks take the fast path
	used     []*core   // that has been so since the last scrub
	segments []segment // the order of frames
	fenced   int       // the depth of the newest fence
}

// tasksUnscrubbed is how many tasks a worker runs that never sleeps before it drops what is kept of
// them.
const tasksUnscrubbed = 1000

func newWorker(p *state, number uint32) *Worker {
	w := &Worker{
		number: number, pool: p, parker: park.New(), deque: p.options.newDeque(), random: number*2 + 1,
	}
	w.counted.since = time.Since(epoch)
	if p.options.Workers > 1 || number > 0 {
		w.poll = request // the first frame is published, too: some leaf may wait for it
	}
	return w
}

// anyOf returns a number below n, another one each time (Marsaglia's xorshift32).
func (w *Worker) anyOf(n int) int {
	w.random ^= w.random << 13
	w.random ^= w.random >> 17
	w.random ^= w.random << 5
	return int(uint64(w.random) * uint64(n) >> 32)
}

// loop runs tasks until the pool is closed and all submitted tasks are done.
func (w *Worker) loop() {
	w.goroutine = park.Goroutine()
	w.here.Store(w.goroutine) //tla:- the owner's own
	submission, returned := false, false
	defer func() {
		w.here.Store(0) //tla:- the goroutine ends, and another one may get its place
		if returned {
			w.turns(busy) // for the statistics
			w.parker.Close()
			w.pool.left()
			return
		}
		// A task called Goexit, which has ended this goroutine.
		if submission {
			w.done++
		}
		go w.loop()
	}()
	for {
		t := w.look(nil) //tla:Park.LookFirst
		if t == nil {
			if !w.pool.staff.stays(w) { //tla:- staff
				break
			}
			if t = w.search(nil); t == nil {
				if w.pool.drained() { //tla:- see the module Pool
					break
				}
				continue
			}
		}
		submission = t.root == t
		if t == &w.loose.Task {
			w.runLoose()
		} else if !w.run(t) && submission && t.isOver() {
			t.drop() // it was cancelled before it began
		}
		if submission {
			submission = false
			w.done++
		}
		if w.unscrubbed++; w.unscrubbed == tasksUnscrubbed {
			w.scrub(nil)
		}
	}
	returned = true
}

// run runs a task. It answers false if somebody else has claimed it.
func (w *Worker) run(t *Task) (claimed bool) {
	if !t.claim(w.number + 1) {
		return false
	}
	claimed = true // also where the body panics
	outer, depth, base, inside := w.task, w.depth, w.base, w.inside
	w.task, w.base, w.inside, w.dirty = t, depth, t.inside, true
	w.fence(t, t.inside, false)
	returned := false
	span := w.begins("task")
	defer func() {
		if !returned {
			w.fails(t, caught(recover()))
		}
		w.abandon() // may wait for frames that were stolen, and so needs w.task
		w.task, w.depth, w.base, w.inside = outer, depth, base, inside
		w.again()
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
		t.body.run(w)
	}
	returned = true
	return claimed
}

// within reports whether a task of the root runs on the worker's goroutine, or waits there
// below.
func (w *Worker) within(root *Task) bool {
	for _, s := range w.segments {
		if s.of == nil && s.task.root == root {
			return true
		}
	}
	return false
}

// await returns when a child of the running task is complete. Meanwhile the worker
// runs other tasks: its own newest first, then those of the worker that runs the
// child, then those of others, all of its own tree.
//
// That it stays in its tree is what keeps futures from a dead join: a task of
// another tree might wait for what lies below on this goroutine's stack. In one
// tree nobody waits for ever, because each need is for a task that was started
// later (MCJoin, NoCycle).
func (w *Worker) await(t *Task) {
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
