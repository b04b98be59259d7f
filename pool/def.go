package pool

import (
	"context"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// Def is a kind of task: a function from A to R that forks and joins tasks of its
// own kind, and of others.
type Def[A, R any] struct {
	body     func(*Ctx[A, R], A) R
	number   int
	pointers bool // an argument may keep something else reachable
}

var definitions atomic.Int32

// Define makes a definition, usually for a package variable: each one costs every
// worker that uses it a stack of its own, for ever. It panics if body is nil.
//
// Where the body needs its definition, an init function breaks the cycle:
//
//	var fib *pool.Def[int, int]
//
//	func init() { fib = pool.Define(fibBody) }
func Define[A, R any](body func(c *Ctx[A, R], a A) R) *Def[A, R] {
	if body == nil {
		panic("pool: Define of a nil function")
	}
	return &Def[A, R]{body, int(definitions.Add(1)) - 1, hasPointers(reflect.TypeFor[A]())} //tla:- a counter
}

func hasPointers(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if hasPointers(f.Type) {
				return true
			}
		}
		return false
	default:
		return k > reflect.Complex128
	}
}

// Run computes the task for a in a pool, or on a worker, and returns its result. It
// waits, panics and ends as the function [Run].
func (d *Def[A, R]) Run(ctx context.Context, x Executor, a A) (R, error) {
	d.check()
	j := &job[A, R]{def: d, arg: a}
	j.body = j
	err := perform(ctx, x, &j.Task)
	return j.result, err
}

// In returns the context for tasks of this kind on the worker. It belongs to the
// running task, as the worker does. It costs two comparisons, and an allocation the
// first time on each worker.
func (d *Def[A, R]) In(w *Worker) *Ctx[A, R] {
	d.check()
	w.check()
	return d.in(w)
}

func (d *Def[A, R]) check() {
	if d == nil || d.body == nil {
		panic("pool: a Def that was not made by Define")
	}
}

func (d *Def[A, R]) in(w *Worker) *Ctx[A, R] {
	if d.number < len(w.frames) {
		if c, ok := w.frames[d.number].(*Ctx[A, R]); ok {
			return c
		}
	}
	for d.number >= len(w.frames) {
		w.frames = append(w.frames, nil)
	}
	c := &Ctx[A, R]{def: d, body: d.body}
	c.core = core{
		poll: &never, w: w, frames: c,
		height:   func() int { return len(c.stack) - c.shift },
		promoted: func() int { return len(c.jobs) },
	}
	w.frames[d.number] = c
	return c
}

// Ctx is what the body of a definition forks and joins with. It belongs to the task
// that it was given to: no other goroutine may use it.
//
// The frames that a worker has forked and not joined are the elements of stack, from
// shift on. The first len(jobs) of them are promoted: they have a job, which others
// may run, and which has their argument.
//
// A handle is the index of the frame in stack at the time of the fork. A frame that is
// promoted while it is there moves up by one, with all that are newer. So the fast path,
// which finds a frame on top only where its handle says, never finds a promoted one: one
// comparison is enough. Those that have moved are found by
// marks. Handles grow with the position, and no two frames have the same.
type Ctx[A, R any] struct {
	_ noCopy
	core
	stack []A
	body  func(*Ctx[A, R], A) R

	shift int
	jobs  []*job[A, R]
	spare *job[A, R] // that was taken back: nobody else has seen more than its address
	marks []mark
	def   *Def[A, R]
}

// noCopy has go vet warn of copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// mark says that the frames from a position on, up to the next mark, have handles
// that are larger than their position by shift.
type mark struct{ from, shift int }

// job is a frame that others may run.
type job[A, R any] struct {
	Task
	def    *Def[A, R]
	arg    A
	result R
}

func (j *job[A, R]) run(w *Worker) {
	c := j.def.in(w)
	j.result = c.body(c, j.arg)
}

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
		c.asked()
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
	if n := len(c.stack); n != 0 && h == n-1 && atomic.LoadUint32(&c.w.poll)&cancel == 0 { //tla:- cancellation
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
	c.w.heed()
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

// position returns where the frame with a handle is, or -1.
func (c *Ctx[A, R]) position(h int) int {
	top := len(c.stack) - c.shift // above the frames of the next mark
	for i := len(c.marks); i >= 0; i-- {
		m := mark{}
		if i > 0 {
			m = c.marks[i-1]
		}
		if p := h - m.shift; p >= m.from && p < top {
			return p
		}
		top = min(top, m.from)
	}
	return -1
}

// handleShift is by how much the handle of a frame is larger than its position.
func (c *Ctx[A, R]) handleShift(p int) int {
	for i := len(c.marks) - 1; i >= 0; i-- {
		if m := c.marks[i]; m.from <= p {
			return m.shift
		}
	}
	return 0
}

// drop removes the newest frame, which is at p. Those below that are promoted must
// not be where their handle says.
func (c *Ctx[A, R]) drop(p int) {
	shift := c.shift
	if p < len(c.jobs) {
		c.jobs[p] = nil
		c.jobs = c.jobs[:p]
		shift = 0
		if p > 0 {
			shift = c.handleShift(p-1) + 1
		}
	}
	n := len(c.marks)
	for n > 0 && c.marks[n-1].from >= p {
		n--
	}
	c.marks = c.marks[:n]
	if shift != 0 {
		c.marks = append(c.marks, mark{p, shift})
	}
	clear(c.stack[p+shift:])
	c.stack, c.shift = c.stack[:p+shift], shift
}

// promote turns the oldest frame that has no job into one.
func (c *Ctx[A, R]) promote(scope *Task, inside *isolation) *Task {
	j := c.spare
	c.spare = nil
	if j == nil {
		j = &job[A, R]{def: c.def}
		j.body = j
	}
	p := len(c.jobs)
	j.arg = c.stack[p+c.shift]
	j.child(scope, inside)
	c.jobs = append(c.jobs, j)
	if c.handleShift(p) == c.shift {
		c.displace(p)
	}
	return &j.Task
}

// displace moves the frames from a position on up by one. It is paid for by their forks, since
// it is not needed again for any of them. What stands below them in stack is of no use: it
// is what their jobs have.
func (c *Ctx[A, R]) displace(p int) {
	height, i := len(c.stack)-c.shift, p+c.shift
	c.stack = append(c.stack, c.stack[i])
	copy(c.stack[i+1:], c.stack[i:])
	c.shift++
	if n := len(c.marks); n > 0 && c.marks[n-1].from == height {
		c.marks[n-1].shift = c.shift
	} else {
		c.marks = append(c.marks, mark{height, c.shift})
	}
}

// cut drops the frames from a position on, and waits for those that others run.
func (c *Ctx[A, R]) cut(from int) {
	if lost := len(c.jobs) + c.shift - len(c.stack); lost > 0 { // see checkTaken
		c.stack = append(c.stack, make([]A, lost)...)
	}
	for p := len(c.stack) - c.shift - 1; p >= from; p-- {
		if p < len(c.jobs) {
			if j := c.jobs[p]; !c.w.takeBack(&j.Task) {
				c.w.withdraw(&j.Task)
			}
		}
		c.drop(p)
	}
}

// scrub drops what the stack keeps of frames that are gone, in a microsecond at most.
func (c *Ctx[A, R]) scrub() {
	const large = 1 << 16 // bytes
	c.spare = nil
	if uintptr(cap(c.stack))*unsafe.Sizeof(*new(A)) > large {
		c.stack = nil
	}
	if c.def.pointers {
		clear(c.stack[:cap(c.stack)])
	}
}

// takeBack removes a job from the slot. It answers false if somebody else has. Either way
// the next frame is to be published: who has stolen this one asks for that too, but may
// come to it only when its owner has run it.
func (w *Worker) takeBack(t *Task) bool {
	taken := w.slot.CompareAndSwap(t, nil) //tla:Promotion.TakeBack
	atomic.OrUint32(&w.poll, request)      //tla:Promotion.Rearm
	return taken
}
