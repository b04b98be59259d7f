package classic

import (
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
)

// CMUTask is a task, for one process.
type CMUTask struct {
	body    func(*CMUContext)
	next    func() (cmuStep, bool) // of who has the task in hand; nil if it has not begun
	isDone  atomic.Bool
	failure error // written before isDone
	on      int   // the worker that resumes it; of who has the task in hand
}

// CMUContext is what a task gets to fork and to join with, in its own goroutine only.
type CMUContext struct {
	worker *cmuWorker // with child stealing
	task   *CMUTask   // with continuation stealing
	yield  func(cmuStep) bool
	open   []*CMUTask // forked, and not joined yet
}

// cmuStep is where a generator is suspended.
type cmuStep struct {
	child *CMUTask
	join  bool
}

// NewCMUTask returns a task. What it leaves is in variables that body shares.
func NewCMUTask(body func(*CMUContext)) *CMUTask { return &CMUTask{body: body} }

// resume lets the generator go on to its next step, if there is one.
func (t *CMUTask) resume() (cmuStep, bool) {
	if t.next == nil {
		t.next, _ = iter.Pull(func(yield func(cmuStep) bool) { t.steps(&CMUContext{task: t, yield: yield}) })
	}
	return t.next()
}

// steps is the whole of a task.
func (t *CMUTask) steps(c *CMUContext) {
	t.compute(c)
	for len(c.open) > 0 {
		if sub := c.open[0]; c.await(sub) != nil && t.failure == nil {
			t.failure = sub.failure
		}
	}
}

func (t *CMUTask) compute(c *CMUContext) {
	defer func() {
		if v := recover(); v != nil {
			t.failure = caught(v)
		}
	}()
	t.body(c)
}

// Worker returns the number of the worker that runs the task. With continuation stealing it
// may change at each Fork and Join.
func (c *CMUContext) Worker() int {
	if c.worker != nil {
		return c.worker.index
	}
	return c.task.on
}

// Fork queues a task. With continuation stealing what comes after it may run on another
// worker.
func (c *CMUContext) Fork(t *CMUTask) {
	c.open = append(c.open, t)
	if c.worker != nil {
		c.worker.workq.Push(t) //tla:TwoQueue.PushChild
	} else {
		c.yield(cmuStep{child: t})
	}
}

// Join waits for a task that this one has forked, and panics if that has: with its
// [pool.PanicError].
func (c *CMUContext) Join(t *CMUTask) {
	if err := c.await(t); err != nil {
		panic(err)
	}
}

// await is Join, with the failure as a result. With child stealing it is greedy.
func (c *CMUContext) await(t *CMUTask) error {
	if i := slices.Index(c.open, t); i >= 0 {
		c.open = slices.Delete(c.open, i, i+1)
	}
	if c.worker == nil {
		c.yield(cmuStep{t, true})
		return t.failure
	}
	for w := c.worker; !w.joins(cmuJoin{sub: t}); {
		other, _ := w.workq.Pop() //tla:TwoQueue.Pop
		if other == nil {
			other = w.steal()
		}
		if other != nil {
			w.run(other)
		} else {
			runtime.Gosched()
		}
	}
	return t.failure
}
