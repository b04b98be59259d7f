package pool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// A wait is how a task waits for a future, with a context that may end.
type wait func(ctx context.Context, f *pool.Future[int], w *pool.Worker) (int, error)

var waits = []wait{
	func(ctx context.Context, f *pool.Future[int], _ *pool.Worker) (int, error) { return f.Get(ctx) },
	func(_ context.Context, f *pool.Future[int], _ *pool.Worker) (int, error) { return f.Get(background) },
	func(_ context.Context, f *pool.Future[int], w *pool.Worker) (int, error) { return f.Join(w) },
	func(ctx context.Context, f *pool.Future[int], w *pool.Worker) (r int, err error) {
		w.Blocking(func() { r, err = f.Get(ctx) })
		return r, err
	},
}

// A web is futures that wait for others with greater numbers.
type web struct {
	futures []*pool.Future[int]
	ready   chan struct{} // closed when futures are there
}

// A need is one future of a web, and how it is waited for.
type need struct {
	of  int
	how wait
}

func (w *web) all(ctx context.Context, worker *pool.Worker, needs []need) error {
	for _, n := range needs {
		if _, err := n.how(ctx, w.futures[n.of], worker); err != nil {
			return err
		}
	}
	return nil
}

// task waits for what it needs, one after the other or in two halves that may run at once.
func (w *web) task(ctx context.Context, needs []need, forks bool) func(*pool.Worker) (int, error) {
	return func(worker *pool.Worker) (int, error) {
		<-w.ready
		if !forks {
			return 1, w.all(ctx, worker, needs)
		}
		half := func(needs []need) func(*pool.Worker) error {
			return func(worker *pool.Worker) error { return w.all(ctx, worker, needs) }
		}
		a, b := pool.Join(worker, half(needs[:len(needs)/2]), half(needs[len(needs)/2:]))
		return 1, errors.Join(a, b)
	}
}

// Futures that do not wait for each other all end, however each waits, in whichever order they
// come to the queue, and however few spares there are.
func TestReplacement_Random(t *testing.T) {
	needsIdentity(t)
	const tasks = 12
	numbers := make([]int, tasks)
	for i := range numbers {
		numbers[i] = i
	}
	rapid.Check(t, func(r *rapid.T) {
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		p := pool.New(pool.Options{
			Workers: rapid.IntRange(1, 3).Draw(r, "workers"),
			Spares:  rapid.SampledFrom([]int{-1, 1, 2, 4}).Draw(r, "spares"),
		})
		w := web{make([]*pool.Future[int], tasks), make(chan struct{})}
		likely := rapid.IntRange(1, 4).Draw(r, "a need in")
		for _, n := range rapid.Permutation(numbers).Draw(r, "order") {
			var needs []need
			for of := n + 1; of < tasks; of++ {
				if rapid.IntRange(1, likely).Draw(r, "needs") == 1 {
					needs = append(needs, need{of, rapid.SampledFrom(waits).Draw(r, "how")})
				}
			}
			f, err := pool.Submit(background, p, w.task(ctx, needs, rapid.Bool().Draw(r, "forks")))
			require.NoError(r, err)
			w.futures[n] = f
		}
		finishes(t, func() {
			close(w.ready)
			for _, f := range w.futures {
				_, err := f.Get(background)
				require.NoError(t, err)
			}
			require.NoError(t, p.Close(background))
		})
	})
}
