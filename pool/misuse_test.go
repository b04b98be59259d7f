package pool_test

import (
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

func TestMisuse_ZeroDefinition(t *testing.T) {
	var zero pool.Def[int, int]
	p := made(t, pool.Options{Workers: 1})
	for _, d := range []*pool.Def[int, int]{nil, &zero} {
		panicsOfPool(t, func() { _, _ = d.Run(background, p, 1) })
		require.Contains(t, in(p, func(w *pool.Worker) { d.In(w) }), "pool: ")
	}
}

func TestMisuse_ZeroPool(t *testing.T) {
	var none *pool.Pool
	for _, p := range []*pool.Pool{none, {}} {
		panicsOfPool(t, func() { _, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil }) })
		panicsOfPool(t, func() { _ = p.Go(func(*pool.Worker) {}) })
		panicsOfPool(t, func() { _ = p.Close(background) })
		panicsOfPool(t, func() { _ = p.CloseNow(background) })
		panicsOfPool(t, func() { p.Resize(1) })
		panicsOfPool(t, func() { p.Workers() })
		panicsOfPool(t, func() { p.Stats() })
	}
}

// A scope belongs to one pool. Another pool might be closed before the scope's tasks are done.
func TestMisuse_ScopeOfAnotherPool(t *testing.T) {
	p, q := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		assert.Nil(t, in(p, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				assert.NotNil(t, in(q, func(w *pool.Worker) { s.Go(w, func(*pool.Worker) {}) }))
			})
		}))
	})
}

// A handle that is joined twice may find an older frame in its place, if a thief has asked for
// frames. Then the Join of that older frame panics. Other tasks are not affected.
func TestMisuse_JoinedTwiceBesideAThief(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var taken atomic.Bool
	hundreds := pool.Define(func(_ *pool.Ctx[int, int], n int) int {
		taken.Store(true)
		return 100 * n
	})
	for range many(5, 100) {
		asleep(t, p)
		taken.Store(false)
		v := in(p, func(w *pool.Worker) {
			c := hundreds.In(w)
			first := c.Fork(6) // published at once
			second := c.Fork(7)
			assert.True(t, spin(taken.Load), "no thief takes the frame")
			third := c.Fork(8) // polls
			assert.Equal(t, 800, c.Join(third))
			c.Join(third)
			c.Join(second)
			c.Join(first)
		})
		require.Contains(t, v, "pool: joined twice")
		for n := range 20 {
			require.Nil(t, in(p, func(w *pool.Worker) {
				a, b := hundreds.In(w).Both(n, n+1)
				assert.Equal(t, []int{100 * n, 100 * (n + 1)}, []int{a, b})
			}))
		}
	}
}

func TestMisuse_LateContext(t *testing.T) {
	p := pool.New(pool.Options{Workers: 1})
	var late *pool.Ctx[int, int]
	require.Nil(t, in(p, func(w *pool.Worker) { late = join.In(w) }))
	require.NoError(t, p.Close(background)) // the pool's worker has left, so there is no race
	for range 2 {
		panicsOfPool(t, func() { late.Fork(1) })
		panicsOfPool(t, func() { late.Join(0) })
		panicsOfPool(t, func() { late.Both(1, 2) })
	}
}

// This is the likeliest mistake. A forked function uses the Worker of the function around it. If
// a thief has stolen the function, that Worker is not its own.
func TestMisuse_WorkerOfAnotherGoroutine(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 2})
	type handles struct {
		mine, others *pool.Worker
		scope        *pool.Scope
		ctx          *pool.Ctx[int, int]
	}
	nothing := func(*pool.Worker) {}
	submit := func(w *pool.Worker) *pool.Future[int] {
		f, err := pool.Submit(background, w, one)
		assert.NoError(t, err)
		return f
	}
	uses := map[string]func(handles){
		"Join":     func(h handles) { pool.Join(h.others, ones, ones) },
		"Scope":    func(h handles) { h.others.Scope(func(*pool.Scope) {}) },
		"Invoke":   func(h handles) { h.others.Invoke(nothing) },
		"Go":       func(h handles) { h.scope.Go(h.others, nothing) },
		"Run":      func(h handles) { _, _ = pool.Run(background, h.others, one) },
		"Submit":   func(h handles) { submit(h.others) },
		"For":      func(h handles) { _ = pool.For(background, h.others, 1000, func(int, int) {}) },
		"Get":      func(h handles) { _, _ = submit(h.mine).Join(h.others) },
		"In":       func(h handles) { join.In(h.others) },
		"Fork":     func(h handles) { h.ctx.Fork(1) }, // this worker has asked for a frame before it slept
		"Isolate":  func(h handles) { h.others.Isolate(func() {}) },
		"Blocking": func(h handles) { h.others.Blocking(func() {}) },
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			finishes(t, func() {
				asleep(t, p)
				v := in(p, func(w *pool.Worker) {
					w.Scope(func(s *pool.Scope) {
						h := handles{others: w, scope: s, ctx: join.In(w)}
						var stolen atomic.Bool
						pool.Join(w, func(*pool.Worker) int {
							assert.True(t, spin(stolen.Load), "no thief steals the function")
							return 0
						}, func(mine *pool.Worker) int {
							stolen.Store(true)
							assert.NotSame(t, w, mine)
							h.mine = mine
							use(h)
							return 0
						})
					})
				})
				e, ok := v.(*pool.PanicError)
				require.True(t, ok, "%v", v)
				require.Contains(t, e.Error(), foreign)
			})
		})
	}
	outside := make(chan any)
	require.Nil(t, in(p, func(w *pool.Worker) {
		go func() { outside <- caught(func() { pool.Join(w, ones, ones) }) }()
		require.Contains(t, <-outside, foreign)
	}))
}

// Only the worker's own goroutine may Join. Another goroutine must not sleep there in its place.
func TestMisuse_JoinOfAnotherGoroutine(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 2})
	asleep(t, p)
	var begun, end atomic.Bool
	waits := pool.Define(func(_ *pool.Ctx[int, int], n int) int {
		begun.Store(true)
		assert.True(t, spin(end.Load))
		return n
	})
	outside := make(chan any)
	finishes(t, func() {
		require.Nil(t, in(p, func(w *pool.Worker) {
			c := waits.In(w)
			h := c.Fork(3) // published at once
			assert.True(t, spin(begun.Load), "no thief takes the frame")
			go func() { outside <- caught(func() { c.Join(h) }) }()
			v := <-outside
			end.Store(true)
			assert.Contains(t, v, foreign)
			assert.Equal(t, 3, c.Join(h))
		}))
	})
}

const foreign = "pool: a Worker, or its Ctx, is used by a goroutine that it was not given to"

func ones(*pool.Worker) int { return 1 }

func TestMisuse_NilScope(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	var none *pool.Scope
	require.Contains(t, in(p, func(w *pool.Worker) { none.Go(w, func(*pool.Worker) {}) }), "pool: ")
}

// Misuse panics with a message, and not with that of a task.
func TestMisuse_TellsWhat(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	late := lateWorker(p)
	panicsOfPool(t, func() { late.Context() })
	require.Nil(t, in(p, func(w *pool.Worker) {
		f := func(*pool.Worker) error { return nil }
		panicsOfPool(t, func() { (&pool.Group{}).Go(w, f) })
		panicsOfPool(t, func() { (*pool.Group)(nil).Go(w, f) })
		panicsOfPool(t, func() { w.Invoke(func(*pool.Worker) { t.Error("a function of a wrong call runs") }, nil) })
	}))
}

// A worker's handle is refused after its task, also on the worker's own goroutine.
func TestMisuse_WorkerInPanicked(t *testing.T) {
	var late *pool.Worker
	told := make(chan any, 1)
	p := made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		told <- caught(func() { _ = late.Err() })
	}})
	require.NoError(t, p.Go(func(w *pool.Worker) { late = w; panic("of the test") }))
	require.Equal(t, "pool: a Worker is used after its task has returned", <-told)
	panicsOfPool(t, func() { _, _ = (&pool.Pool{}).Trace(os.Stderr) })
}
