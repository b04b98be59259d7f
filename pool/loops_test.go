package pool_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/pool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var bg = context.Background()

// places calls f with pools of 1 to 4 workers, from outside and inside a task.
func places(t *testing.T, f func(t *testing.T, x pool.Executor)) {
	for workers := 1; workers <= 4; workers++ {
		t.Run(fmt.Sprint("outside/", workers), func(t *testing.T) {
			f(t, newPool(t, workers))
		})
		t.Run(fmt.Sprint("inside/", workers), func(t *testing.T) {
			_, err := pool.Run(bg, newPool(t, workers), func(w *pool.Worker) (int, error) {
				f(t, w)
				return 0, nil
			})
			require.NoError(t, err)
		})
	}
}

func newPool(t testing.TB, workers int) *pool.Pool {
	p := pool.New(pool.Options{Workers: workers})
	t.Cleanup(func() { require.NoError(t, p.Close(bg)) })
	return p
}

// loops are all loop functions, over n elements. Each loop takes long enough to be divided. It
// calls body once for each element; the sorts call body from time to time.
func loops(n int, body func(i int)) map[string]func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
	in := make([]int, n)
	for i := range in {
		in[i] = i
	}
	return map[string]func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error{
		"For": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			return pool.For(ctx, x, n, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					body(i)
				}
			}, opts...)
		},
		"ForEach": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			return pool.ForEach(ctx, x, n, body, opts...)
		},
		"ForWorker": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			return pool.ForWorker(ctx, x, n, func(_ *pool.Worker, lo, hi int) {
				for i := lo; i < hi; i++ {
					body(i)
				}
			}, opts...)
		},
		"Map": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			out, err := pool.Map(ctx, x, in, func(i int) int { body(i); return i }, opts...)
			if err != nil && out != nil {
				return errors.New("a slice and an error")
			}
			return err
		},
		"Reduce": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			_, err := pool.Reduce(ctx, x, in, 0,
				func(r, i int) int { body(i); return r + i },
				func(a, b int) int { return a + b }, opts...)
			return err
		},
		"SortFunc": func(ctx context.Context, x pool.Executor, opts ...pool.LoopOption) error {
			s := make([]int, n)
			for i := range s {
				s[i] = i * 7919 % n
			}
			return pool.SortFunc(ctx, x, s, func(a, b int) int { body(a); return a - b }, opts...)
		},
	}
}

// A panic anywhere reaches the caller as a PanicError. The pool works on.
func TestLoops_Panic(t *testing.T) {
	const n = 5000
	oops := errors.New("oops")
	for name, loop := range loops(n, func(i int) {
		if i == 4321 {
			panic(oops)
		}
	}) {
		t.Run(name, func(t *testing.T) {
			places(t, func(t *testing.T, x pool.Executor) {
				for _, grain := range []int{0, 1, n} {
					e := panicOf(func() { _ = loop(bg, x, pool.Grain(grain)) })
					require.ErrorIs(t, e, oops)
					require.Contains(t, e.Error(), "loops_test.go")
				}
				sum, err := pool.Reduce(bg, x, []int{1, 2, 3}, 0, add, add)
				require.NoError(t, err)
				require.Equal(t, 6, sum)
			})
		})
	}
}

// After a panic in a stolen part, nothing is divided any more. The rest is so large that the
// test would time out if all of it were done.
func TestLoops_PanicEndsAllOfIt(t *testing.T) {
	const n = math.MaxInt
	for name, loop := range map[string]func(p *pool.Pool, body func(), grain pool.LoopOption) error{
		"For": func(p *pool.Pool, body func(), grain pool.LoopOption) error {
			return pool.For(bg, p, n, func(_, _ int) { body() }, grain)
		},
		"Reduce": func(p *pool.Pool, body func(), grain pool.LoopOption) error {
			_, err := pool.Reduce(bg, p, make([]struct{}, n), 0,
				func(r int, _ struct{}) int { body(); return r },
				func(a, _ int) int { return a }, grain)
			return err
		},
	} {
		for _, grain := range []int{0, 1} {
			t.Run(fmt.Sprint(name, "/", grain), func(t *testing.T) {
				oops := errors.New("oops")
				var first, second atomic.Bool
				p := newPool(t, 2)
				finishes(t, func() {
					e := panicOf(func() {
						_ = loop(p, func() {
							switch {
							case first.CompareAndSwap(false, true):
								assert.True(t, spin(second.Load))
							case second.CompareAndSwap(false, true):
								panic(oops)
							}
						}, pool.Grain(grain))
					})
					require.ErrorIs(t, e, oops)
				})
			})
		}
	}
}

// panicOf returns the PanicError that f panics with.
func panicOf(f func()) (e *pool.PanicError) {
	defer func() { e, _ = recover().(*pool.PanicError) }()
	f()
	return nil
}

func add(a, b int) int { return a + b }

func TestLoops_CancelledBefore(t *testing.T) {
	why, cancel := context.WithCancel(bg)
	cancel()
	for name, loop := range loops(1000, func(i int) { panic("called") }) {
		t.Run(name, func(t *testing.T) {
			places(t, func(t *testing.T, x pool.Executor) {
				require.ErrorIs(t, loop(why, x), context.Canceled)
			})
		})
	}
}

// A context that ends in the middle ends the loop, with most of it undone.
func TestLoops_CancelledWithin(t *testing.T) {
	const n = 100_000
	places(t, func(t *testing.T, x pool.Executor) {
		for name := range loops(0, nil) {
			ctx, cancel := context.WithCancel(bg)
			var done atomic.Int64
			loop := loops(n, func(int) {
				switch k := done.Add(1); {
				case k == 10:
					cancel()
				case k > 10 && k < 500: // SortFunc does not end at once
					// Another goroutine tells the pool of the end, and needs a processor for
					// that. On a busy machine it may come late.
					time.Sleep(50 * time.Microsecond)
				}
			})[name]
			require.ErrorIs(t, loop(ctx, x, pool.Grain(1)), context.Canceled, name)
			if name != "SortFunc" { // SortFunc compares more often
				require.Less(t, done.Load(), int64(n), name)
			}
			cancel()
		}
	})
}

func TestLoops_ClosedPool(t *testing.T) {
	p := pool.New(pool.Options{Workers: 1})
	require.NoError(t, p.Close(bg))
	for name, loop := range loops(0, func(i int) {}) {
		require.ErrorIs(t, loop(bg, p), pool.ErrClosed, name)
	}
}

func TestLoops_BadInput(t *testing.T) {
	p := newPool(t, 1)
	in := []int{1, 2}
	identity := func(i int) int { return i }
	for name, f := range map[string]func(){
		"For nil":         func() { _ = pool.For(bg, p, 1, nil) },
		"ForEach nil":     func() { _ = pool.ForEach(bg, p, 1, nil) },
		"ForWorker nil":   func() { _ = pool.ForWorker(bg, p, 1, nil) },
		"For -1":          func() { _ = pool.For(bg, p, -1, func(lo, hi int) {}) },
		"ForEach -1":      func() { _ = pool.ForEach(bg, p, -1, func(int) {}) },
		"ForWorker -1":    func() { _ = pool.ForWorker(bg, p, -1, func(*pool.Worker, int, int) {}) },
		"Grain -1":        func() { pool.Grain(-1) },
		"Map nil":         func() { _, _ = pool.Map[int, int](bg, p, in, nil) },
		"MapInto nil":     func() { _ = pool.MapInto[int, int](bg, p, in, in, nil) },
		"MapInto length":  func() { _ = pool.MapInto(bg, p, in[:1], in, identity) },
		"Reduce nil":      func() { _, _ = pool.Reduce(bg, p, in, 0, nil, add) },
		"Reduce combine":  func() { _, _ = pool.Reduce(bg, p, in, 0, add, nil) },
		"SortFunc nil":    func() { _ = pool.SortFunc(bg, p, in, nil) },
		"nil pool":        func() { _ = pool.For(bg, (*pool.Pool)(nil), 1, func(lo, hi int) {}) },
		"nil worker":      func() { _ = pool.Sort(bg, (*pool.Worker)(nil), in) },
		"zero pool":       func() { _ = pool.Sort(bg, &pool.Pool{}, in) },
		"worker too late": func() { _ = pool.Sort(bg, lateWorker(p), in) },
	} {
		t.Run(name, func(t *testing.T) { panicsOfPool(t, f) })
	}
}

func lateWorker(p *pool.Pool) *pool.Worker {
	late, _ := pool.Run(bg, p, func(w *pool.Worker) (*pool.Worker, error) { return w, nil })
	return late
}
