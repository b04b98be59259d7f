package pool

import (
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model/sched"
)

// These are the trees of the programs that Join follows.

// aScope is a scope of two tasks, 1 and 2. Its body is 0.
func aScope(workers int, panics ...int) forest {
	return forest{workers: workers, panics: panics, trees: []planted{{2, func(w *Worker, does func(int)) int {
		var ended atomic.Int32
		task := func(n int) func(*Worker) {
			return func(*Worker) {
				does(n)
				ended.Add(1)
			}
		}
		w.Scope(func(s *Scope) {
			s.Go(w, task(1))
			s.Go(w, task(2))
			does(0)
		})
		return int(ended.Load())
	}}}}
}

// forkingScope is a scope of two tasks, the first of which forks 3.
func forkingScope(workers int, panics ...int) forest {
	return forest{workers: workers, panics: panics, trees: []planted{{7, func(w *Worker, does func(int)) int {
		var ended atomic.Int32
		w.Scope(func(s *Scope) {
			s.Go(w, func(w *Worker) {
				ended.Add(int32(sum(Join(w, half(1, does), half(3, does))) + 1))
			})
			s.Go(w, func(*Worker) {
				does(2)
				ended.Add(2)
			})
			does(0)
		})
		return int(ended.Load())
	}}}}
}

// half is one half of a Join.
func half(n int, does func(int)) func(*Worker) int {
	return func(*Worker) int {
		does(n)
		return n
	}
}

func sum(a, b int) int { return a + b }

// twoJoins is a Join in a Join. The forked halves are 1 and 2, in this order.
func twoJoins(workers int, panics ...int) forest {
	return forest{workers: workers, panics: panics, trees: []planted{{3, func(w *Worker, does func(int)) int {
		return sum(Join(w, func(w *Worker) int { return sum(Join(w, half(0, does), half(2, does))) }, half(1, does)))
	}}}}
}

// recovering is twoJoins that recovers from a panic in the inner Join.
func recovering(workers int, panics ...int) forest {
	return forest{workers: workers, panics: panics, caught: true, trees: []planted{{1, func(w *Worker, does func(int)) int {
		return sum(Join(w, func(w *Worker) int {
			defer func() { _ = recover() }()
			return sum(Join(w, half(0, does), half(2, does)))
		}, half(1, does)))
	}}}}
}

// twoTrees are two Joins. The first has the halves 0 and 1; the second has 2 and 3.
func twoTrees(workers int, panics ...int) forest {
	joins := func(n int) planted {
		return planted{2*n + 1, func(w *Worker, does func(int)) int { return sum(Join(w, half(n, does), half(n+1, does))) }}
	}
	return forest{workers: workers, panics: panics, trees: []planted{joins(0), joins(2)}}
}

// typedFrame is a frame of a task that forks two, 1 and 2.
type typedFrame struct {
	number int
	does   func(n int)
}

var forksTwo = Define(func(c *Ctx[typedFrame, int], f typedFrame) int {
	if f.number > 0 {
		f.does(f.number)
		return f.number
	}
	h1 := c.Fork(typedFrame{1, f.does})
	h2 := c.Fork(typedFrame{2, f.does})
	f.does(0)
	b := c.Join(h2)
	return c.Join(h1) + b
})

// twoFrames are typed. The worker is asked for them from the beginning.
func twoFrames(workers int, panics ...int) forest {
	return forest{workers: workers, panics: panics, asked: true, trees: []planted{{3, func(w *Worker, does func(int)) int {
		return forksTwo.body(forksTwo.In(w), typedFrame{0, does})
	}}}}
}

// deepJoins is a Join in the second half of another Join. That half is stolen.
func deepJoins(s *sched.S, f *refine.Shadow) {
	var begun atomic.Bool
	forest{workers: 2, trees: []planted{{4, func(w *Worker, does func(int)) int {
		return sum(Join(w, func(*Worker) int {
			for !begun.Load() {
				runtime.Gosched()
			}
			return 1
		}, func(w *Worker) int {
			begun.Store(true)
			return sum(Join(w, half(1, does), half(2, does)))
		}))
	}}}}.robbed(true).run(s, f, nil)
}
