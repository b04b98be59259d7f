package pool_test

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
)

// Go panics in a scope whose tasks have all ended. It panics even if Scope has not returned:
// here the scope's worker still helps with another task.
func TestScope_GoWhileItEnds(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	said, err := pool.Run(background, p, func(w *pool.Worker) (said any, err error) {
		w.Scope(func(outer *pool.Scope) {
			var stolen, helps, ended atomic.Bool
			w.Scope(func(s *pool.Scope) {
				s.Go(w, func(*pool.Worker) {
					stolen.Store(true)
					spin(helps.Load)
					ended.Store(true)
				})
				spin(stolen.Load)
				outer.Go(w, func(w *pool.Worker) {
					helps.Store(true)
					spin(ended.Load)
					spin(func() bool { // the task above may not be counted yet
						said = caught(func() { s.Go(w, func(*pool.Worker) {}) })
						return said != nil
					})
				})
			})
		})
		return said, nil
	})
	require.NoError(t, err)
	require.Equal(t, "pool: Go in a Scope that has ended", said)
}

// When a loop panics on another worker, the ranges that have not begun are dropped at once.
func TestFor_PanicElsewhere(t *testing.T) {
	needsIdentity(t)
	const n = 100_000
	in := rand.New(rand.NewPCG(1, 2)).Perm(n)
	for name, c := range map[string]struct {
		forked, most int // the owner's steps until it has forked, and at most how many it does after the panic
		loop         func(p *pool.Pool, step func())
	}{
		"For": {1, n / 4, func(p *pool.Pool, step func()) {
			_ = pool.For(background, p, n, func(_, _ int) { step() }, pool.Grain(1))
		}},
		"Reduce": {1, n / 4, func(p *pool.Pool, step func()) {
			add := func(a, b int) int { return a + b }
			_, _ = pool.Reduce(background, p, in, 0, func(a, b int) int { step(); return a + b }, add)
		}},
		"SortFunc": {3 * n, n, func(p *pool.Pool, step func()) {
			_ = pool.SortFunc(background, p, slices.Clone(in), func(a, b int) int { step(); return cmp.Compare(a, b) })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2})
			var owner atomic.Uintptr
			var panicked atomic.Bool
			var own, after atomic.Int32
			step := func() {
				owner.CompareAndSwap(0, park.Goroutine())
				switch mine := owner.Load() == park.Goroutine(); {
				case panicked.Load():
					if int(after.Add(1)) < min(c.most/2, 5000) {
						time.Sleep(time.Millisecond) // the thief may not run yet, and nothing shows when its panic has arrived
					}
				case mine && int(own.Add(1)) >= c.forked:
					spin(panicked.Load)
				case !mine && panicked.CompareAndSwap(false, true):
					panic("of the thief")
				}
			}
			v := caught(func() { c.loop(p, step) })
			require.IsType(t, &pool.PanicError{}, v)
			require.Less(t, int(after.Load()), c.most)
		})
	}
}

// A task that joins its own future panics, and does not hang.
func TestFuture_JoinOfOneself(t *testing.T) {
	p := made(t, pool.Options{})
	own := make(chan *pool.Future[any], 1)
	f, err := pool.Submit(background, p, func(w *pool.Worker) (any, error) {
		f := <-own
		return caught(func() { _, _ = f.Join(w) }), nil
	})
	require.NoError(t, err)
	own <- f
	var said any
	finishes(t, func() { said, err = f.Get(background) })
	require.NoError(t, err)
	require.Equal(t, "pool: Join of a Future in its own task, which would wait for itself", said)
}

// A pool does not count as lost while a caller is in one of its methods.
func TestLost_NotWhileSubmitting(t *testing.T) {
	for name, submit := range map[string]func(p *pool.Pool) error{
		"Go": func(p *pool.Pool) error { return p.Go(func(*pool.Worker) {}) },
		"Submit": func(p *pool.Pool) error {
			_, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { return 0, nil })
			return err
		},
		"Run": func(p *pool.Pool) error {
			_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			told := make(complaints, 1)
			defer pool.Complaints(told)()
			gate, waits, result := make(chan struct{}), make(chan struct{}), make(chan error)
			go func() {
				p := pool.New(pool.Options{Workers: 1, Queue: 1})
				started := make(chan struct{})
				_ = p.Go(func(*pool.Worker) { close(started); <-gate })
				<-started
				_ = p.Go(func(*pool.Worker) {})
				close(waits)
				result <- submit(p) // waits for room
			}()
			<-waits
			for range 100 {
				runtime.GC()
			}
			require.Empty(t, told)
			close(gate)
			require.NoError(t, <-result)
			until(t, "the pool is reported as lost", func() bool {
				runtime.GC()
				select {
				case <-told: // the receive orders the report's read of the callers before the end of the test
					return true
				default:
					return false
				}
			})
		})
	}
}
