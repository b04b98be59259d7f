package classic

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// Statuses only go forward, and one caller wins casStatus.
func TestTask_Statuses(t *testing.T) {
	f := NewRAction(func(*WSWorker) {})
	require.Equal(t, notYetStarted, f.status.Load())
	require.True(t, f.claim())
	require.False(t, f.claim())
	require.Equal(t, running, f.status.Load())
	f.compute(nil)
	require.False(t, f.isComplete(), "it is complete before its waiters may go on")
	f.finish()
	require.Equal(t, complete, f.status.Load())
	require.False(t, f.claim())
}

// All waiters of a task are woken, whichever entered the list first (3.3).
func TestTask_SeveralWaiters(t *testing.T) {
	f := NewRAction(func(*WSWorker) {})
	var all sync.WaitGroup
	listed := func() (n int) {
		for at := f.head.Load(); at != nil; at = at.next {
			n++
		}
		return n
	}
	for n := range 3 {
		before := f.head.Load()
		all.Go(func() { f.wait(park.New()) })
		for f.head.Load() == before {
			runtime.Gosched()
		}
		require.Equal(t, n+1, listed())
	}
	f.finish()
	all.Wait()
}

// A permit that an earlier wait has left does not end a wait.
func TestTask_AnOldPermitEndsNoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, p, waited := NewRAction(func(*WSWorker) {}), park.New(), false
		p.Unpark()
		go func() { f.wait(p); waited = true }()
		synctest.Wait()
		require.False(t, waited)
		f.finish()
		synctest.Wait()
		require.True(t, waited)
	})
}

// No worker will ever run a task that is in no queue. A caller from outside that joins it panics.
func TestFuture_JoinOfWhatNobodyQueued(t *testing.T) {
	require.Panics(t, func() { NewRAction(func(*WSWorker) {}).Join(nil) })
	require.Panics(t, func() { NewFuture(func(*VTWorker) int { return 1 }).Join(nil) })
	require.Panics(t, func() { _, _ = NewFuture(func(*DuffyWorker) int { return 1 }).Get(nil) })
	require.Panics(t, func() { cmuTask(func(*CMUContext) {}).Join(nil) })
}

// A worker that joins a task in no queue calls it directly. The unjoined children of that task
// are joined, too.
func TestFuture_WorkerCallsAnUnqueuedTask(t *testing.T) {
	w := NewWSPool(1)
	defer w.Close()
	require.Equal(t, 2, Invoke(w, nil, calls[*WSWorker]()))
	v := NewVT(1, false)
	defer v.Close()
	require.Equal(t, 2, submitted(v.Submit, calls[*VTWorker]()))
	d := NewDuffy(1)
	defer d.Close()
	require.Equal(t, 2, submitted(d.Submit, calls[*DuffyWorker]()))
	for _, continuation := range []bool{false, true} {
		c := NewCMU(CMUOptions{Workers: 1, Continuation: continuation})
		defer c.Destroy()
		f := calls[*CMUContext]()
		require.NoError(t, c.StartProcess(f))
		require.Equal(t, 2, f.Join(nil))
	}
}

func calls[W Worker[W]]() *Future[W, int] {
	one := func(W) int { return 1 }
	return NewFuture(func(w W) int {
		return 1 + NewFuture(func(w W) int {
			child := NewFuture(one)
			child.Fork(w)
			return child.Join(w)
		}).Join(w)
	})
}

func submitted[W Worker[W]](submit func(Task[W]), f *Future[W, int]) int {
	submit(f)
	var outside W
	return f.Join(outside)
}

// Each misuse that would run a task twice, run nothing, or hang ends in a panic that names it.
func TestFuture_Misuse(t *testing.T) {
	panics := func(want string, f func()) {
		t.Helper()
		assert.PanicsWithValue(t, "classic: "+want, f)
	}
	const twice = "a Future is forked or submitted twice; it runs once, so make another one"
	panics("a nil function", func() { NewFuture[*VTWorker, int](nil) })
	panics("a nil function", func() { NewRAction(nil) })
	panics("a nil function", func() { NewIITH(IITHOptions{Threads: 1}).Add(0, nil) })
	panics("Fork from outside of the pool; submit the task", func() { NewFuture(func(*VTWorker) int { return 1 }).Fork(nil) })

	p, runs := NewVT(1, false), 0
	f := NewFuture(func(w *VTWorker) int {
		child := NewFuture(func(*VTWorker) int { runs++; return runs })
		child.Fork(w)
		panics(twice, func() { child.Fork(w) })
		return child.Join(w) + child.Join(w)
	})
	p.Submit(f)
	panics(twice, func() { p.Submit(f) })
	require.Equal(t, 2, f.Join(nil))
	p.Close()
	require.Equal(t, 1, runs)

	i := NewIITH(IITHOptions{Threads: 1})
	i.Run()
	panics("Add to an IITH after Run or Wait, when no thread would run the task", func() { i.Add(0, func() {}) })

	c := NewCMU(CMUOptions{Workers: 1})
	defer c.Destroy()
	process := NewFuture(func(*CMUContext) int {
		panics("a CMU runs one process at a time, and is destroyed after it", c.Destroy)
		return 1
	})
	require.NoError(t, c.StartProcess(process))
	panics(twice, func() { _ = c.StartProcess(process) })
	require.NoError(t, c.StartProcess(NewFuture(func(*CMUContext) int { return 2 })))
}
