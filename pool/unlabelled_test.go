package pool_test

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// These tests are for lines that no specification labels. Each has failed with its line broken.

// Run of another pool inside Blocking returns the result, also if there is no spare.
func TestBlocking_RunsInAnotherPool(t *testing.T) {
	for _, spares := range []int{-1, 1} {
		p, other := made(t, pool.Options{Workers: 1, Spares: spares}), made(t, pool.Options{Workers: 1})
		require.Nil(t, in(p, func(w *pool.Worker) {
			replaced := w.Blocking(func() {
				n, err := pool.Run(background, other, func(*pool.Worker) (int, error) { return 7, nil })
				assert.NoError(t, err)
				assert.Equal(t, 7, n)
			})
			assert.Equal(t, spares > 0, replaced)
		}))
	}
}

// Get inside Options.Panicked waits for a future that another worker runs.
func TestCurrent_PanickedWaits(t *testing.T) {
	var p *pool.Pool
	var began, ends atomic.Bool
	got := make(chan int, 1)
	futures := make(chan *pool.Future[int], 1)
	p = made(t, pool.Options{Workers: 2, Panicked: func(*pool.PanicError) {
		f := <-futures
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		ends.Store(true)
		n, err := f.Get(ctx)
		assert.NoError(t, err)
		got <- n
	}})
	f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) {
		began.Store(true)
		assert.True(t, spin(ends.Load))
		for range 100 {
			pause()
		}
		return 7, nil
	})
	require.NoError(t, err)
	until(t, "the future begins", began.Load)
	futures <- f
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.Equal(t, 7, <-got) })
}

// After Close, Options.Panicked, which is no task, gets ErrClosed, and the function is not run.
func TestClosing_RunsNothingInside(t *testing.T) {
	needsIdentity(t)
	var p *pool.Pool
	ran := false
	told := make(chan error, 1)
	p = pool.New(pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		ctx, cancel := context.WithCancel(background)
		cancel()
		assert.ErrorIs(t, p.Close(ctx), context.Canceled)
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { ran = true; return 7, nil })
		told <- err
	}})
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.ErrorIs(t, <-told, pool.ErrClosed) })
	require.False(t, ran)
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}

// After Close, a running task may call its pool as it may use its worker: Close waits for it.
func TestClosing_RunsForATask(t *testing.T) {
	needsIdentity(t)
	p := pool.New(pool.Options{Workers: 1})
	got, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
		ctx, cancel := context.WithCancel(background)
		cancel()
		assert.ErrorIs(t, p.Close(ctx), context.Canceled)
		return pool.Run(background, p, func(*pool.Worker) (int, error) { return 7, nil })
	})
	require.NoError(t, err)
	require.Equal(t, 7, got)
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}

// A closed pool keeps no file open.
func TestClosing_ClosesItsFiles(t *testing.T) {
	const files = "/proc/self/fd"
	open := func() int {
		all, err := os.ReadDir(files)
		if err != nil {
			t.Skip("this system does not list open files")
		}
		return len(all)
	}
	before := 0
	for n := range 40 {
		if n == 2 {
			before = open() // what the first use opened stays
		}
		p := pool.New(pool.Options{Workers: 3})
		asleep(t, p) // each worker has made its file
		require.NoError(t, p.Close(background))
	}
	require.Less(t, open(), before+20, "3 files for each pool")
}

// In the long run a Join allocates only what its functions capture.
func TestJoin_ReusesItsClosure(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	f := func(*pool.Worker) int { return 1 }
	require.Nil(t, in(p, func(w *pool.Worker) {
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			pool.Join(w, func(w *pool.Worker) int { a, _ := pool.Join(w, f, f); return a }, f)
		}))
	}))
}

// Functions that are nil are refused at once, by all sorts.
func TestSort_NilFunction(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for _, n := range []int{0, 1, 2, 100_000} {
		panicsOfPool(t, func() { _ = pool.SortFunc(background, p, make([]int, n), nil) })
	}
}

// A task that goes on keeps nothing that its children have captured.
func TestKept_NothingOfAChildWhileTheTaskGoesOn(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		forks := map[string]func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)){
			"Join": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				pool.Join(w,
					func(*pool.Worker) bool { return workers == 1 || spin(began.Load) },
					func(w *pool.Worker) bool { f(w); return true })
			},
			"Scope": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, f)
					assert.True(t, workers == 1 || spin(began.Load))
				})
			},
		}
		require.Nil(t, in(p, func(w *pool.Worker) {
			for name, fork := range forks {
				var held weak.Pointer[payload]
				func() {
					x := new(payload)
					held = weak.Make(x)
					began := new(atomic.Bool)
					fork(w, began, func(*pool.Worker) { began.Store(true); runtime.KeepAlive(x) })
				}()
				assert.True(t, spin(func() bool { runtime.GC(); return held.Value() == nil }), "%s, %d workers", name, workers)
			}
		}))
	}
}

// Run inside Options.Panicked panics as elsewhere, and returns the reason if its function was cancelled.
func TestCurrent_PanickedHasTheOutcome(t *testing.T) {
	var p *pool.Pool
	told := make(chan any, 2)
	p = made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		told <- caught(func() {
			_, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { panic("inside") })
		})
		ctx, cancel := context.WithCancelCause(background)
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			cancel(errMine)
			assert.True(t, spin(func() bool { return w.Err() != nil }), "the cancellation does not come")
			pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 })
			return 0, nil
		})
		told <- err
	}})
	require.NoError(t, p.Go(func(*pool.Worker) { panic("outside") }))
	e, is := (<-told).(*pool.PanicError)
	require.True(t, is)
	require.Equal(t, "inside", e.Value)
	require.Equal(t, errMine, <-told)
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

// A submission wakes a sleeping worker although that one sleeps in the way that suits a waker who goes on.
func TestLent_WakesAWorkerOfTheOtherKind(t *testing.T) {
	p := made(t, pool.Options{Workers: 2, Patience: time.Hour})
	var begun, ends atomic.Bool
	first, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { // takes the worker that suits a waker who blocks
		begun.Store(true)
		assert.True(t, spin(ends.Load))
		return 0, nil
	})
	require.NoError(t, err)
	until(t, "a worker is busy", begun.Load)
	finishes(t, func() {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
		require.NoError(t, err)
	})
	ends.Store(true)
	_, err = first.Get(background)
	require.NoError(t, err)
}

// A waiting worker that runs other tasks has helped.
func TestStats_CountsHelps(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) { w.Invoke(func(*pool.Worker) {}, func(*pool.Worker) {}, func(*pool.Worker) {}) }))
	asleep(t, p)
	require.EqualValues(t, 3, idleStats(t, p).Helps)
}

// ForEach calls its body for each index once, in ranges of any length.
func TestForEach_RangesOfAnyLength(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for n := range 40 {
		count := make([]int, n)
		require.NoError(t, pool.ForEach(background, p, n, func(i int) { count[i]++ }, pool.Grain(100)))
		for i, c := range count {
			require.Equal(t, 1, c, "index %d of %d", i, n)
		}
	}
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

// A report on a stall says where calls block, or that it does not know.
func TestStall_OfAnUnknownPlace(t *testing.T) {
	s := &pool.Stall{For: 2 * time.Second, Waiting: 3, Spares: 1, Calls: []pool.BlockedCall{{For: time.Minute, At: "main.f x.go:1"}, {For: time.Second}}}
	require.Equal(t, "pool: nothing has gone on for 2s, and Options.Spares (1) allows no more workers. Waiting tasks: 3. Blocked calls: 2\n"+
		"\t1m0s: main.f x.go:1\n\t1s: an unknown place\n", s.String())
}

// The times of a worker begin with the worker. Looks that find nothing count.
func TestStats_BeginWithTheWorker(t *testing.T) {
	began := time.Now()
	p := made(t, pool.Options{Workers: 2})
	require.Nil(t, in(p, func(*pool.Worker) {}))
	asleep(t, p)
	s := idleStats(t, p)
	require.Positive(t, s.Failed)
	for _, w := range s.Workers {
		require.LessOrEqual(t, w.Busy+w.Stealing+w.Parked, time.Since(began))
	}
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

// A function of GoContext that returns is not reported as one that has panicked.
func TestGoContext_ReportsNoReturn(t *testing.T) {
	var told atomic.Bool
	p := made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) { told.Store(true) }})
	require.NoError(t, p.GoContext(background, func(*pool.Worker) {}))
	asleep(t, p)
	require.NoError(t, p.Close(background))
	require.False(t, told.Load())
}

// A cancelled task starts no function of a Join.
func TestJoin_OfACancelledTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancelCause(background)
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		cancel(errMine)
		assert.True(t, spin(func() bool { return w.Err() != nil }))
		pool.Join(w, func(*pool.Worker) int { t.Error("the first function runs"); return 0 }, func(*pool.Worker) int { return 0 })
		return 0, nil
	})
	require.Equal(t, errMine, err)
}

// A task has all labels of its context.
func TestLabels_SeveralOfAContext(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	pprof.Do(background, pprof.Labels("one", "1", "two", "2"), func(ctx context.Context) {
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			var profile bytes.Buffer
			assert.NoError(t, pprof.Lookup("goroutine").WriteTo(&profile, 1))
			assert.Equal(t, 2, strings.Count(profile.String(), `{"one":"1", "two":"2"}`), "the caller and the worker")
			return 0, nil
		})
		require.NoError(t, err)
	})
}

// A pool that was closed with CloseNow is not reported as lost.
func TestCloseNow_IsNotLost(t *testing.T) {
	var complaints bytes.Buffer
	defer pool.Complaints(&complaints)()
	collected := make(chan bool)
	func() {
		p := pool.New(pool.Options{Workers: 1})
		runtime.AddCleanup(p, func(int) { close(collected) }, 0)
		require.NoError(t, p.CloseNow(background))
	}()
	until(t, "the pool is collected", func() bool {
		runtime.GC()
		select {
		case <-collected:
			return true
		default:
			return false
		}
	})
	require.Empty(t, complaints.String())
}

// A worker that waits for a future under a context that cannot end runs it itself, if no other worker has begun it.
func TestFuture_GetRunsItself(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var by *pool.Worker
		f, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { by = w; return 0, nil })
		assert.NoError(t, err)
		_, err = f.Get(background)
		assert.NoError(t, err)
		assert.Same(t, w, by)
	}))
}

// Other workers take elements of a sequence, however many there have been before.
func TestForSeq_GoesOnElsewhere(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	const n = 200
	var done atomic.Int32
	elsewhere := 0
	var producer *pool.Worker
	require.Nil(t, in(p, func(w *pool.Worker) {
		producer = w
		assert.NoError(t, pool.ForSeq(background, w, func(yield func(int) bool) {
			for i := range n {
				if !yield(i) || !assert.True(t, spin(func() bool { return int(done.Load()) > i }), "nobody takes the element") {
					return
				}
			}
		}, func(w *pool.Worker, _ int) error {
			if w != producer {
				elsewhere++
			}
			done.Add(1)
			return nil
		}))
	}))
	require.Equal(t, n, elsewhere)
}

// Options.Panicked is no part of the task that has panicked. The contexts of that task end.
func TestGoContext_PanickedIsApart(t *testing.T) {
	var p *pool.Pool
	told := make(chan error, 1)
	p = made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 })
			return 0, nil
		})
		told <- err
	}})
	ctx, cancel := context.WithCancelCause(background)
	require.NoError(t, p.GoContext(ctx, func(w *pool.Worker) {
		_ = w.Context()
		cancel(errMine)
		assert.True(t, spin(func() bool { return w.Err() != nil }))
		panic("of the test")
	}))
	require.NoError(t, <-told)
	require.NoError(t, p.GoContext(background, func(w *pool.Worker) {
		_ = w.Context()
		panic("of the test")
	}))
	require.NoError(t, <-told)
	asleep(t, p)
	require.Zero(t, p.Contexts())
}

// A sleeping pool keeps no result of a function that another worker has stolen.
func TestKept_NoResultOfAStolenFunction(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var result weak.Pointer[[1 << 10]byte]
	require.Nil(t, in(p, func(w *pool.Worker) {
		var stolen atomic.Bool
		pool.Join(w, func(*pool.Worker) int {
			assert.True(t, spin(stolen.Load), "no thief comes")
			return 0
		}, func(*pool.Worker) *[1 << 10]byte {
			v := new([1 << 10]byte)
			result = weak.Make(v)
			stolen.Store(true)
			return v
		})
	}))
	asleep(t, p)
	until(t, "the result is collected", func() bool { runtime.GC(); return result.Value() == nil })
}

// A function of Go that follows one that has panicked is not cancelled.
func TestGo_AfterAPanic(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {}})
	ended := make(chan error, 1)
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	require.NoError(t, p.Go(func(w *pool.Worker) { ended <- w.Context().Err() }))
	require.NoError(t, <-ended)
}
