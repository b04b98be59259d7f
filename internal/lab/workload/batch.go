package workload

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/pool/classic"
)

// Load is the experiment of A. Agrawal and K. Indurkhya: each of Threads threads is given
// Each tasks. Even ones compute a Fibonacci number from the 25th to the 29th, as the random
// numbers say; of skewed ones half of the threads get the 25th, and the others the first.
type Load struct {
	Threads, Each int
	Skewed        bool
}

// LoadDone is what became of a load.
type LoadDone struct {
	Took   time.Duration
	Waited time.Duration // on average, from when the work began until a task did
	Stolen int           // or -1: that is not known
}

// LoadRunners are what runs loads in its own way: the document's threads over both deques,
// with and without stealing, and package pool with as many workers.
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

// Run has the load done by a load runner or by one of the schedulers, which then forks all
// tasks at once, and checks each result.
func (l Load) Run(runner string, all []Scheduler) (LoadDone, error) {
	r, err := l.runner(runner, all)
	if err != nil {
		return LoadDone{}, err
	}
	defer r.Close()
	return l.on(r)
}

// runner returns the one of this name, with a thread or a worker for each thread of the load.
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

// on has a runner do the load, and nothing after that.
func (l Load) on(r Runner) (LoadDone, error) {
	results := make([]int, l.Threads*l.Each)
	var waited atomic.Int64
	var start time.Time
	task := func(thread, k int) func() {
		return func() {
			waited.Add(int64(time.Since(start)))
			results[thread*l.Each+k] = slowFib(l.n(thread, k))
		}
	}
	done := LoadDone{Stolen: -1}
	switch r := r.(type) {
	case iithRunner:
		p := classic.NewIITH(classic.IITHOptions(r))
		for thread := range l.Threads {
			for k := range l.Each {
				p.Add(thread, task(thread, k))
			}
		}
		start = time.Now()
		done.Stolen = p.Run().Stolen
	case poolRunner:
		start = time.Now()
		r.perform(func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				for thread := range l.Threads {
					s.Go(w, func(w *pool.Worker) {
						w.Scope(func(s *pool.Scope) {
							for k := range l.Each {
								f := task(thread, k)
								s.Go(w, func(*pool.Worker) { f() })
							}
						})
					})
				}
			})
		})
	default:
		var tasks []func(Forker)
		for thread := range l.Threads {
			for k := range l.Each {
				f := task(thread, k)
				tasks = append(tasks, func(Forker) { f() })
			}
		}
		start = time.Now()
		r.Run(func(w Forker) { w.Do(tasks...) })
	}
	done.Took = time.Since(start)
	if p, is := r.(poolRunner); is {
		done.Stolen = p.stolen()
	}
	done.Waited = time.Duration(waited.Load() / int64(len(results)))
	for thread := range l.Threads {
		for k := range l.Each {
			if got, want := results[thread*l.Each+k], quickFib(l.n(thread, k)); got != want {
				return done, fmt.Errorf("task %d of thread %d: fib(%d) is %d, want %d", k, thread, l.n(thread, k), got, want)
			}
		}
	}
	return done, nil
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
