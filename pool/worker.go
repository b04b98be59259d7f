package pool

import (
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Worker is the handle of the worker that runs a task. It belongs to that task until the task
// returns, and to the goroutine that it was given to. A call on another goroutine panics if the
// pool recognizes its tasks (see [Executor]). A call on a [Ctx] panics only if other workers
// have also asked for frames or taken some.
type Worker struct {
	runner
	state     *state
	frames    []frames // indexed by number of definition, nil if not used yet
	workState workState
	pauses    uint // how often it found no task
	turnsHad  uint // how many tasks it has begun that it did not fork itself
	tidied    uint // how often it has tidied up
	released  bool // on standby: it must leave; guarded by registry.mu

	blockedSince atomic.Int64           // when it began to block; 0 if it does not
	line         string                 // how the stack of its goroutine begins; "" if it never blocked
	lineSeen     atomic.Pointer[string] // line, for stalls
}

// tasksUnscrubbed is the number of tasks after which a worker that never sleeps clears
// references to old tasks.
const tasksUnscrubbed = 1000

func newWorker(p *state, number uint32) *Worker {
	w := &Worker{state: p}
	w.init(&p.shared, w, number, p.options.newDeque())
	if p.options.Workers > 1 || number > 0 {
		w.poll = request // publish the first frame, too: a leaf may wait for it
	}
	return w
}

// loop runs tasks until the pool is closed and all submitted tasks are done.
func (w *Worker) loop() {
	w.bindGoroutine()
	unlabel()
	submission, answered, returned := false, false, false
	defer func() {
		w.unbindGoroutine()
		if returned {
			w.turns(busy) // for the statistics
			w.parker.Close()
			w.state.left()
			return
		}
		// A task called Goexit, which ends this goroutine, or has left the goroutine locked to its thread.
		if submission {
			w.done++
		}
		go w.loop()
	}()
	for {
		t := w.next()
		if t == nil {
			lent := w.lent
			if !w.state.registry.admit(w) {
				break
			}
			if lent || w.lent {
				answered = false
				continue
			}
			if w.pauses++; w.pauses%choresEach == 0 && w.chores() {
				return // a new goroutine goes on
			}
			if t = w.search(nil); t == nil {
				if w.pool.drained() { //tla:- see the module Pool
					break
				}
				continue
			}
		}
		if answered {
			w.letRun(t)
		}
		submission, answered = t.root == t, false
		w.beginTurn()
		if t == &w.goFunc.Task {
			w.runLoose()
		} else if !w.run(t) && submission && t.isOver() {
			t.drop() // cancelled before it started
		}
		if submission {
			submission, answered = false, w.woke
			w.done++
		}
		if w.unscrubbed++; w.unscrubbed == tasksUnscrubbed && w.tidyUp() {
			return // a new goroutine goes on
		}
	}
	returned = true
}

// next looks for a task once. A lent worker takes none from others.
func (w *Worker) next() *Task {
	if !w.lent {
		return w.look(nil) //tla:Park.LookFirst
	}
	if t, ok := w.deque.Pop(); ok { //tla:Join.HelpOwn
		return t
	}
	return w.submission(nil)
}

// letRun lets a submitter run that waits for this processor, because the worker has just done its
// submission. The next task may be long, and none of the submitter's concern.
func (w *Worker) letRun(next *Task) {
	if next.root != next && w.pool.injector.late.timer != nil {
		runtime.Gosched()
	}
}

// runLoose runs the function from [Pool.Go] that the worker has taken.
func (w *Worker) runLoose() {
	l := &w.goFunc
	w.task, w.dirty = &l.Task, true
	w.fence(&l.Task, nil, false)
	returned := false
	span := w.begins("task")
	defer func() {
		var f *failure
		if !returned {
			f = w.caught(recover())
			l.abort.Store(f) //tla:Join.Cancel
		}
		w.abandon()
		w.settleContext(&l.Task)
		w.task, w.depth, l.f = nil, 0, nil
		w.ends(span)
		if f != nil {
			l.abort.Store(nil) //tla:- ready for the next function
			w.state.panicked(f)
		}
	}()
	if w.pool.abandoned.Load() == nil { //tla:Join.ReadCancel
		w.counted.run.add()
		l.f(w)
	}
	returned = true
}

// panicked reports the panic of a task that no call waits for. Options.Panicked may call the
// pool. If the pool cannot recognize its own worker in such a call, a spare takes the worker's
// place.
func (s *state) panicked(f *failure) {
	e, ok := f.err.(*PanicError)
	switch h := s.options.Panicked; {
	case !ok:
	case h != nil:
		if park.Goroutine() == 0 && s.registry.compensate(s) {
			defer s.registry.uncompensate()
		}
		h(e)
	case e.Value == ErrGoexit:
	default:
		crash(e)
	}
}

// crash ends the program. It panics on a new goroutine, so that no task can recover. Tests
// replace it.
var crash = func(e *PanicError) { go panic(e) }
