package pool

import "sync/atomic"

// forks holds the frames that a worker has forked and not joined.
//
// The typed tier keeps frames on private stacks, one for each definition and worker. The worker
// publishes a frame only after an idle worker has set the request bit in poll. It then turns
// the oldest frame of all its stacks into a job, and puts the job into slot, where thieves can
// claim it. This is lazy promotion. tla/pool/Promotion.tla specifies the protocol.
//
// segments records the order of frames over all stacks. A segment is a run of frames that one
// context has forked before another context forked. A fence is a segment without frames: it
// separates the frames of a task from those of the task below it. A frame belongs to the task
// of the newest fence below it. The oldest frame without a job is in the oldest segment that
// has such a frame.
type forks struct {
	mailbox
	running
	current   *core         // the context whose forks take the fast path
	used      []*core       // contexts that were current since the last scrub
	segments  []segment     // the order of frames
	fenced    int           // the depth of the newest fence
	published uint64        // changes when a frame is published, or a task asks for its context
	sleepers  *sleepers     // to wake a worker for a published frame
	elements  *atomic.Int64 // what blocked frames have given away in this pool, and nobody has begun
}

// never is the poll word of all contexts that are not current. It is not 0, so their forks take
// the slow path.
var never uint32 = 1

// frames is the stack of frames of a definition on a worker.
type frames interface {
	height() int   // how many frames there are
	promoted() int // how many frames, the oldest ones, have a job
	// promote turns the oldest frame without a job into a job of the task scope.
	promote(scope *Task, inside *isolation) *Task
	// cut drops the frames from a position on.
	cut(from int)
	// blocks tells the frames that the worker blocks. They add to elements what they give away.
	blocks(elements *atomic.Int64)
	// pending returns how many private frames have something to do, and whether offered is the job
	// of a frame that has.
	pending(offered *Task) (private int, is bool)
	// scrub clears the places of frames that are gone.
	scrub()
}

// core is the part of a context that does not depend on the definition's types.
type core struct {
	poll *uint32 // the worker's, or never
	w    *Worker
	frames
	end  int  // scratch space of oldest
	used bool // it is in forks.used
}

// checkTaken panics if the fast path has taken a frame that has a job. That happens when a
// handle is joined twice, and another frame now stands at its index.
func (c *core) checkTaken(height int) {
	if c.promoted() > height {
		panic(misjoined)
	}
}

const misjoined = "pool: joined twice, or not in the order of nesting, or forked by another task"

// segment is a run of frames of one context, from a position on. They are newer than the frames
// of the segments before it. A segment may also be a fence.
type segment struct {
	of    *core // nil for a fence
	start int

	// Only for a fence: the task that runs from here on.
	task    *Task
	inside  *isolation
	partial bool // the fence separates two parts of one task
	outer   int  // forks.fenced before this fence
}

// settle makes c the current context, whose forks take the fast path. A nil c leaves no context
// current. The newest frame of c starts a segment, unless it continues the last one.
func (f *forks) settle(c *core) {
	if f.current != nil {
		f.current.poll = &never
	}
	f.current = c
	if c == nil {
		return
	}
	if f.depth > f.fenced {
		f.fence(f.scope(), f.inside, true)
		f.current = c
	}
	c.poll = &f.poll
	if !c.used {
		c.used = true
		f.used = append(f.used, c)
	}
	start := c.height() - 1
	for n := len(f.segments); n > 0; n-- {
		s := f.segments[n-1]
		if s.of == nil {
			break
		}
		if s.start < s.of.height() && (s.of != c || s.start < start) {
			if s.of == c {
				return
			}
			break
		}
		f.segments = f.segments[:n-1]
	}
	f.segments = append(f.segments, segment{of: c, start: start})
}

// fence separates the frames of a task, or of a part of it, from those below.
func (f *forks) fence(t *Task, inside *isolation, half bool) {
	f.settle(nil)
	f.segments = append(f.segments, segment{task: t, inside: inside, partial: half, outer: f.fenced})
	f.fenced = f.depth
}

// enterLevel starts the first function of a Join, or the body of a Scope. Frames that are
// forked there need a fence of their own. The first such frame adds it, in settle. Most of
// these functions fork no frame, and so need no fence.
func (f *forks) enterLevel() {
	if f.current != nil {
		f.settle(nil)
	}
	f.depth++
}

// leaveLevel ends a level that enterLevel started at this depth, and drops its remaining
// frames.
func (f *forks) leaveLevel(depth int) {
	f.depth = depth
	if f.fenced > depth {
		f.abandon()
	}
}

// abandon drops the newest fence, and the frames that the running task, or a part of it, has
// left above it.
func (f *forks) abandon() {
	f.settle(nil)
	for n := len(f.segments) - 1; ; n-- {
		s := f.segments[n]
		if s.of == nil {
			f.segments, f.fenced = f.segments[:n], s.outer
			return
		}
		if s.start < max(s.of.height(), s.of.promoted()) {
			s.of.frames.cut(s.start)
		}
		f.segments = f.segments[:n]
	}
}

// bottom returns the position in a context at which the frames of the running task begin. In an
// isolated part of the task, it is the position at which the frames of that part begin.
func (f *forks) bottom(of *core) int {
	base := of.height()
	for n := len(f.segments) - 1; n >= 0 && (f.segments[n].of != nil || f.segments[n].partial); n-- {
		if f.segments[n].of == of {
			base = min(base, f.segments[n].start)
		}
	}
	return base
}

// promote publishes the oldest unpublished frame, and reports whether it did. If there is none,
// the request stays set.
func (f *forks) promote(r *recorder) bool {
	i, fence := f.oldest()
	if i < 0 {
		return false
	}
	atomic.AndUint32(&f.poll, ^request) //tla:Promotion.ClearRequest
	if f.slot.Load() != nil {           //tla:Promotion.ReadSlot
		return false
	}
	f.publish(i, fence, r)
	return true
}

// offer is promote without a request: the owner will not poll for a while.
func (f *forks) offer(r *recorder) bool {
	if i, fence := f.oldest(); i >= 0 && f.slot.Load() == nil { //tla:Promotion.ReadSlot
		f.publish(i, fence, r)
		return true
	}
	return false
}

// blocks tells the frames that the worker blocks. What they hold, others can get only from them.
func (f *forks) blocks() {
	for _, c := range f.used {
		c.frames.blocks(f.elements)
	}
}

// publish turns the oldest frame into a job in the slot. That frame is in segment i, above
// fence. The recorder comes first, so that in a trace the promotion precedes the steal.
func (f *forks) publish(i int, fence segment, r *recorder) {
	f.published++
	r.counted.promotions.add()
	r.instant("promotion", "", nil)
	f.slot.Store(f.segments[i].of.frames.promote(fence.task, fence.inside)) //tla:Promotion.Publish
	f.sleepers.notify(fence.task.root, computes)
}

// oldest returns the first segment that has a frame without a job, and the fence below it, or
// -1. The frames of a segment end where the next segment of the same context begins. In between
// there may be a stale segment: its frames are gone, and it starts higher.
func (f *forks) oldest() (int, segment) {
	for _, s := range f.segments {
		if s.of != nil {
			s.of.end = s.of.height()
		}
	}
	first, fence := -1, segment{}
	for i := len(f.segments) - 1; i >= 0; i-- {
		s := &f.segments[i]
		if s.of == nil {
			if first > i && fence.task == nil {
				fence = *s
			}
			continue
		}
		if promoted := s.of.promoted(); promoted >= s.start && promoted < s.of.end {
			first, fence = i, segment{}
		}
		s.of.end = min(s.of.end, s.start)
	}
	return first, fence
}

// within reports whether a task of the root runs or waits on the worker's goroutine.
func (f *forks) within(root *Task) bool {
	for _, s := range f.segments {
		if s.of == nil && s.task.root == root {
			return true
		}
	}
	return false
}

// deepest is the largest depth of nesting for which a worker keeps its lists when it scrubs. After a deeper
// recursion, clearing the lists would take long at each scrub: a millisecond for a million Joins.
const deepest = 1000

// shorten drops lists that a deep recursion has made long. No task is running.
func (f *forks) shorten() {
	if cap(f.levels) > deepest {
		f.levels = nil
	}
	if cap(f.segments) > deepest && len(f.segments) == 0 {
		f.segments = nil
	}
}

// scrub clears references to frames and tasks that are gone.
func (f *forks) scrub() {
	for i, c := range f.used {
		c.frames.scrub()
		c.used, f.used[i] = false, nil
	}
	f.used = f.used[:0]
	clear(f.levels)
	clear(f.segments[len(f.segments):cap(f.segments)])
}

// inSlot is the part of pending that says that the frame in the slot counts, too.
const inSlot uint64 = 1 << 31

// pending returns the number of frames that nobody has begun, without the one in the slot, and
// inSlot if that one counts, too.
func (f *forks) pending() (n uint64) {
	offered := f.slot.Load() //tla:- only this worker fills it
	for _, c := range f.used {
		private, is := c.frames.pending(offered)
		n += uint64(private)
		if is {
			n |= inSlot
		}
	}
	return n
}
