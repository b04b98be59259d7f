package workload

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/pool/classic"
)

// Load is the experiment of A. Agrawal and K. Indurkhya. Each of Threads threads gets Each tasks.
// An even task computes a Fibonacci number from the 25th to the 29th, chosen by the random
// numbers. In a skewed load half of the threads compute the 25th, and the others the first.
type Load struct {
	Threads, Each int
	Skewed        bool
}

// LoadDone is the result of a load.
type LoadDone struct {
	Took   time.Duration
	Waited time.Duration // average time from the begin of the work to the begin of a task
	Stolen int           // -1 if unknown
	Failed int           // attempts to steal that failed; -1 if unknown
}

// LoadRunners are the names of the runners that only run loads: the document's threads over both
// deques, with and without stealing, and package pool with a worker for each thread.
func LoadRunners() []string {
	return []string{"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone", "pool"}
}

func (l Load) n(thread, k int) int {
	switch {
	case !l.Skewed:
		return 25 + int(random(uint64(thread*l.Each+k))%5)
	case thread < (l.Threads+1)/2:
		return 25
	}
	return 1
}

// Run runs the load on a load runner or on a scheduler, and checks each result. A scheduler forks
// all tasks at once.
func (l Load) Run(runner string, all []Scheduler) (LoadDone, error) {
	r, err := l.runner(runner, all)
	if err != nil {
		return LoadDone{}, err
	}
	defer r.Close()
	return l.on(r)
}

// runner returns the runner of this name, with a thread or a worker for each thread of the load.
func (l Load) runner(name string, all []Scheduler) (Runner, error) {
	o := classic.IITHOptions{Threads: l.Threads}
	switch name {
	case "iith-bounded", "iith-bounded-alone":
		o.Capacity = max(2, l.Each)
	}
	switch name {
	case "iith-bounded-alone", "iith-unbounded-alone":
		o.NoSteal = true
	}
	switch name {
	case "iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone":
		return iithRunner(o), nil
	case "pool":
		return poolRunner{pool.New(pool.Options{Workers: l.Threads}), false}, nil
	}
	s, err := find(name, all)
	if err != nil {
		return nil, err
	}
	return s.New(l.Threads), nil
}

// on runs the load on a runner, and closes the runner.
func (l Load) on(r Runner) (LoadDone, error) {
	return l.batch().on(r)
}

func (l Load) batch() *batch { return &batch{Load: l, results: make([]int, l.Threads*l.Each)} }

// on runs the batch on a runner, and closes the runner.
func (b *batch) on(r Runner) (LoadDone, error) {
	done := LoadDone{Stolen: -1, Failed: -1}
	done.Took = b.timed(b.made(r, &done))
	if p, is := r.(poolRunner); is {
		s := p.ended()
		done.Stolen, done.Failed = int(s.Stolen), int(s.Failed)
	}
	done.Waited = time.Duration(b.waited.Load() / int64(len(b.results)))
	return done, b.check()
}

// batch is a load in progress.
type batch struct {
	Load
	results []int
	start   time.Time
	waited  atomic.Int64
	late    atomic.Int64 // tasks that were made while the clock ran
}

// task makes the k-th task of a thread.
func (b *batch) task(thread, k int) func() {
	if !b.start.IsZero() {
		b.late.Add(1)
	}
	return func() {
		b.waited.Add(int64(time.Since(b.start)))
		b.results[thread*b.Each+k] = slowFib(b.n(thread, k))
	}
}

// made prepares the load for a runner, and returns the work. Only the work is timed. In all runners but pool, the
// tasks are made before.
func (b *batch) made(r Runner, done *LoadDone) (work func()) {
	switch r := r.(type) {
	case iithRunner:
		return b.onIITH(r, done)
	case poolRunner:
		return b.onPool(r)
	}
	return b.onForker(r)
}

// timed does the work. The tasks wait from its begin on.
func (b *batch) timed(work func()) (took time.Duration) {
	b.start = time.Now()
	work()
	return time.Since(b.start)
}

func (b *batch) onIITH(r iithRunner, done *LoadDone) (work func()) {
	p := classic.NewIITH(classic.IITHOptions(r))
	for thread := range b.Threads {
		for k := range b.Each {
			p.Add(thread, b.task(thread, k))
		}
	}
	return func() { done.Stolen = p.Run().Stolen }
}

// onPool forks a task for each thread. That task forks the tasks of the thread.
func (b *batch) onPool(r poolRunner) (work func()) {
	program := func(w *pool.Worker) {
		w.Scope(func(s *pool.Scope) {
			for thread := range b.Threads {
				s.Go(w, func(w *pool.Worker) {
					w.Scope(func(s *pool.Scope) {
						for k := range b.Each {
							f := b.task(thread, k)
							s.Go(w, func(*pool.Worker) { f() })
						}
					})
				})
			}
		})
	}
	return func() { r.perform(program) }
}

func (b *batch) onForker(r Runner) (work func()) {
	var tasks []func(Forker)
	for thread := range b.Threads {
		for k := range b.Each {
			f := b.task(thread, k)
			tasks = append(tasks, func(Forker) { f() })
		}
	}
	return func() { r.Run(func(w Forker) { w.Do(tasks...) }) }
}

// check returns an error unless all results are right.
func (b *batch) check() error {
	for thread := range b.Threads {
		for k := range b.Each {
			if got, want := b.results[thread*b.Each+k], quickFib(b.n(thread, k)); got != want {
				return fmt.Errorf("task %d of thread %d: fib(%d) is %d, want %d", k, thread, b.n(thread, k), got, want)
			}
		}
	}
	return nil
}

func slowFib(n int) int {
	if n < 2 {
		return n
	}
	return slowFib(n-1) + slowFib(n-2)
}

func quickFib(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}
