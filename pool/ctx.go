package pool

import "sync/atomic"

// Worker returns the worker that runs the task, for closures and other definitions.
func (c *Ctx[A, R]) Worker() *Worker { return c.w }

// Fork lets the task for a be computed by others until it is joined. It returns the
// handle to join it by. Each fork has to be joined in the task that has made it, the
// last one first; a handle of another task is not always noticed. What is not joined when the
// task returns is dropped, or waited for if somebody runs it.
//
// It costs an append and an atomic load, allocates nothing in the long run, and never
// blocks. If an idle worker has asked, the oldest frame is published as well, which may wake a
// worker, and may move the frames of this definition by one place, each at most once. It panics
// with a [CancelError] if the tree is cancelled.
func (c *Ctx[A, R]) Fork(a A) (h int) {
	h = len(c.stack)
	c.stack = append(c.stack, a)
	if atomic.LoadUint32(c.poll) != 0 { //tla:Promotion.Poll
		c.forkSlow()
	}
	return
}

// Take takes back the newest frame, if nobody else has it: the caller is to compute
// it, by a direct call. If it answers false, [Ctx.Await] has the result. Together
// they are the fastest form of Join. A Take does not look whether the tree is cancelled:
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

// Join returns the result of the newest frame: it computes that, or, if others have
// begun to, runs other tasks until it is there. It panics with a [CancelError] if the tree is
// cancelled, whatever has become of the task, with a [PanicError] if that has panicked elsewhere, and if
// h is not the newest frame of this definition: joined twice, or not in the order of
// nesting. Where others have asked for frames meanwhile, the second Join of a handle may
// return the result of an older frame; then the Join of that one panics. Frames above h
// whose task a recover has cut off are dropped.
func (c *Ctx[A, R]) Join(h int) R {
	if n := len(c.stack); n != 0 && h == n-1 && !c.w.interrupted() {
		a := c.stack[h]
		c.stack = c.stack[:h] // by itself: a copy of the slice would be written with a write barrier
		return c.body(c, a)
	}
	return c.Await(h)
}

// Await is Join, after Take has answered false.
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
		// Not dropped before it is complete: another task that this worker runs
		// meanwhile must not get its place.
		w.await(&j.Task)
		c.drop(p)
		j.failure.rethrow()
		return j.result
	}
	c.drop(p)
	a := j.arg
	c.spare = j
	return c.body(c, a)
}

// Both returns the results for a and for b, computed at the same time if somebody is
// idle. It is Fork and Join, and costs what they cost; it cannot be misused, and panics as
// Join.
func (c *Ctx[A, R]) Both(a, b A) (R, R) {
	h := c.Fork(b)
	x := c.body(c, a)
	return x, c.Join(h)
}

// cut drops the frames from a position on, and waits for those that others run.
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

// asked is the slow path of a fork: something is to be done for others, or the
// context is not the one that forked last.
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
	c.checkTaken(c.height() - 1) // without the new one
	if w.current != c {
		w.settle(c)
	}
	w.answer()
}
