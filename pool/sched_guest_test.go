package pool

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// In these programs, callers of Run work in the places of sleeping workers.

// newHosting returns a small pool with Options.CallerRuns.
func newHosting(workers int) *Pool {
	o := Options{Workers: workers, Queue: 2, Deque: chaseLev, CallerRuns: true}
	return poolOf(newState(o.withDefaults(), 0, 0))
}

// takesPlace makes a caller take the place of a worker that parks, while another thread wakes the worker. Both change
// the same variable in that place, and never at once.
func takesPlace(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	w, used := &workers[0].sleeper, 0
	w.seat.on = true
	s.Go(func() {
		p.sleepers.beginSearch(idle)
		p.sleepers.announce(w, idle, 0)
		w.park()
		used++
		p.sleepers.retract(w, idle, true)
	})
	s.Go(w.parker.Unpark)
	if p.sleepers.takeSeat() != nil {
		used++
		p.sleepers.giveSeat(w)
	}
	s.Wait()
	if n := p.sleepers.state.Load(); n != 0 || len(p.sleepers.byKind[idle]) > 0 || used == 0 {
		s.Errorf("%x, %d sleepers, used %d times", n, len(p.sleepers.byKind[idle]), used)
	}
}

// twoTakePlace is takesPlace with two callers.
func twoTakePlace(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	w, used := &workers[0].sleeper, 0
	w.seat.on = true
	s.Go(func() {
		p.sleepers.beginSearch(idle)
		p.sleepers.announce(w, idle, 0)
		w.park()
		p.sleepers.retract(w, idle, true)
	})
	takes := func() {
		if p.sleepers.takeSeat() != nil {
			used++
			p.sleepers.giveSeat(w)
		}
	}
	s.Go(takes)
	takes()
	w.parker.Unpark()
	s.Wait()
	if n := p.sleepers.state.Load(); n != 0 || used > 2 {
		s.Errorf("%x, used %d times", n, used)
	}
}

// callsBeside makes a caller run a function beside a submission, which must be run although nothing else wakes the
// worker.
func callsBeside(s *sched.S) {
	p, done := newHosting(1), park.New()
	s.Go(func() {
		if err := p.Go(func(*Worker) { done.Unpark() }); err != nil {
			s.Errorf("%v", err)
		}
	})
	calls(s, p)
	done.Park()
	drain(s, p)
}

// calls makes a caller run a function.
func calls(s *sched.S, p *Pool) {
	if got, err := Run(context.Background(), p, leafOf1); got != 1 || err != nil {
		s.Errorf("%v, %v", got, err)
	}
}

func leafOf1(*Worker) (int, error) { return 1, nil }

// callsTwice makes two callers run a function each.
func callsTwice(s *sched.S) {
	p := newHosting(1)
	var other sync.WaitGroup
	other.Go(func() { calls(s, p) })
	calls(s, p)
	other.Wait()
	drain(s, p)
}

// callsAndCloses makes a caller run a function, while another thread closes the pool.
func callsAndCloses(s *sched.S) {
	p, ran := newHosting(1), 0
	s.Go(p.close)
	switch got, err := Run(context.Background(), p, func(*Worker) (int, error) { ran++; return ran, nil }); {
	case err == nil && got == 1:
	case err != ErrClosed || ran > 0:
		s.Errorf("%v, %v, ran %d times", got, err, ran)
	}
	drain(s, p)
}

// callsAndForks makes a caller fork, with two workers.
func callsAndForks(s *sched.S) {
	p := newHosting(2)
	got, err := Run(context.Background(), p, func(w *Worker) (int, error) { return tree(w, 1), nil })
	if got != 2 || err != nil {
		s.Errorf("%v, %v", got, err)
	}
	drain(s, p)
}

// callsAndWaits makes a caller wait for its own submission, which only the other worker can run.
func callsAndWaits(s *sched.S) {
	p, done := newHosting(2), park.New()
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		err := p.Go(func(*Worker) { done.Unpark() })
		done.Park()
		return 1, err
	})
	if err != nil {
		s.Errorf("%v", err)
	}
	drain(s, p)
}

func TestSched_Guest(t *testing.T) {
	for _, p := range []program{
		{"a caller takes a place, and the worker wakes", takesPlace},
		{"two callers and a place", twoTakePlace},
	} {
		t.Run(p.name, func(t *testing.T) { exhausts(t, p) })
	}
	o := noSpinning
	o.For = 10 * time.Second
	if testing.Short() {
		o.For = time.Duration(long.Bound(100, 300)) * time.Millisecond
	}
	for _, p := range []program{
		{"a caller, beside a submission", callsBeside},
		{"two callers, 1 worker", callsTwice},
		{"a caller, and Close", callsAndCloses},
		{"a caller that forks, 2 workers", callsAndForks},
		{"a caller that waits for a submission, 2 workers", callsAndWaits},
	} {
		t.Run(p.name, func(t *testing.T) { sched.Explore(t, p.run, o) })
	}
}
