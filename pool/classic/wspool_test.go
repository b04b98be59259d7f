package classic

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// This is figure 1 of WSPool's document.
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

// queued returns tasks that do nothing, in the queue of a worker.
func queued(w *WSWorker, n int) (all []*task[*WSWorker]) {
	for range n {
		t := NewRAction(func(*WSWorker) {})
		t.Fork(w)
		all = append(all, &t.task)
	}
	return all
}

// The owner takes the first task, thieves take the last (2.1).
func TestWSPool_OwnerFirstThievesLast(t *testing.T) {
	p := newWSPool(2)
	tasks := queued(p.workers[0], 4)
	require.Same(t, tasks[0], p.workers[0].scan())
	require.Same(t, tasks[3], p.workers[1].scan())
	require.Same(t, tasks[1], p.workers[0].scan())
	require.Same(t, tasks[2], p.workers[1].scan())
	require.Nil(t, p.workers[0].scan())
}

// A thief looks into the queues of all other workers, the next one first.
func TestWSPool_ThievesLookEverywhere(t *testing.T) {
	p := newWSPool(4)
	own, far, near := queued(p.workers[1], 1), queued(p.workers[0], 2), queued(p.workers[2], 1)
	for _, want := range []*task[*WSWorker]{own[0], near[0], far[1], far[0], nil} {
		require.Same(t, want, p.workers[1].scan())
	}
}

// A worker whose task was stolen helps from the end of its own queue (2.2).
func TestWSPool_HelpsFromItsTail(t *testing.T) {
	p := newWSPool(2)
	w := p.workers[0]
	var order []int
	stolen := NewRAction(func(*WSWorker) {})
	require.True(t, stolen.claim(), "the thief cannot claim the task")
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

// The worker helps with the forks of the joining task and of the tasks that this one has called, and
// with no task from outside.
func TestWSPool_HelpsWithItsOwn(t *testing.T) {
	p := newWSPool(1)
	w := p.workers[0]
	var ran []string
	stolen := NewRAction(func(*WSWorker) {})
	require.True(t, stolen.claim(), "the thief cannot claim the task")
	p.Submit(NewRAction(func(w *WSWorker) {
		NewRAction(func(w *WSWorker) {
			ran = append(ran, "a child")
			NewRAction(func(*WSWorker) { ran = append(ran, "a grandchild"); stolen.finish() }).Fork(w)
		}).Fork(w)
		p.Submit(NewRAction(func(*WSWorker) { ran = append(ran, "from outside") }))
		NewRAction(func(w *WSWorker) {
			NewRAction(func(*WSWorker) { ran = append(ran, "a fork of a called task") }).Fork(w)
		}).Join(w)
		stolen.Join(w)
	}))
	w.run(w.scan())
	require.Equal(t, []string{"a fork of a called task", "a child", "a grandchild"}, ran)
	require.Equal(t, 1, w.queue.Len())
}

// A task that was never queued is called by its joiner. Inside it, the worker helps with that
// task's own forks. It does not help with the caller's forks, since they may join the called
// task.
func TestWSPool_HelpsInACalledTask(t *testing.T) {
	p := newWSPool(1)
	stolen := NewRAction(func(*WSWorker) {})
	stolen.queuedBy(p)
	require.True(t, stolen.claim(), "the thief cannot claim the task")
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
		if !stolen.isComplete() { // no worker helps: the worker waits for the thief
			stolen.finish()
		}
	}()
	p.workers[0].run(p.workers[0].scan())
	require.True(t, outer.isComplete())
	require.False(t, helped)
}

// A submission from outside goes to the end of the queue (2.1). So the owner takes the oldest one first.
func TestWSPool_SubmissionsGoToTheEnd(t *testing.T) {
	p := newWSPool(1)
	var all []*RAction
	for range 3 {
		all = append(all, NewRAction(func(*WSWorker) {}))
		p.Submit(all[len(all)-1])
	}
	for _, a := range all {
		require.Same(t, &a.task, p.workers[0].scan())
	}
}

// A submission from outside goes to a random worker (2.1): any worker may follow any other one.
// One of the 9 pairs is missing in less than one of 10^14 runs.
func TestWSPool_SubmitsToARandomWorker(t *testing.T) {
	t.Run("Submit", func(t *testing.T) {
		goesToRandomWorkers(t, func(p *WSPool, a *RAction) { p.Submit(a) })
	})
	t.Run("Invoke", func(t *testing.T) {
		goesToRandomWorkers(t, func(p *WSPool, a *RAction) { go Invoke(p, nil, a) })
	})
}

func goesToRandomWorkers(t *testing.T, give func(*WSPool, *RAction)) {
	p := newWSPool(3)
	follows := map[[2]int]bool{}
	for k, last := 0, -1; k < 300; k++ {
		a := NewRAction(func(*WSWorker) {})
		give(p, a)
		for i := 0; ; i = (i + 1) % 3 {
			if t, _ := p.workers[i].queue.PopTop(); t != nil {
				p.workers[i].run(t)
				follows[[2]int{last, i}] = true
				last = i
				break
			}
			require.False(t, a.isComplete(), "it ran without a queue")
			runtime.Gosched()
		}
	}
	for pair := range 9 {
		require.True(t, follows[[2]int{pair / 3, pair % 3}], "worker %d never follows worker %d", pair%3, pair/3)
	}
}

// A join removes the task that it has claimed. So no worker takes it in vain (3.1).
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

// A join from outside pushes the task, unless it has been pushed (2.1).
func TestWSPool_InvokePushes(t *testing.T) {
	p := NewWSPool(2)
	defer p.Close()
	ran := 0
	f := NewFuture(func(*WSWorker) int { ran++; return ran })
	require.Equal(t, 1, Invoke(p, nil, f))
	require.Equal(t, 1, Invoke(p, nil, f), "the task was pushed again")
	submitted := NewFuture(func(*WSWorker) int { ran++; return ran })
	p.Submit(submitted)
	require.Equal(t, 2, Invoke(p, nil, submitted))
}

// A join from outside does not queue a task again that is queued, or that is complete.
func TestWSPool_InvokeOfAQueuedTask(t *testing.T) {
	p := newWSPool(1)
	f := NewFuture(func(*WSWorker) int { return 3 })
	p.Submit(f)
	got := make(chan int)
	go func() { got <- Invoke(p, nil, f) }()
	for f.head.Load() == nil {
		runtime.Gosched()
	}
	require.Equal(t, 1, p.workers[0].queue.Len())
	p.workers[0].run(p.workers[0].scan())
	require.Equal(t, 3, <-got)
	require.Equal(t, 3, Invoke(p, nil, f))
	require.Zero(t, p.workers[0].queue.Len())
}

// Invoke on a worker computes the task there (2.2). It waits for no other worker, so it works
// with one worker.
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
