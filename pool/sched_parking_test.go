package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// In these programs, workers go to sleep while others publish tasks or take the last ones.

const nothing = -1

// parks makes workers look, announce, look again, and park, as search does. A flag for each task
// stands for all sources of tasks. When all tasks are done, one thread for each worker tells it
// to leave, so a task that waits beside sleepers is a deadlock.
//
// The workers begin to search one after another. They are alike: other orders would give the same
// schedules under other names.
func parks(n, tasks int) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(n, 1, noDeque)
		ready := make([]atomic.Bool, tasks)
		done := make([]*park.Parker, tasks)
		var closed atomic.Bool // all tasks are done, see drained
		take := func() int {
			for i := range ready {
				if ready[i].CompareAndSwap(true, false) {
					return i
				}
			}
			return nothing
		}
		some := func() bool {
			for i := range ready {
				if ready[i].Load() {
					return true
				}
			}
			return false
		}
		search := func(w *Worker) int {
			for {
				p.sleepers.announce(&w.sleeper, idle, 0)
				goes, task := closed.Load(), take()
				if !goes && task == nothing {
					w.parker.Park()
				}
				switch claimed := !p.sleepers.retract(&w.sleeper, idle, goes); {
				case goes && !claimed:
					return nothing
				case task != nothing:
					if s := p.sleepers.endSearch(idle); !noneToWake(s) && !(s == uint64(n-1)*oneSleeps && !some()) {
						p.sleepers.wake(nil, computes)
					}
					return task
				}
			}
		}
		var start func(int)
		start = func(i int) {
			s.Go(func() {
				p.sleepers.beginSearch(idle)
				if i+1 < n {
					start(i + 1)
				}
				for task := search(workers[i]); task != nothing; task = search(workers[i]) {
					for ; task != nothing; task = take() {
						done[task].Unpark()
					}
					p.sleepers.beginSearch(idle)
				}
			})
		}
		for i := range done {
			done[i] = park.New()
		}
		start(0)
		for i := range ready {
			ready[i].Store(true)
			p.sleepers.notify(nil, blocks)
		}
		for _, d := range done {
			d.Park()
		}
		closed.Store(true)
		for _, w := range workers {
			s.Go(w.parker.Unpark)
		}
		s.Wait()
	}
}

// counts makes a worker lose a task to another one at each look. By then, the pool is closed and
// the worker has run a task of its own. That task must be counted.
func counts(s *sched.S) {
	p, workers := newParts(2, 1, noDeque)
	w, v := workers[0], workers[1]
	p.alive.Store(1)
	s.Go(w.loop)
	p.close()
	takes := func() bool {
		t := v.submission(nil)
		if t != nil {
			v.run(t)
			v.done++
		}
		return t != nil
	}
	for n := range 3 {
		c := newCall(func(*Worker) (int, error) { return 0, nil })
		c.root = &c.Task
		p.adopt(&c.Task)
		if n > 0 { // the first is the worker's
			takes()
		}
	}
	for takes() {
	}
	if err := p.gone.wait(context.Background(), &p.parkers, nil); err != nil {
		s.Errorf("Close: %v", err)
	}
}

// handsOver makes two submitters that block next hand their submissions to a worker, which sleeps or is about to.
func handsOver(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	w := workers[0]
	w.suits = blocks
	var ready atomic.Int64
	s.GoNamed("worker", func() {
		p.sleepers.beginSearch(idle)
		for ran := int64(0); ran < 2; {
			p.sleepers.announce(&w.sleeper, idle, 0)
			n := ready.Swap(0)
			if n == 0 {
				w.park()
			}
			p.sleepers.retract(&w.sleeper, idle, false)
			ran += n
		}
		p.sleepers.endSearch(idle)
	})
	for range 2 {
		s.GoNamed("submitter", func() {
			ready.Add(1)
			if !p.sleepers.handOver() {
				p.sleepers.notify(nil, blocks)
			}
		})
	}
	s.Wait()
}
