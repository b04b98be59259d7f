package classic

import (
	"bytes"
	"reflect"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/pad"
)

// future_get takes the awaited task from anywhere in its own deque ("Work helping"). Thieves
// take the oldest task.
func TestVT_GetTakesItsTask(t *testing.T) {
	p := vtParts(2)
	owner, thief := p.workers[0], p.workers[1]
	var ran []int
	var tasks []*Future[*VTWorker, int]
	for i := range 3 {
		f := NewFuture(func(*VTWorker) int { ran = append(ran, i); return i })
		f.Fork(owner)
		tasks = append(tasks, f)
	}
	require.Equal(t, 1, tasks[1].Join(owner))
	require.Equal(t, []int{1}, ran)
	require.Same(t, &tasks[0].task, thief.steal())
	require.Same(t, &tasks[2].task, thief.steal())
	require.Nil(t, thief.steal())
}

// future_get of a task that another worker has submitted takes it from that worker's deque.
func TestVT_GetGoesToTheOwner(t *testing.T) {
	p := vtParts(2)
	f := NewFuture(func(*VTWorker) int { return 7 })
	f.Fork(p.workers[0])
	require.Equal(t, 1, p.workers[0].local.Len())
	got := make(chan int)
	go func() { got <- f.Join(p.workers[1]) }()
	select {
	case v := <-got:
		require.Equal(t, 7, v)
	case <-time.After(time.Minute):
		t.Fatal("Get waits for a task that no worker runs")
	}
	require.Zero(t, p.workers[0].local.Len())
}

// A thief begins with its neighbour's deque, and takes the last task of the first deque that has
// one.
func TestVT_StealsFromTheFirst(t *testing.T) {
	p := vtParts(4)
	var tasks [4][]*Future[*VTWorker, int]
	for i, n := range []int{0, 0, 2, 1} {
		for range n {
			f := NewFuture(func(*VTWorker) int { return i })
			f.Fork(p.workers[i])
			tasks[i] = append(tasks[i], f)
		}
	}
	for _, want := range []*Future[*VTWorker, int]{tasks[2][0], tasks[2][1], tasks[3][0]} {
		require.Same(t, &want.task, p.workers[0].steal())
	}
	require.Nil(t, p.workers[0].steal())
}

// The neighbour is the next worker, and not the first one of the pool.
func TestVT_StealsFromTheNext(t *testing.T) {
	p := vtParts(4)
	tasks := map[int]*task[*VTWorker]{}
	for _, i := range []int{0, 1, 3} {
		f := NewFuture(func(*VTWorker) int { return i })
		f.Fork(p.workers[i])
		tasks[i] = &f.task
	}
	for _, victim := range []int{3, 0, 1} {
		require.Same(t, tasks[victim], p.workers[2].steal())
	}
}

// Submitted tasks that no task waits for run when their parent ends: a worker takes no tasks from
// its own deque.
func TestVT_RunsWhatNobodyGets(t *testing.T) {
	p := NewVT(1, false)
	ran := false
	root := NewFuture(func(w *VTWorker) int {
		NewFuture(func(*VTWorker) int { ran = true; return 0 }).Fork(w)
		return 1
	})
	p.Submit(root)
	require.Equal(t, 1, root.Join(nil))
	p.Close()
	require.True(t, ran)
}

// NewVT and the workers wait for each other. Each waits at the barrier until the last one has come.
func TestVT_Barrier(t *testing.T) {
	p := newVT(2)
	begun := make(chan bool)
	go func() { p.begin(); close(begun) }()
	for waiting := range 2 {
		for p.started.head.Load() == nil || waiting == 1 && p.started.head.Load().next == nil {
			runtime.Gosched()
		}
		require.False(t, p.started.isComplete(), "%d workers have come", waiting)
		go p.workers[waiting].loop(false)
	}
	<-begun
	require.EqualValues(t, 3, p.arrived.Load())
	p.Close()
}

// The two designs have a lock for each worker, or one for all. Only in the second does a holder
// of the pool's lock keep a worker from its own deque.
func TestVT_Locks(t *testing.T) {
	for _, oneLock := range []bool{false, true} {
		p := newVT(3)
		for _, w := range p.workers {
			w.setUp(oneLock)
			p.workAvail.lock.Lock()
			looked := make(chan bool)
			go lockedLook(w, looked)
			require.Equal(t, oneLock, waitsForALock(looked, "lockedLook"), "worker %d", w.index)
			p.workAvail.lock.Unlock()
			<-looked
		}
	}
}

func lockedLook(w *VTWorker, looked chan<- bool) {
	w.local.Len()
	close(looked)
}

// waitsForALock waits until a goroutine has closed done, or blocks, and reports whether it blocks. The goroutine has
// begun with the function.
func waitsForALock(done <-chan bool, function string) bool {
	stacks := make([]byte, 1<<20)
	for {
		select {
		case <-done:
			return false
		default:
		}
		for _, g := range bytes.Split(stacks[:runtime.Stack(stacks, true)], []byte("\n\n")) {
			state, frames, _ := bytes.Cut(g, []byte("\n"))
			if bytes.Contains(frames, []byte(function+"(")) && !bytes.Contains(state, []byte(" [run")) {
				return true
			}
		}
		runtime.Gosched()
	}
}

// A caller from outside waits for the result of its task.
func TestVT_GetFromOutsideWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := vtParts(1)
		f := NewFuture(func(*VTWorker) int { return 4 })
		p.Submit(f)
		got := 0
		go func() { got = f.Join(nil) }()
		synctest.Wait()
		require.Zero(t, got)
		require.NotNil(t, f.head.Load(), "the caller has not waited")
		p.workers[0].finish(p.workers[0].find())
		synctest.Wait()
		require.Equal(t, 4, got)
	})
}

// No goroutine holds two locks. In this test, all locks of the pool are one, so a holder that
// locks again hangs. The test covers submissions, forks, steals, joins of queued and of stolen
// tasks, sleep, signals, and the end.
func TestVT_NobodyHoldsTwoLocks(t *testing.T) {
	p := newVT(3)
	for _, w := range p.workers {
		w.setUp(true)
	}
	owner, thief := p.workers[0], p.workers[1]
	task := func() *Future[*VTWorker, int] { return NewFuture(func(*VTWorker) int { return 1 }) }
	held := func(what string, do func()) {
		done := make(chan bool)
		go func() { do(); close(done) }()
		select {
		case <-done:
			require.True(t, p.workAvail.lock.TryLock(), "%s keeps a lock", what)
			p.workAvail.lock.Unlock()
		case <-time.After(time.Minute):
			t.Fatalf("%s waits for a lock that it holds", what)
		}
	}
	own, stolen, global, awaited := task(), task(), task(), task()
	held("Fork", func() { own.Fork(owner); stolen.Fork(owner) })
	held("Submit", func() { p.Submit(global); p.Submit(awaited) })
	held("Join of a queued task", func() { own.Join(owner) })
	held("steal", func() { thief.finish(thief.steal()) })
	held("Join of a stolen task", func() { stolen.Join(owner) })
	held("find", func() { thief.finish(thief.find()) })
	held("Join of a task from outside", func() { awaited.Join(owner); global.Join(nil) })
	p.workAvail.lock.Lock()
	p.workAvail.enter(thief.work)
	p.workAvail.lock.Unlock()
	held("a second look", func() { require.False(t, thief.sees()); p.workAvail.leave(thief.work) })
	p.workAvail.lock.Lock()
	p.workAvail.enter(thief.work)
	p.workAvail.lock.Unlock()
	held("a signal", func() { task().Fork(owner); thief.work.Park() })
	p.workAvail.lock.Lock()
	p.workAvail.enter(thief.work)
	p.workAvail.lock.Unlock()
	held("a signal from outside", func() { p.Submit(task()); thief.work.Park() })
	p.out.Store(2)
	held("the end", func() {
		go func() {
			thief.finish(thief.find())
			thief.finish(thief.find())
			require.Nil(t, thief.find())
			p.gone.finish()
		}()
		p.Close()
	})
}

// Workers write to separate cache lines: each structure ends in padding. The fields that all
// workers use begin after padding.
func TestVT_Padding(t *testing.T) {
	line := reflect.TypeFor[pad.Line]()
	for _, structure := range []reflect.Type{
		reflect.TypeFor[VT](), reflect.TypeFor[VTWorker](), reflect.TypeOf(vtParts(1).workers[0].local).Elem(),
	} {
		require.Equal(t, line, structure.Field(structure.NumField()-1).Type, "%v", structure)
	}
	pool := reflect.TypeFor[VT]()
	shared, _ := pool.FieldByName("workAvail")
	require.Equal(t, line, pool.Field(shared.Index[0]-1).Type)
	require.EqualValues(t, pad.Size, line.Size())
}

// A worker takes a submission from outside, even if it is the only worker.
func TestVT_WorkerGetsASubmission(t *testing.T) {
	p := NewVT(1, false)
	defer p.Close()
	begins := make(chan bool)
	other := NewFuture(func(*VTWorker) int { return 1 })
	root := NewFuture(func(w *VTWorker) int { <-begins; return 1 + other.Join(w) })
	p.Submit(root)
	p.Submit(other)
	close(begins)
	require.Equal(t, 2, root.Join(nil))
	require.Equal(t, 1, other.Join(nil))
}

// A future that is no longer used is collected: nobody has to free it.
func TestVT_LetsGoOfFutures(t *testing.T) {
	p := NewVT(2, false)
	defer p.Close()
	var all []weak.Pointer[Future[*VTWorker, int]] // a submission and its forks
	func() {
		f := NewFuture(func(w *VTWorker) int {
			sum := 0
			for range 3 {
				older := NewFuture(func(*VTWorker) int { return 1 })
				newer := NewFuture(func(*VTWorker) int { return 2 })
				older.Fork(w)
				newer.Fork(w)
				all = append(all, weak.Make(older), weak.Make(newer))
				sum += older.Join(w) + newer.Join(w)
			}
			return sum
		})
		p.Submit(f)
		require.Equal(t, 9, f.Join(nil))
		all = append(all, weak.Make(f))
	}()
	for _, f := range all {
		for start := time.Now(); f.Value() != nil; time.Sleep(time.Millisecond) {
			require.Less(t, time.Since(start), time.Minute)
			runtime.GC()
		}
	}
}

// A task is not complete before the tasks that it has submitted. This holds even if it gets an
// older task: that one's unfinished children are its own.
func TestVT_EndsWithWhatItHasSubmitted(t *testing.T) {
	for _, panics := range []bool{false, true} {
		p := NewVT(1, false)
		ran, before := false, false
		var got error
		root := NewFuture(func(w *VTWorker) int {
			elder := NewFuture(func(*VTWorker) int { return 1 })
			task := NewFuture(func(w *VTWorker) int {
				NewFuture(func(*VTWorker) int {
					if ran = true; panics {
						panic(boom(1))
					}
					return 0
				}).Fork(w)
				return elder.Join(w)
			})
			elder.Fork(w)
			task.Fork(w)
			_, got = task.Get(w)
			before = ran
			return 1
		})
		p.Submit(root)
		require.Equal(t, 1, root.Join(nil), "the failure is that of the task that was joined")
		require.True(t, before)
		require.Equal(t, panics, got != nil)
		p.Close()
	}
}
