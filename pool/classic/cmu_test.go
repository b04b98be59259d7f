package classic

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// This is the Fibonacci task of the C++ framework's document.
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

// The default is a worker for each processor (1.1.2).
func TestCMU_WorkersByDefault(t *testing.T) {
	const processors = 5
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	require.Len(t, newCMU(CMUOptions{}).workers, processors)
}

// With child stealing a fork only queues the child. So a thief can take the child while the parent goes on.
func TestCMU_AForkQueuesTheChild(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 2})
	var steps []string
	child := cmuTask(func(c *CMUContext) { steps = append(steps, fmt.Sprint("child, worker ", c.Worker())) })
	p.begin(&cmuTask(func(c *CMUContext) {
		child.Fork(c)
		steps = append(steps, "forked")
		p.workers[1].run(p.workers[1].steal())
		child.Join(c)
	}).task)
	p.workers[0].process()
	require.Equal(t, []string{"forked", "child, worker 1"}, steps)
}

// StartProcess and Destroy wait for each worker: they take the permits of all.
func TestCMU_WaitsForAllWorkers(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 3})
	ended := make(chan bool)
	go func() {
		for _, w := range p.workers {
			w.start.Park()
			w.over.Unpark()
		}
		close(ended)
	}()
	p.all()
	<-ended
	for _, w := range p.workers {
		require.False(t, w.over.ParkTimeout(0), "nobody waits for worker %d", w.index)
	}
}

// A thief that takes a continuation resumes it where it was suspended, and is its worker from then
// on. A join that cannot finish goes to the private queue, where no thief can take it (2.2).
func TestCMU_AThiefResumes(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 2, Continuation: true})
	owner, thief := p.workers[0], p.workers[1]
	var steps []string
	child := cmuTask(func(*CMUContext) { steps = append(steps, "child") })
	p.begin(&cmuTask(func(c *CMUContext) {
		steps = append(steps, "begins")
		child.Fork(c)
		steps = append(steps, fmt.Sprint("forked, worker ", c.Worker()))
		child.Join(c)
		steps = append(steps, "joined")
	}).task)
	root, _ := owner.workq.Pop()
	owner.run(root) // up to its fork
	require.Equal(t, []string{"begins"}, steps)
	require.Same(t, root, thief.steal(), "the continuation is not the oldest")
	thief.run(root) // up to its join
	require.Equal(t, []string{"begins", "forked, worker 1"}, steps)
	requireWaits(t, thief, root)
	require.Same(t, &child.task, root.sub)
	_, r := thief.workq.Steal()
	require.Equal(t, wsq.Empty, r)
	next, _ := owner.workq.Pop()
	require.Same(t, &child.task, next.task)
	owner.run(next)
	thief.process()
	require.Equal(t, []string{"begins", "forked, worker 1", "child", "joined"}, steps)
}

// requireWaits requires that the worker's private queue has one join.
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
	require.Nil(t, w.take(), "newer cannot finish, and is the first")
	older.sub.finish()
	newer.sub.finish()
	require.Same(t, older, w.take())
	require.Same(t, newer, w.take())
	require.Nil(t, w.take())
}

// At its end, a task joins the children that it has not joined. With child stealing, it runs
// them. A continuation waits in the private queue of the worker that has resumed it.
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

// A thief looks into the queues of the others in turn, from the next worker on.
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
