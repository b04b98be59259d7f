package classic

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// A worker looks into its local queue, newest task first, then into the global one, and then steals.
func TestDuffy_SearchOrder(t *testing.T) {
	p := newDuffy(3)
	task := func() *Future[*DuffyWorker, int] { return NewFuture(func(*DuffyWorker) int { return 0 }) }
	local, newest, global, later, far := task(), task(), task(), task(), task()
	w := p.workers[0]
	far.Fork(p.workers[2])
	p.Submit(global)
	require.Equal(t, []int{0, 0, 1}, []int{w.local.Count(), p.workers[1].local.Count(), p.workers[2].local.Count()})
	require.Len(t, p.global, 1)
	local.Fork(w)
	newest.Fork(w)
	require.Equal(t, 2, w.local.Count())
	require.Len(t, p.global, 1)
	p.Submit(later)
	for _, want := range []*Future[*DuffyWorker, int]{newest, local, global, later, far} {
		require.Same(t, &want.task, w.look())
	}
	require.Nil(t, w.look())
}

// A submission wakes a worker, even if all of them sleep.
func TestDuffy_SubmissionsWake(t *testing.T) {
	p := NewDuffy(2)
	for p.idle.count.Load() < 2 {
		runtime.Gosched()
	}
	f := NewFuture(func(*DuffyWorker) int { return 5 })
	p.Submit(f)
	require.Equal(t, 5, f.Join(nil))
	p.Close()
}

// Each fork wakes a worker, also if the queue has tasks already.
func TestDuffy_EachForkWakes(t *testing.T) {
	p := newDuffy(3)
	p.idle.lock.Lock()
	p.idle.enter(p.workers[1].work)
	p.idle.enter(p.workers[2].work)
	p.idle.lock.Unlock()
	for left := range 2 {
		NewFuture(func(*DuffyWorker) int { return 0 }).Fork(p.workers[0])
		require.EqualValues(t, 1-left, p.idle.count.Load())
	}
}

// In its first pass, a thief that finds a queue's lock held goes on to the next queue, and waits
// for no lock. Here the lock is never released. In the bubble the clock advances only while the
// thief waits.
func TestDuffy_FirstPassWaitsForNoLock(t *testing.T) {
	synctest.Test(t, firstPass)
}

func firstPass(t *testing.T) {
	p := newDuffy(3)
	foreignLock(p.workers[1]).Store(1)
	f := NewFuture(func(*DuffyWorker) int { return 0 })
	f.Fork(p.workers[2])
	start := time.Now()
	require.Same(t, &f.task, p.workers[0].look())
	require.Zero(t, time.Since(start), "the thief waits for a held lock")
}

// foreignLock is the state of the lock of a worker's queue: 0 is free, and 1 is held.
func foreignLock(w *DuffyWorker) *atomic.Uint32 {
	state := reflect.ValueOf(w.local).Elem().FieldByName("foreignLock").FieldByName("state")
	return (*atomic.Uint32)(unsafe.Pointer(state.UnsafeAddr()))
}

// The second pass visits all queues whose lock was held. On one processor, the thief runs until it
// waits in its second pass.
func TestDuffy_SecondPassVisitsAll(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := newDuffy(3)
	f := NewFuture(func(*DuffyWorker) int { return 0 })
	f.Fork(p.workers[2])
	foreignLock(p.workers[1]).Store(1)
	foreignLock(p.workers[2]).Store(1)
	found := make(chan *task[*DuffyWorker], 1)
	go func() { found <- p.workers[0].look() }()
	runtime.Gosched()
	foreignLock(p.workers[1]).Store(0)
	runtime.Gosched()
	foreignLock(p.workers[2]).Store(0)
	require.Same(t, &f.task, <-found)
}

// A worker's queue has 32 places at first, one of them spare. It grows to 64 places with its 32nd task.
func TestDuffy_32Places(t *testing.T) {
	one := &task[*DuffyWorker]{}
	pushes := func(tasks int) float64 {
		return testing.AllocsPerRun(10, func() {
			w := newDuffy(1).workers[0]
			for range tasks {
				w.local.Push(one)
			}
		})
	}
	require.Equal(t, pushes(0), pushes(31))
	require.Greater(t, pushes(32), pushes(31))
	require.Equal(t, pushes(32), pushes(63))
	require.Greater(t, pushes(64), pushes(63))
}
