package pool_test

//lint:file-ignore SA2001 the tasks only wait for the lock

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// busy makes a worker of the pool spin until the returned function is called.
func busy(t *testing.T, p *pool.Pool) (free func()) {
	var began, ends atomic.Bool
	require.NoError(t, p.Go(func(*pool.Worker) {
		began.Store(true)
		assert.True(t, spin(ends.Load), "nothing frees the worker")
	}))
	until(t, "a worker is busy", began.Load)
	return func() { ends.Store(true) }
}

// A task holds a lock while it waits isolated. A thief takes a task that wants this lock. It must
// not keep isolated tasks that it takes at the same time.
func TestIsolate_BesideAThiefThatWantsTheLock(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range many(20, 500) {
		free := busy(t, p)
		var mu sync.Mutex
		var blocks atomic.Bool
		var ran atomic.Int32
		finishes(t, func() {
			require.Nil(t, in(p, func(w *pool.Worker) {
				w.Scope(func(s *pool.Scope) {
					mu.Lock()
					s.Go(w, func(*pool.Worker) { blocks.Store(true); mu.Lock(); mu.Unlock() })
					w.Isolate(func() {
						task := func(*pool.Worker) { ran.Add(1) }
						w.Invoke(task, task, task, task, func(*pool.Worker) {
							free()
							assert.True(t, spin(blocks.Load), "no thief comes")
						})
					})
					mu.Unlock()
				})
			}))
		})
		require.EqualValues(t, 4, ran.Load())
	}
}

// A task of an isolated part runs on another worker, above a task that waits. It starts a task of
// the part there. Its worker goes on with the lower task, which wants the lock.
func TestIsolate_BesideATaskBelowThatWantsTheLock(t *testing.T) {
	p := made(t, pool.Options{Workers: 3})
	for range many(20, 500) {
		var mu sync.Mutex
		var stolen, begun, released, occupied, over atomic.Bool
		finishes(t, func() {
			require.Nil(t, in(p, func(w *pool.Worker) {
				w.Scope(func(s *pool.Scope) {
					mu.Lock()
					s.Go(w, func(w *pool.Worker) {
						pool.Join(w, func(*pool.Worker) bool {
							return assert.True(t, spin(stolen.Load), "no thief comes")
						}, func(*pool.Worker) bool {
							stolen.Store(true)
							return assert.True(t, spin(released.Load), "the isolated task does not begin")
						})
						mu.Lock()
						mu.Unlock()
					})
					assert.True(t, spin(stolen.Load), "no thief comes")
					w.Isolate(func() {
						w.Scope(func(s *pool.Scope) {
							s.Go(w, func(w *pool.Worker) {
								begun.Store(true)
								s.Go(w, func(*pool.Worker) {})
								assert.NoError(t, p.Go(func(*pool.Worker) {
									occupied.Store(true)
									assert.True(t, spin(over.Load), "the isolated part does not end")
								}))
								released.Store(true)
								assert.True(t, spin(occupied.Load), "the third worker takes no task")
							})
							assert.True(t, spin(begun.Load), "the waiting worker does not help")
						})
					})
					over.Store(true)
					mu.Unlock()
				})
			}))
		})
	}
}

// A worker that waits isolated takes no task from outside the isolated part, although there is one in the deque of another
// worker.
func TestIsolate_TakesNothingFromOutside(t *testing.T) {
	p := made(t, pool.Options{Workers: 3})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var begun, inside, forked, over atomic.Bool
		var ran atomic.Pointer[pool.Worker]
		w.Scope(func(s *pool.Scope) {
			s.Go(w, func(w *pool.Worker) {
				begun.Store(true)
				assert.True(t, spin(inside.Load), "the isolated task does not begin")
				s.Go(w, func(by *pool.Worker) { ran.Store(by) })
				forked.Store(true)
				assert.True(t, spin(over.Load), "the isolated part does not end")
			})
			assert.True(t, spin(begun.Load), "no thief comes")
			w.Isolate(func() {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, func(*pool.Worker) {
						inside.Store(true)
						assert.True(t, spin(forked.Load), "the task outside does not fork")
						assert.True(t, spin(func() bool { return ran.Load() != nil || p.Sleeping() == 1 }), "the waiting worker does not sleep")
					})
					assert.True(t, spin(inside.Load), "no thief comes")
				})
			})
			assert.NotSame(t, w, ran.Load())
			over.Store(true)
		})
	}))
}
