package pool

import (
	"runtime"

	"github.com/stealproof/stealproof/wsq"
)

// steal takes a task from worker v. If v is w, it takes one out of w's own slot.
func (w *searcher) steal(v *searcher, awaited *Task) *Task {
	if t := v.claim(); t != nil {
		if !w.mayRun(t, awaited) {
			w.pass(t)
			return nil
		}
		if v != w {
			w.stole(v)
		}
		return t
	}
	if v == w || awaited != nil && w.inside != nil {
		return nil // whether a task in a deque is in the isolated part shows only after it was taken
	}
	for n := 0; ; n++ {
		t, r := v.deque.Steal()
		switch {
		case r == wsq.Retry:
			if n > 3 {
				runtime.Gosched()
			}
			continue
		case r == wsq.Empty:
			w.counted.failed.add()
			return nil
		}
		w.stole(v)
		if !w.mayRun(t, awaited) {
			w.pass(t)
			return nil
		}
		if awaited == nil && t.counts != nil && t.inside == nil {
			w.stealMore(v)
		}
		return t
	}
}

// stealMore moves tasks from another worker's deque into this one's, after a task of a Scope
// was stolen. A Scope's tasks do not divide further, so the thief needs several. A closure of a
// Join forks its own tasks, so one is enough. A waiting worker takes no batch: in its deque the
// batch would lie above the tasks that it has forked itself.
//
// Isolated tasks do not go into this worker's deque. The worker that waits for them does not
// look there, and the stolen task may block until that wait is over (see the module Isolate).
func (w *searcher) stealMore(v *searcher) {
	d, can := v.deque.(wsq.BatchThief[*Task])
	if !can {
		return
	}
	n, _ := d.StealBatch(w.batch[:]) //tla:Join.More
	if n == 0 {
		return
	}
	root := w.batch[0].root
	for i, t := range w.batch[:n] {
		w.batch[i] = nil
		w.stole(v)
		if t.inside != nil || !w.deque.Push(t) { //tla:Join.Stock
			w.pass(t)
		}
	}
	w.pool.sleepers.notify(root, computes)
}

// stole records a stolen task.
func (w *searcher) stole(v *searcher) {
	w.counted.stolen.add()
	w.instant("steal", "from", &v.recorder)
}

// requestAll leaves a request with each other worker, except those on standby: see rest. It returns how many other workers are
// active.
func (w *searcher) requestAll() int {
	c := w.pool.workers.snapshot()
	if w.fresh {
		return c.others() // they have a request from the beginning
	}
	w.crowd, w.target = len(c.victims), c.target
	for _, v := range c.victims {
		if v != w {
			v.ask()
		}
	}
	return c.others()
}
