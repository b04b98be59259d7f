package pool

import "unsafe"

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

	shift    int
	jobs     []*job[A, R]
	spare    *job[A, R] // that was taken back: nobody else has seen more than its address
	marks    []mark
	def      computer[A, R]
	pointers bool // an argument may keep something else reachable
}

// noCopy has go vet warn of copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// mark says that the frames from a position on, up to the next mark, have handles
// that are larger than their position by shift.
type mark struct{ from, shift int }

// computer is what a job computes its result with.
type computer[A, R any] interface{ compute(w *Worker, a A) R }

// job is a frame that others may run.
type job[A, R any] struct {
	Task
	def    computer[A, R]
	arg    A
	result R
}

func (j *job[A, R]) run(w *Worker) {
	j.result = j.def.compute(w, j.arg)
}

// height is how many frames there are.
func (c *Ctx[A, R]) height() int { return len(c.stack) - c.shift }

// promoted is how many of them, the oldest ones, have a job.
func (c *Ctx[A, R]) promoted() int { return len(c.jobs) }

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

// restore makes room for the frames with a job that the fast path has taken: see checkTaken.
func (c *Ctx[A, R]) restore() {
	if lost := len(c.jobs) + c.shift - len(c.stack); lost > 0 {
		c.stack = append(c.stack, make([]A, lost)...)
	}
}

// scrub drops what the stack keeps of frames that are gone, in a microsecond at most.
func (c *Ctx[A, R]) scrub() {
	const large = 1 << 16 // bytes
	c.spare = nil
	if uintptr(cap(c.stack))*unsafe.Sizeof(*new(A)) > large {
		c.stack = nil
	}
	if c.pointers {
		clear(c.stack[:cap(c.stack)])
	}
}
