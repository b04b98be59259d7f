package workload

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Observed is what the workers did in a run.
type Observed struct {
	Processing time.Duration   // in functions of the program, and not in forks, joins and searches
	Busy       []time.Duration // of it, by worker, the longest first; nil where workers are not told apart
	Tasks      int             // functions that were run
	Moved      int             // of them, on another worker than the one that forked
}

// Observe returns a program that does the same and tells what the workers did: when a
// function begins, forks, goes on after that, and ends. It costs a lock and a reading of
// the clock each time, so it suits programs whose functions take microseconds.
func Observe(program func(Forker)) (observed func(Forker), result func() Observed) {
	o := &observer{busy: map[any]time.Duration{}}
	return func(w Forker) { o.call(w, nil, program) }, o.result
}

type observer struct {
	mu           sync.Mutex
	busy         map[any]time.Duration
	tasks, moved int
}

// told is a Forker of a scheduler with workers.
type told interface{ worker() any }

func workerOf(w Forker) any {
	if t, ok := w.(told); ok {
		return t.worker()
	}
	return nil
}

// watched is a Forker in a function that is observed.
type watched struct {
	*observer
	inner Forker
	since *time.Time // of what runs now
}

// call runs a function that the worker from has forked.
func (o *observer) call(w Forker, from any, f func(Forker)) {
	now, start := workerOf(w), time.Now()
	f(watched{o, w, &start})
	o.add(workerOf(w), time.Since(start), 1, from != nil && from != now)
}

func (o *observer) add(worker any, took time.Duration, tasks int, moved bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy[worker] += took
	o.tasks += tasks
	if moved {
		o.moved++
	}
}

func (p watched) Do(fs ...func(Forker)) {
	from := workerOf(p.inner)
	p.add(from, time.Since(*p.since), 0, false)
	all := make([]func(Forker), len(fs))
	for i, f := range fs {
		all[i] = func(w Forker) { p.call(w, from, f) }
	}
	p.inner.Do(all...)
	*p.since = time.Now()
}

func (o *observer) result() Observed {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := Observed{Tasks: o.tasks, Moved: o.moved}
	for worker, took := range o.busy {
		r.Processing += took
		if worker != nil {
			r.Busy = append(r.Busy, took)
		}
	}
	slices.SortFunc(r.Busy, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	return r
}
