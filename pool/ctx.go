package pool

import "sync/atomic"

// Worker returns the worker that runs the task, for closures and other definitions.
func (c *Ctx[A, R]) Worker() *Worker { return c.w }

// Fork's inlining cost is 80, exactly the budget of Go's inliner; Take's is 19 (go build -gcflags=-m=2). With
// one more call, Fork is not inlined, and takes a nanosecond longer.
//
// A handle is an index of the slice. promote moves the frame and all newer ones up by one, so their handles
// no longer match. So Join's fast path only compares the handle with the top index. Leaving out a second test
// (is the frame promoted?) saves 0.65 of 5.3 ns. A frame moves at most once, so a fork costs the same beside
// any number of thieves (go test -bench Forks).
//
// Join also loads the cancellation word, and takes 1.14 times as long as without that. Like Take, Join writes
// only the length of its stack, so it needs no write barrier, and takes 0.93 times as long as with one (go
// test -bench Join1, six pairs each).

// Fork offers the task for a to other workers until it is joined. It returns a handle for the
// join. The task that forks must also join, the newest frame first. Joining the handle of
// another task is not always noticed. When the task returns, its unjoined frames are dropped. If
// another worker is running one, the task waits for it.
//
// Fork costs an append and an atomic load. It allocates nothing in the long run, and never
// blocks. If an idle worker has asked, Fork also publishes the oldest frame, and may wake a
// worker. That may move the frames of this definition by one place, each of them at most once.
// Fork panics with a [CancelError] if the tree is cancelled.
func (c *Ctx[A, R]) Fork(a A) (h int) {
	h = len(c.stack)
	c.stack = append(c.stack, a)
	if atomic.LoadUint32(c.poll) != 0 { //tla:Promotion.Poll
		c.forkSlow()
	}
	return
}

// Take tries to take back the newest frame. If Take returns true, the caller must compute the
// task by a direct call. If it returns false, other workers may have the frame, and [Ctx.Await]
// returns the result. Together they are the fastest form of Join. Take does not check for
// cancellation:
//
//	if c.Take(h) {
//		b = body(c, x)
//	} else {
//		b = c.Await(h)
//	}
func (c *Ctx[A, R]) Take(h int) bool {
	if n := len(c.stack); n == 0 || h != n-1 {
		return false
	}
	c.stack = c.stack[:h]
	return true
}

// Join returns the result of the newest frame. If no other worker has started the frame, Join
// computes it. Otherwise the worker runs other tasks until the result is there.
//
// Join panics with a [CancelError] if the tree is cancelled, even if the task is complete. It
// panics with the value of the task's panic, whichever worker ran the task. It also panics if h is
// not the newest frame of this definition: joined twice, or not in the order of nesting. If
// other workers have asked for frames meanwhile, a second Join of a handle may return the
// result of an older frame. The Joins of older frames then panic, or return such results, too.
// Join drops the frames above h that a recovered panic has left.
func (c *Ctx[A, R]) Join(h int) R {
	if n := len(c.stack); n != 0 && h == n-1 && !c.w.interrupted() {
		a := c.stack[h]
		c.stack = c.stack[:h] // by itself: a copy of the slice would be written with a write barrier
		return c.body(c, a)
	}
	return c.Await(h)
}

// Await is [Ctx.Join] after Take has returned false.
func (c *Ctx[A, R]) Await(h int) R {
	c.checkTaken(c.height())
	p := c.position(h)
	if p < c.w.bottom(&c.core) {
		panic(misjoined)
	}
	c.w.checkCancel()
	c.cut(p + 1)
	if p >= len(c.jobs) {
		a := c.stack[p+c.shift]
		c.drop(p)
		return c.body(c, a)
	}
	j := c.jobs[p]
	w := c.w
	taken := w.takeBack(&j.Task)
	if !taken {
		// The frame is dropped only when it is complete. Until then, another task that
		// this worker runs must not get its place.
		w.await(&j.Task)
		c.drop(p)
		w.passOn(j.failure)
		return j.result
	}
	c.drop(p)
	a := j.arg
	c.spare = j
	return c.body(c, a)
}

// Both returns the results for a and for b. They are computed at the same time if a worker is
// idle. Both costs and panics as Fork and Join do, and cannot be misused.
func (c *Ctx[A, R]) Both(a, b A) (R, R) {
	h := c.Fork(b)
	x := c.body(c, a)
	return x, c.Join(h)
}

// cut drops the frames from a position on, and waits for frames that other workers run.
func (c *Ctx[A, R]) cut(from int) {
	c.restore()
	for p := len(c.stack) - c.shift - 1; p >= from; p-- {
		if p < len(c.jobs) {
			if j := c.jobs[p]; !c.w.takeBack(&j.Task) {
				c.w.withdraw(&j.Task)
			}
		}
		c.drop(p)
	}
}

// forkSlow is the slow path of a fork. Another goroutine has set a bit in the worker's poll
// word, or this context is not the one that forked last.
func (c *core) forkSlow() {
	w := c.w
	if w.task == nil {
		c.frames.cut(c.height() - 1)
		panic("pool: a Ctx is used after its task has returned")
	}
	if w.foreign() {
		c.frames.cut(c.height() - 1)
		panic(misplaced)
	}
	c.checkTaken(c.height() - 1) // the new frame does not count
	if w.current != c {
		w.settle(c)
	}
	w.answer()
}
