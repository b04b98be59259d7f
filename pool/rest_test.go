package pool_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/pool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// As many calls of body block at once as there are workers and spares. If one of them kept others
// to itself, the loop would not end.
func TestRest_AllBlockAtOnce(t *testing.T) {
	for _, spares := range []int{1, 6, 64} {
		for workers := 1; workers <= 3; workers++ {
			ok := t.Run(fmt.Sprint(spares, "/", workers), func(t *testing.T) {
				p := pool.New(pool.Options{Workers: workers, Spares: spares})
				defer func() { require.NoError(t, p.Close(bg)) }()
				over := make(chan struct{})
				defer close(over)
				for range 5 {
					for _, grain := range []int{0, 1} {
						finishes(t, func() { allAtOnce(t, p, workers+spares, grain, over) })
					}
				}
			})
			if !ok {
				return // each failure takes seconds
			}
		}
	}
}

// allAtOnce is a loop over n indices whose calls wait for each other, or for the end of the test.
func allAtOnce(t *testing.T, p *pool.Pool, n, grain int, over <-chan struct{}) {
	var begun atomic.Int64
	all := make(chan struct{})
	require.NoError(t, pool.ForEachErr(bg, p, n, func(w *pool.Worker, _ int) error {
		w.Blocking(func() {
			if begun.Add(1) == int64(n) {
				close(all)
			}
			select {
			case <-all:
			case <-over:
			}
		})
		return nil
	}, pool.Grain(grain)))
}

// Each index is done once, whichever calls block.
func TestRest_EachOnce(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, 3000).Draw(t, "n")
			grain := rapid.IntRange(0, 40).Draw(t, "grain")
			each := rapid.IntRange(1, 100).Draw(t, "each")
			from := rapid.IntRange(0, 3000).Draw(t, "from")
			did := make([]atomic.Int32, n)
			require.NoError(t, pool.ForWorker(bg, x, n, func(w *pool.Worker, lo, hi int) {
				if lo >= hi || grain > 0 && hi-lo > grain {
					t.Errorf("%d to %d", lo, hi)
				}
				for i := lo; i < hi; i++ {
					if i >= from && i%each == 0 {
						w.Blocking(runtime.Gosched)
					}
					did[i].Add(1)
				}
			}, pool.Grain(grain)))
			for i := range did {
				require.EqualValues(t, 1, did[i].Load(), i)
			}
		})
	})
}

// Loops that block, in a loop that blocks: each has a rest of its own.
func TestRest_Nested(t *testing.T) {
	const rows, columns = 30, 50
	places(t, func(t *testing.T, x pool.Executor) {
		var cells [rows][columns]atomic.Int32
		require.NoError(t, pool.ForEachErr(bg, x, rows, func(w *pool.Worker, row int) error {
			if row%3 == 0 {
				w.Blocking(runtime.Gosched)
			}
			return pool.ForEachErr(bg, w, columns, func(w *pool.Worker, column int) error {
				if column%7 == 0 {
					w.Blocking(runtime.Gosched)
				}
				a, b := pool.Join(w,
					func(w *pool.Worker) int { w.Blocking(runtime.Gosched); return 1 },
					func(w *pool.Worker) int { return 1 })
				cells[row][column].Add(int32(a * b))
				return nil
			}, pool.Grain(1))
		}, pool.Grain(1)))
		for row := range cells {
			for column := range cells[row] {
				require.EqualValues(t, 1, cells[row][column].Load())
			}
		}
	})
}

// After one call has blocked, cheap ones are divided as in any loop, and no stack grows with their
// number.
func TestRest_OfCheapCalls(t *testing.T) {
	const n = 300_000
	places(t, func(t *testing.T, x pool.Executor) {
		var did, blocked atomic.Int64
		require.NoError(t, pool.ForEachErr(bg, x, n, func(w *pool.Worker, i int) error {
			if i%100_000 == 0 {
				w.Blocking(runtime.Gosched)
				blocked.Add(1)
			}
			did.Add(1)
			return nil
		}, pool.Grain(1)))
		require.EqualValues(t, n, did.Load())
		require.EqualValues(t, 3, blocked.Load())
	})
}

// However a call ends that has its index from the rest, the loop ends in that way, and all of it.
func TestRest_Ends(t *testing.T) {
	oops := errors.New("oops")
	for _, n := range []int{200, math.MaxInt} {
		for name, end := range map[string]func(cancel func()) error{
			"error":  func(func()) error { return oops },
			"panic":  func(func()) error { panic(oops) },
			"cancel": func(cancel func()) error { cancel(); return nil },
		} {
			t.Run(fmt.Sprint(name, "/", n), func(t *testing.T) {
				for workers := 1; workers <= 3; workers++ {
					p := pool.New(pool.Options{Workers: workers, Spares: 5})
					ctx, cancel := context.WithCancelCause(bg)
					var calls atomic.Int64
					var err error
					finishes(t, func() {
						e := panicOf(func() {
							err = pool.ForEachErr(ctx, p, n, func(w *pool.Worker, i int) error {
								w.Blocking(runtime.Gosched)
								if calls.Add(1) == 100 {
									return end(func() { cancel(oops) })
								}
								return nil
							}, pool.Grain(1))
						})
						if name == "panic" {
							require.ErrorIs(t, e, oops)
						} else {
							require.Nil(t, e)
						}
					})
					if name != "panic" && (name != "cancel" || n > 200) { // the loop may end before it is cancelled
						require.ErrorIs(t, err, oops)
					}
					cancel(nil)
					require.NoError(t, p.Close(bg))
				}
			})
		}
	}
}

// A plain loop has no list of errors: the panic comes from the task that took the index.
func TestRest_PanicOfAPlainLoop(t *testing.T) {
	oops := errors.New("oops")
	for range 20 {
		p := pool.New(pool.Options{Workers: 2, Spares: 5})
		var calls atomic.Int64
		e := panicOf(func() {
			_ = pool.ForWorker(bg, p, 500, func(w *pool.Worker, _, _ int) {
				w.Blocking(runtime.Gosched)
				if calls.Add(1) == 100 {
					panic(oops)
				}
			}, pool.Grain(1))
		})
		require.ErrorIs(t, e, oops)
		require.NoError(t, p.Close(bg))
	}
}
