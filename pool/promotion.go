package pool

import "sync/atomic"

// forks is what a worker has forked and not joined, in the order in which it was forked.
//
// The typed tier keeps frames on private stacks, one for each definition and
// worker. Only when an idle worker has set request in poll is the oldest frame of
// all turned into a job and published in slot, where others can claim it: lazy
// promotion. The protocol is tla/pool/Promotion.tla.
//
// Frames of several definitions lie on top of each other as segments do: a segment has what
// one context has forked until another one forked. A fence stands between the frames of a
// task and those of the task below it. So the oldest frame of all has no job only if no
// older segment has one without, and each frame belongs to the task of the newest fence
// below it.
type forks struct {
	mailbox
	running
	current   *core     // whose forks take the fast path
	used      []*core   // that has been so since the last scrub
	segments  []segment // the order of frames
	fenced    int       // the depth of the newest fence
	published uint64    // frames, in all
	sleepers  *sleepers // whose sleepers are told of what is published
}

// never is what a context polls whose forks are to take the slow path.
var never uint32 = 1

// frames is the stack of frames of a definition on a worker.
type frames interface {
	height() int   // how many frames there are
	promoted() int // how many of them, the oldest ones, have a job
	// promote turns the oldest frame that has no job into one, for a task.
	promote(scope *Task, inside *isolation) *Task
	// cut drops the frames from a position on.
	cut(from int)
	// scrub drops what the stack keeps of frames that are gone.
	scrub()
}

// core is what the contexts of all definitions have.
type core struct {
	poll *uint32 // the worker's, or never
	w    *Worker
	frames
	end  int  // see oldest
	used bool // since the last scrub
}

// checkTaken panics if the fast path has taken a frame that has a job: by a handle that
// was joined before, and that happens to be where that frame stands.
func (c *core) checkTaken(height int) {
	if c.promoted() > height {
		panic(misjoined)
	}
}

const misjoined = "pool: joined twice, or not in the order of nesting, or forked by another task"

// segment is a run of frames that are newer than those of the segments before it:
// those of one context, from a position on, or a fence.
type segment struct {
	of    *core // nil: a fence
	start int

	// Of a fence: what runs from here on.
	task    *Task
	inside  *isolation
	partial bool // it is a part of the task of the fence before it
	outer   int  // Worker.fenced before it
}

// settle makes a context the one whose forks take the fast path, or none. The
// newest frame of the context begins a segment, unless it continues the last one.
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

// nest begins the first half of a Join, or the body of a Scope. Of frames that are forked
// there it has to be known: the first one gets a fence of its own, in settle. So most halves,
// which fork none, do without.
func (f *forks) enterLevel() {
	if f.current != nil {
		f.settle(nil)
	}
	f.depth++
}

// unnest ends what nest has begun, at this depth, and drops the frames that it has left.
func (f *forks) leaveLevel(depth int) {
	f.depth = depth
	if f.fenced > depth {
		f.abandon()
	}
}

// abandon drops the frames that the running task, or a part of it, has left, and its fence.
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

// bottom is where the frames of the running task, or isolated part of it, begin in a context.
func (f *forks) bottom(of *core) int {
	base := of.height()
	for n := len(f.segments) - 1; n >= 0 && (f.segments[n].of != nil || f.segments[n].partial); n-- {
		if f.segments[n].of == of {
			base = min(base, f.segments[n].start)
		}
	}
	return base
}

// promote publishes the oldest frame that is not published yet. If there is none, the
// request stands. It reports whether it has.
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

// offer is promote, where nobody has asked: the owner will not poll for a while.
func (f *forks) offer(r *recorder) bool {
	if i, fence := f.oldest(); i >= 0 && f.slot.Load() == nil { //tla:Promotion.ReadSlot
		f.publish(i, fence, r)
		return true
	}
	return false
}

// publish makes the oldest frame, which is in a segment after a fence, a job that others
// can claim. It is recorded first: in a trace it comes before it is stolen.
func (f *forks) publish(i int, fence segment, r *recorder) {
	f.published++
	r.counted.promotions.add()
	r.instant("promotion", "", nil)
	f.slot.Store(f.segments[i].of.frames.promote(fence.task, fence.inside)) //tla:Promotion.Publish
	f.sleepers.notify(fence.task.root, computes)
}

// oldest returns the first segment that has a frame without a job, and the fence before
// it; or -1. The frames of a segment end where those of a later one of the same context begin.
// One that is left of frames that are gone may stand between them, and begin higher.
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

// within reports whether a task of the root runs on the worker's goroutine, or waits there
// below.
func (f *forks) within(root *Task) bool {
	for _, s := range f.segments {
		if s.of == nil && s.task.root == root {
			return true
		}
	}
	return false
}

// scrub drops what is kept of frames and tasks that are gone.
func (f *forks) scrub() {
	for i, c := range f.used {
		c.frames.scrub()
		c.used, f.used[i] = false, nil
	}
	f.used = f.used[:0]
	clear(f.levels)
	clear(f.segments[len(f.segments):cap(f.segments)])
}
