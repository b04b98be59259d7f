package workload

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Observed tells how the workers spent a run.
type Observed struct {
	Processing time.Duration   // time in functions of the program, without forks, joins and searches
	Busy       []time.Duration // the same by worker: by number, or else the longest first; nil if workers are unknown
	Tasks      int             // number of functions
	Moved      int             // functions that ran on another worker than the one that forked them
	Resumed    int             // times that another worker resumed a function after a fork: stolen continuations
}

// Observe returns a program that does the same, and reports how the workers spent the run. It
// notes when a function of the program begins, forks, goes on, and ends. Each note takes a lock
// and reads the clock, so Observe suits programs whose functions take microseconds.
func Observe(program func(Forker)) (observed func(Forker), result func() Observed) {
	o := &observer{busy: map[any]time.Duration{}}
	return func(w Forker) { o.call(w, nil, program) }, o.result
}

type observer struct {
	mu   sync.Mutex
	seen Observed // its Tasks, Moved and Resumed
	busy map[any]time.Duration
}

// numbered is the Forker of a scheduler that tells its workers apart, by an int from 0 on or
// otherwise.
type numbered interface{ worker() any }

// A resumable is the Forker of a function that other workers may resume after a fork. forkedBy
// returns the worker that has forked the function. That need not be the worker of the first
// fork of the same Do.
type resumable interface {
	Forker
	forkedBy() any
	resumed(fs []func(Forker)) (elsewhere int)
}

func workerOf(w Forker) any {
	if t, ok := w.(numbered); ok {
		return t.worker()
	}
	return nil
}

// watched is the Forker of an observed function.
type watched struct {
	*observer
	inner Forker
	since *time.Time // begin of the current stretch in a function
}

// call runs a function that worker from has forked.
func (o *observer) call(w Forker, from any, f func(Forker)) {
	if r, is := w.(resumable); is {
		from = r.forkedBy()
	}
	now, start := workerOf(w), time.Now()
	f(watched{o, w, &start})
	done := Observed{Tasks: 1}
	if from != nil && from != now {
		done.Moved = 1
	}
	o.add(workerOf(w), time.Since(start), done)
}

func (o *observer) add(worker any, took time.Duration, done Observed) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy[worker] += took
	o.seen.Tasks += done.Tasks
	o.seen.Moved += done.Moved
	o.seen.Resumed += done.Resumed
}

func (p watched) Do(fs ...func(Forker)) {
	from := workerOf(p.inner)
	took := time.Since(*p.since)
	all := make([]func(Forker), len(fs))
	for i, f := range fs {
		all[i] = func(w Forker) { p.call(w, from, f) }
	}
	p.add(from, took, Observed{})
	if r, is := p.inner.(resumable); is {
		p.add(from, 0, Observed{Resumed: r.resumed(all)})
	} else {
		p.inner.Do(all...)
	}
	*p.since = time.Now()
}

func (o *observer) result() Observed {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := o.seen
	numbers := false
	for worker, took := range o.busy {
		r.Processing += took
		n, is := worker.(int)
		switch {
		case is:
			numbers = true
			for len(r.Busy) <= n {
				r.Busy = append(r.Busy, 0)
			}
			r.Busy[n] = took
		case worker != nil:
			r.Busy = append(r.Busy, took)
		}
	}
	if !numbers {
		slices.SortFunc(r.Busy, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	}
	return r
}
