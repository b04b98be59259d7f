package classic

import (
	"fmt"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/wsq"
)

// Figure 1 of WSPool's document.
func ExampleWSPool() {
	var fibonacci func(n int) *RTask[int]
	fibonacci = func(n int) *RTask[int] {
		return NewFuture(func(w *WSWorker) int {
			if n == 0 || n == 1 {
				return n
			}
			large, small := fibonacci(n-1), fibonacci(n-2)
			large.Fork(w)
			return small.Join(w) + large.Join(w)
		})
	}
	p := NewWSPool(4)
	defer p.Close()
	fmt.Println(Invoke(p, nil, fibonacci(20)))
	// Output: 6765
}

// The Fibonacci task of the C++ framework's document.
func ExampleCMU() {
	const threshold = 10
	var seqFib func(n int) int
	seqFib = func(n int) int {
		if n < 2 {
			return n
		}
		return seqFib(n-1) + seqFib(n-2)
	}
	var fib func(n int) *Future[*CMUContext, int]
	fib = func(n int) *Future[*CMUContext, int] {
		return NewFuture(func(c *CMUContext) int {
			if n <= threshold {
				return seqFib(n)
			}
			f1, f2 := fib(n-1), fib(n-2)
			f1.Fork(c)
			f2.Fork(c)
			return f1.Join(c) + f2.Join(c)
		})
	}
	for _, continuation := range []bool{false, true} {
		tp := NewCMU(CMUOptions{Workers: 4, Continuation: continuation})
		root := fib(20)
		err := tp.StartProcess(root)
		tp.Destroy()
		fmt.Println(root.Join(nil), err)
	}
	// Output:
	// 6765 <nil>
	// 6765 <nil>
}

// queued returns tasks that do nothing, in the queue of a worker.
func queued(w *WSWorker, n int) (all []*task[*WSWorker]) {
	for range n {
		t := NewRAction(func(*WSWorker) {})
		t.Fork(w)
		all = append(all, &t.task)
	}
	return all
}

// Statuses only go forward, and one caller wins casStatus.
func TestTask_Statuses(t *testing.T) {
	f := NewRAction(func(*WSWorker) {})
	require.Equal(t, notYetStarted, f.status.Load())
	require.True(t, f.claim())
	require.False(t, f.claim())
	require.Equal(t, running, f.status.Load())
	f.compute(nil)
	f.finish()
	require.Equal(t, complete, f.status.Load())
	require.False(t, f.claim())
}

// The owner polls the first task, thieves the last (2.1).
func TestWSPool_OwnerFirstThievesLast(t *testing.T) {
	p := newWSPool(2)
	tasks := queued(p.workers[0], 4)
	require.Same(t, tasks[0], p.workers[0].scan())
	require.Same(t, tasks[3], p.workers[1].scan())
	require.Same(t, tasks[1], p.workers[0].scan())
	require.Same(t, tasks[2], p.workers[1].scan())
	require.Nil(t, p.workers[0].scan())
}

// A worker whose task was stolen helps from the end of its own queue (2.2).
func TestWSPool_HelpsFromItsTail(t *testing.T) {
	p := newWSPool(2)
	w := p.workers[0]
	var order []int
	stolen := NewRAction(func(*WSWorker) {})
	require.True(t, stolen.claim(), "by a thief")
	for i := range 3 {
		NewRAction(func(*WSWorker) {
			order = append(order, i)
			if i == 0 {
				stolen.finish()
			}
		}).Fork(w)
	}
	stolen.Join(w)
	require.Equal(t, []int{2, 1, 0}, order)
}

// It helps with what the task that joins has forked, and with nothing from the outside.
func TestWSPool_HelpsWithItsOwn(t *testing.T) {
	p := newWSPool(1)
	w := p.workers[0]
	var ran []string
	stolen := NewRAction(func(*WSWorker) {})
	require.True(t, stolen.claim(), "by a thief")
	p.Submit(NewRAction(func(w *WSWorker) {
		NewRAction(func(w *WSWorker) {
			ran = append(ran, "a child")
			NewRAction(func(*WSWorker) { ran = append(ran, "a grandchild"); stolen.finish() }).Fork(w)
		}).Fork(w)
		p.Submit(NewRAction(func(*WSWorker) { ran = append(ran, "from outside") }))
		stolen.Join(w)
	}))
	w.run(w.scan())
	require.Equal(t, []string{"a child", "a grandchild"}, ran)
	require.Equal(t, 1, w.queue.Len())
}

// In a task that is called, and that nobody has queued, it helps with what this one has forked, and
// not with what its caller has: that may join the one that is called.
func TestWSPool_HelpsInWhatItCalls(t *testing.T) {
	p := newWSPool(1)
	stolen := NewRAction(func(*WSWorker) {})
	stolen.queuedBy(p)
	require.True(t, stolen.claim(), "by a thief")
	helped := false
	sibling := NewRAction(func(*WSWorker) {
		if helped = !stolen.isComplete(); helped {
			stolen.finish()
		}
	})
	called := NewRAction(func(w *WSWorker) { stolen.Join(w) })
	outer := NewRAction(func(w *WSWorker) { sibling.Fork(w); called.Join(w); sibling.Join(w) })
	p.Submit(outer)
	go func() {
		for stolen.head.Load() == nil && !stolen.isComplete() {
			runtime.Gosched()
		}
		if !stolen.isComplete() { // nobody helps: the worker waits for the thief
			stolen.finish()
		}
	}()
	p.workers[0].run(p.workers[0].scan())
	require.True(t, outer.isComplete())
	require.False(t, helped)
}

// The outside submits to a worker at random (2.1).
func TestWSPool_SubmitsToARandomWorker(t *testing.T) {
	p := newWSPool(3)
	for range 300 {
		p.Submit(NewRAction(func(*WSWorker) {}))
	}
	for _, w := range p.workers {
		require.Positive(t, w.queue.Len())
	}
}

// A join removes the task that it has claimed, so that nobody polls it in vain (3.1).
func TestWSPool_JoinRemovesFromTheQueue(t *testing.T) {
	p := newWSPool(1)
	w := p.workers[0]
	tasks := queued(w, 3)
	w.await(tasks[1])
	require.True(t, tasks[1].isComplete())
	require.Equal(t, 2, w.queue.Len())
	require.Same(t, tasks[0], w.scan())
	require.Same(t, tasks[2], w.scan())
}

// The join of who is no worker pushes the task, unless it has been pushed (2.1).
func TestWSPool_InvokePushes(t *testing.T) {
	p := NewWSPool(2)
	defer p.Close()
	ran := 0
	f := NewFuture(func(*WSWorker) int { ran++; return ran })
	require.Equal(t, 1, Invoke(p, nil, f))
	require.Equal(t, 1, Invoke(p, nil, f), "it is waited for, and not pushed again")
	submitted := NewFuture(func(*WSWorker) int { ran++; return ran })
	p.Submit(submitted)
	require.Equal(t, 2, Invoke(p, nil, submitted))
}

// Invoke of a worker computes the task there (2.2): it waits for nobody, also where there is
// one worker.
func TestWSPool_InvokeOfAWorkerComputes(t *testing.T) {
	p := NewWSPool(1)
	defer p.Close()
	outer := NewFuture(func(w *WSWorker) int {
		return 1 + Invoke(p, w, NewFuture(func(inner *WSWorker) int {
			require.Same(t, w, inner)
			return 1
		}))
	})
	require.Equal(t, 2, Invoke(p, nil, outer))
}

// Nobody will ever run a task that is in no queue: who waits for it from outside is told.
func TestFuture_JoinOfWhatNobodyQueued(t *testing.T) {
	require.Panics(t, func() { NewRAction(func(*WSWorker) {}).Join(nil) })
	require.Panics(t, func() { NewFuture(func(*VTWorker) int { return 1 }).Join(nil) })
	require.Panics(t, func() { _, _ = NewFuture(func(*DuffyWorker) int { return 1 }).Get(nil) })
	require.Panics(t, func() { cmuTask(func(*CMUContext) {}).Join(nil) })
}

// A worker just calls it; what it forks and does not join is joined all the same.
func TestFuture_WorkerCallsWhatNobodyQueued(t *testing.T) {
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

// A worker for each processor is the default (1.1.2).
func TestCMU_WorkersByDefault(t *testing.T) {
	require.Len(t, newCMU(CMUOptions{}).workers, runtime.GOMAXPROCS(0))
}

// Whoever takes a continuation resumes it where it was suspended; a join that cannot
// finish goes to the private queue, where nobody can steal it (2.2).
func TestCMU_AThiefResumes(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 2, Continuation: true})
	owner, thief := p.workers[0], p.workers[1]
	var steps []string
	child := cmuTask(func(*CMUContext) { steps = append(steps, "child") })
	p.begin(&cmuTask(func(c *CMUContext) {
		steps = append(steps, "begins")
		child.Fork(c)
		steps = append(steps, "forked")
		child.Join(c)
		steps = append(steps, "joined")
	}).task)
	root, _ := owner.workq.Pop()
	owner.run(root) // up to its fork
	require.Equal(t, []string{"begins"}, steps)
	require.Same(t, root, thief.steal(), "the continuation is the oldest")
	thief.run(root) // up to its join
	require.Equal(t, []string{"begins", "forked"}, steps)
	requireWaits(t, thief, root)
	require.Same(t, &child.task, root.sub)
	_, r := thief.workq.Steal()
	require.Equal(t, wsq.Empty, r)
	next, _ := owner.workq.Pop()
	require.Same(t, &child.task, next.task)
	owner.run(next)
	thief.process()
	require.Equal(t, []string{"begins", "forked", "child", "joined"}, steps)
}

// requireWaits wants one join in the worker's private queue.
func requireWaits(t *testing.T, w *cmuWorker, c *CMUContext) {
	require.Equal(t, 1, w.local.Len())
	require.Same(t, c, w.local.Front().Value)
}

// A join that cannot finish comes from the back of local, and goes to its front.
func TestCMU_TriesJoinsInTurn(t *testing.T) {
	w := newCMU(CMUOptions{Workers: 1, Continuation: true}).workers[0]
	older, newer := &CMUContext{sub: &task[*CMUContext]{}}, &CMUContext{sub: &task[*CMUContext]{}}
	w.local.PushBack(older)
	w.local.PushBack(newer)
	newest := &CMUContext{sub: &task[*CMUContext]{}}
	newest.sub.finish()
	w.local.PushBack(newest)
	require.Same(t, newest, w.take())
	require.Nil(t, w.take(), "newer cannot finish, and is the first now")
	older.sub.finish()
	newer.sub.finish()
	require.Same(t, older, w.take())
	require.Same(t, newer, w.take())
	require.Nil(t, w.take())
}

// A task joins at its end what it has not joined: with child stealing it runs that, as a
// continuation it waits in the private queue of who has resumed it.
func TestCMU_JoinsAtItsEnd(t *testing.T) {
	for _, continuation := range []bool{false, true} {
		p := newCMU(CMUOptions{Workers: 2, Continuation: continuation})
		owner, thief := p.workers[0], p.workers[1]
		ran := false
		child := cmuTask(func(*CMUContext) { ran = true })
		p.begin(&cmuTask(func(c *CMUContext) { child.Fork(c) }).task)
		root, _ := owner.workq.Pop()
		owner.run(root)
		if continuation {
			require.Same(t, root, thief.steal())
			thief.run(root)
			require.False(t, root.task.isComplete())
			requireWaits(t, thief, root)
			next, _ := owner.workq.Pop()
			owner.run(next)
		}
		require.True(t, ran)
	}
}

// Thieves look into the queues of the others in turn, from the next worker on.
func TestCMU_VictimsInTurn(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 3})
	var all []*CMUContext
	for _, w := range p.workers {
		all = append(all, &CMUContext{})
		w.workq.Push(all[len(all)-1])
	}
	thief := p.workers[1]
	for _, want := range []*CMUContext{all[2], all[0], nil} {
		require.Same(t, want, thief.steal())
	}
}

// future_get takes the very task from its own deque, wherever it is there ("Work helping"),
// and thieves take the oldest.
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

// future_get of a task that another worker has submitted goes to that one's deque.
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
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for one that nobody runs")
	}
	require.Zero(t, p.workers[0].local.Len())
}

// A thief takes the last task of the first deque that has one, from its neighbour's on.
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

// What a task has submitted and not waited for is run when it ends: nobody takes from its
// own deque.
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

// Both designs: a lock for each worker, or one for all. Who has the pool's lock keeps a
// worker from its own deque in the second only.
func TestVT_Locks(t *testing.T) {
	for _, oneLock := range []bool{false, true} {
		p := newVT(1)
		p.workers[0].setUp(oneLock)
		p.workAvail.lock.Lock()
		looked := make(chan bool)
		go func() { p.workers[0].local.Len(); close(looked) }()
		select {
		case <-looked:
			require.False(t, oneLock)
		case <-time.After(50 * time.Millisecond):
			require.True(t, oneLock)
		}
		p.workAvail.lock.Unlock()
		<-looked
	}
}

// Nobody holds two locks. Here all locks of the pool are one, and who has it waits for
// himself if he takes it again: submissions, forks, steals, joins of what is there and what
// is not, sleep, signals, and the end.
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
		case <-time.After(10 * time.Second):
			t.Fatalf("%s waits for a lock that it has", what)
		}
	}
	own, stolen, global, awaited := task(), task(), task(), task()
	held("Fork", func() { own.Fork(owner); stolen.Fork(owner) })
	held("Submit", func() { p.Submit(global); p.Submit(awaited) })
	held("Join of what is there", func() { own.Join(owner) })
	held("steal", func() { thief.finish(thief.steal()) })
	held("Join of what is not", func() { stolen.Join(owner) })
	held("find", func() { thief.finish(thief.find()) })
	held("Join of what came from outside", func() { awaited.Join(owner); global.Join(nil) })
	p.workAvail.lock.Lock()
	p.workAvail.enter(thief.work)
	p.workAvail.lock.Unlock()
	held("a second look", func() { require.False(t, thief.sees()); p.workAvail.leave(thief.work) })
	p.workAvail.lock.Lock()
	p.workAvail.enter(thief.work)
	p.workAvail.lock.Unlock()
	held("a signal", func() { task().Fork(owner); thief.work.Park() })
	p.out.Store(2)
	held("the end", func() {
		go func() { thief.finish(thief.find()); require.Nil(t, thief.find()); p.gone.finish() }()
		p.Close()
	})
}

// What different workers write is on different cache lines: each structure ends in padding,
// and what all use begins after some.
func TestVT_Padding(t *testing.T) {
	line := reflect.TypeFor[pad.Line]()
	for _, structure := range []reflect.Type{
		reflect.TypeFor[VT](), reflect.TypeFor[VTWorker](), reflect.TypeOf(vtParts(1).workers[0].local).Elem(),
	} {
		require.Equal(t, line, structure.Field(structure.NumField()-1).Type, "%v", structure)
	}
	pool := reflect.TypeFor[VT]()
	workers, _ := pool.FieldByName("workers")
	shared, _ := pool.FieldByName("workAvail")
	require.GreaterOrEqual(t, shared.Offset-workers.Offset, uintptr(pad.Size))
}

// A worker gets what was submitted from outside, also if it is the only one.
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

// A future that nobody uses any more is collected: nobody has to free it.
func TestVT_LetsGoOfFutures(t *testing.T) {
	p := NewVT(2, false)
	defer p.Close()
	root := func() weak.Pointer[Future[*VTWorker, int]] {
		f := NewFuture(func(w *VTWorker) int {
			child := NewFuture(func(*VTWorker) int { return 1 })
			child.Fork(w)
			return child.Join(w)
		})
		p.Submit(f)
		require.Equal(t, 1, f.Join(nil))
		return weak.Make(f)
	}()
	for start := time.Now(); root.Value() != nil; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(start), 10*time.Second)
		runtime.GC()
	}
}

// A task is not complete before what it has submitted, also where it gets something older: what
// that leaves to be done is its own.
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
		require.Equal(t, 1, root.Join(nil), "the failure is the task's, which was got")
		require.True(t, before)
		require.Equal(t, panics, got != nil)
		p.Close()
	}
}

// Local, then global, then steal.
func TestDuffy_SearchOrder(t *testing.T) {
	p := newDuffy(3)
	task := func() *Future[*DuffyWorker, int] { return NewFuture(func(*DuffyWorker) int { return 0 }) }
	local, global, far := task(), task(), task()
	w := p.workers[0]
	far.Fork(p.workers[2])
	p.Submit(global)
	local.Fork(w)
	for _, want := range []*Future[*DuffyWorker, int]{local, global, far} {
		require.Same(t, &want.task, w.look())
	}
	require.Nil(t, w.look())
}

// Who finds the lock of a queue held goes on to the next one, and waits for none in its first
// pass: here nobody ever gives it back.
func TestDuffy_FirstPassWaitsForNoLock(t *testing.T) {
	p := newDuffy(3)
	held := reflect.ValueOf(p.workers[1].local).Elem().FieldByName("foreignLock").FieldByName("state")
	(*atomic.Uint32)(unsafe.Pointer(held.UnsafeAddr())).Store(1)
	f := NewFuture(func(*DuffyWorker) int { return 0 })
	f.Fork(p.workers[2])
	looked := make(chan *task[*DuffyWorker])
	go func() { looked <- p.workers[0].look() }()
	select {
	case got := <-looked:
		require.Same(t, &f.task, got)
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for a lock that is held")
	}
}

// A worker's queue has 32 places at first, one of which is spare: it grows with its 32nd task.
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
}
