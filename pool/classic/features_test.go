package classic

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
	fmt.Println(Invoke(p, fibonacci(20)))
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
	require.Equal(t, []*CMUContext{root}, thief.local)
	require.Same(t, &child.task, root.sub)
	_, r := thief.workq.Steal()
	require.Equal(t, wsq.Empty, r)
	next, _ := owner.workq.Pop()
	require.Same(t, &child.task, next.task)
	owner.run(next)
	thief.process()
	require.Equal(t, []string{"begins", "forked", "child", "joined"}, steps)
}

func cmuTask(body func(*CMUContext)) *Future[*CMUContext, struct{}] {
	return NewFuture(func(c *CMUContext) struct{} { body(c); return struct{}{} })
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
