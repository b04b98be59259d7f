package pool

import (
	"sync/atomic"
	"unsafe"
)

// Ctx is the context with which the body of a definition forks and joins. It belongs to the
// task that it was given to: no other goroutine may use it.
type Ctx[A, R any] struct {
	// The frames that the worker has forked and not joined are stack[shift:]. The first
	// len(jobs) of them, the oldest, are promoted. A promoted frame has a job, which holds its
	// argument and which other workers may run.
	//
	// A handle is the index of a frame in stack at the time of its fork. Promoting a frame moves
	// it up by one, together with all newer frames. The fast path takes the top frame only if it
	// is still at the index in its handle. A promoted frame is not, so one comparison is enough.
	// Await finds moved frames through marks. Handles grow with the position, and no two frames
	// have the same handle.

	_ noCopy
	core
	stack []A
	body  func(*Ctx[A, R], A) R

	shift    int
	jobs     []*job[A, R]
	spare    *job[A, R] // a job that was taken back, for reuse: no thief has read more than its address
	marks    []mark
	def      computer[A, R]
	pointers bool // an argument may hold pointers
	told     bool // an argument is a blocking
}

// noCopy makes go vet warn of copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// mark says that the handle of a frame is larger than its position by shift. It holds for the
// frames from a position on, below the positions of all later marks.
type mark struct{ from, shift int }

// computer computes the result of a job.
type computer[A, R any] interface{ compute(w *Worker, a A) R }

// job is a promoted frame.
type job[A, R any] struct {
	Task
	def    computer[A, R]
	arg    A
	result R
}

func (j *job[A, R]) run(w *Worker) {
	j.result = j.def.compute(w, j.arg)
}

// height returns the number of frames.
func (c *Ctx[A, R]) height() int { return len(c.stack) - c.shift }

// promoted returns how many frames, the oldest ones, have a job.
func (c *Ctx[A, R]) promoted() int { return len(c.jobs) }

// position returns the position of the frame with handle h, or -1.
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

// handleShift returns by how much the handle of the frame at p is larger than p.
func (c *Ctx[A, R]) handleShift(p int) int {
	for i := len(c.marks) - 1; i >= 0; i-- {
		if m := c.marks[i]; m.from <= p {
			return m.shift
		}
	}
	return 0
}

// drop removes the newest frame, which is at p. Afterwards, no promoted frame below may be at
// the index in its handle.
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

// promote turns the oldest frame without a job into a job.
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

// displace moves the frames from a position on up by one. Each frame is moved at most once, so
// the cost is a constant for each fork. The elements below the moved frames are unused: their
// frames have jobs, which hold the arguments.
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

// restore makes room for promoted frames that the fast path has taken: see checkTaken.
func (c *Ctx[A, R]) restore() {
	if lost := len(c.jobs) + c.shift - len(c.stack); lost > 0 {
		c.stack = append(c.stack, make([]A, lost)...)
	}
}

// blocking is an argument that is to know when the worker of its frame blocks. If the frame is not
// promoted, other workers cannot get it then. The argument of a promoted frame must not change.
type blocking interface {
	blocks(promoted bool, elements *atomic.Int64)
	empty() bool // nothing is left to do in the frame
}

// blocks tells the arguments of all frames that the worker blocks, if they are to know.
func (c *Ctx[A, R]) blocks(elements *atomic.Int64) {
	if !c.told {
		return
	}
	for _, j := range c.jobs {
		any(&j.arg).(blocking).blocks(true, elements)
	}
	for i := len(c.stack) - 1; i >= len(c.jobs)+c.shift; i-- {
		any(&c.stack[i]).(blocking).blocks(false, elements)
	}
}

// pending returns how many private frames there are, and whether offered is a job of this stack. Frames
// without elements do not count.
func (c *Ctx[A, R]) pending(offered *Task) (private int, is bool) {
	for _, j := range c.jobs {
		is = is || &j.Task == offered && !(c.told && any(&j.arg).(blocking).empty())
	}
	private = max(c.height()-len(c.jobs), 0)
	if c.told {
		for i := len(c.jobs) + c.shift; i < len(c.stack); i++ {
			if any(&c.stack[i]).(blocking).empty() {
				private--
			}
		}
	}
	return private, is
}

// scrub clears the places of frames that are gone, in a microsecond at most.
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
