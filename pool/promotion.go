package pool

import "sync/atomic"

// The typed tier keeps forked frames on private stacks, one for each definition and
// worker. Only when an idle worker has set request in poll is the oldest frame of
// all turned into a job and published in slot, where others can claim it: lazy
// promotion. The protocol is tla/pool/Promotion.tla.

// The bits of Worker.poll.
const (
	request uint32 = 1 << iota // publish a frame
	cancel                     // look whether what runs is cancelled
)

// never is what a context polls whose forks are to take the slow path.
var never uint32 = 1

// frames is the stack of frames of a definition on a worker.
type frames interface {
	// promote turns the oldest frame that has no job into one, for a task.
	promote(scope *Task, inside *isolation) *Task
	// cut drops the frames from a position on.
	cut(from int)
	// scrub drops what the stack keeps of frames that are gone.
	scrub()
}

// core is what the contexts of all definitions have.
type core struct {
	poll     *uint32 // the worker's, or never
	w        *Worker
	frames   frames
	height   func() int // how many frames there are
	promoted func() int // how many of them, the oldest ones, have a job
	end      int        // see oldest
	used     bool       // since the last scrub
}

// segment is a run of frames that are newer than those of the segments before it:
// those of one context, from a position on, or a fence.
type segment struct {
	of    *core // nil: a fence
	start int

	// Of a fence: what runs from here on.
	task   *Task
	inside *isolation
	half   bool // it is a part of the task of the fence before it
	outer  int  // Worker.fenced before it
}

// asked is the slow path of a fork: something is to be done for others, or the
// context is not the one that forked last.
func (c *core) asked() {
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

// checkTaken panics if the fast path has taken a frame that has a job: by a handle that
// was joined before, and that happens to be where that frame stands.
func (c *core) checkTaken(height int) {
	if c.promoted() > height {
		panic(misjoined)
	}
}

const misjoined = "pool: joined twice, or not in the order of nesting, or forked by another task"

// answer does what others have asked for.
func (w *Worker) answer() {
	asked := atomic.LoadUint32(&w.poll) //tla:Promotion.Poll
	if asked&request != 0 {
		w.promote()
	}
	if asked&cancel != 0 {
		w.stopIfCancelled()
	}
}

// stopIfCancelled panics if what runs is cancelled, after cancel was found set.
func (w *Worker) stopIfCancelled() {
	if f := w.cancelled(); f != nil {
		f.rethrow()
	}
}

// cancelled returns why what runs is cancelled, after cancel was found set, or nil. If it is,
// that stays set: who recovers is told again when it next forks or joins.
func (w *Worker) cancelled() *failure {
	atomic.AndUint32(&w.poll, ^cancel) //tla:- cancellation
	w.missed = true                    // it may be for a task that waits below, too
	f := w.pool.cause(w.scope())
	if f != nil {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
	return f
}

// again has the tasks that waited below a task that is over look, too, whether they
// are cancelled.
func (w *Worker) again() {
	if w.missed = w.missed && w.task != nil; w.missed {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
}

// settle makes a context the one whose forks take the fast path, or none. The
// newest frame of the context begins a segment, unless it continues the last one.
func (w *Worker) settle(c *core) {
	if w.current != nil {
		w.current.poll = &never
	}
	w.current = c
	if c == nil {
		return
	}
	if w.depth > w.fenced {
		w.fence(w.scope(), w.inside, true)
		w.current = c
	}
	c.poll = &w.poll
	if !c.used {
		c.used = true
		w.used = append(w.used, c)
	}
	start := c.height() - 1
	for n := len(w.segments); n > 0; n-- {
		s := w.segments[n-1]
		if s.of == nil {
			break
		}
		if s.start < s.of.height() && (s.of != c || s.start < start) {
			if s.of == c {
				return
			}
			break
		}
		w.segments = w.segments[:n-1]
	}
	w.segments = append(w.segments, segment{of: c, start: start})
}

// fence separates the frames of a task, or of a part of it, from those below.
func (w *Worker) fence(t *Task, inside *isolation, half bool) {
	w.settle(nil)
	w.segments = append(w.segments, segment{task: t, inside: inside, half: half, outer: w.fenced})
	w.fenced = w.depth
}

// nest begins the first half of a Join, or the body of a Scope. Of frames that are forked
// there it has to be known: the first one gets a fence of its own, in settle. So most halves,
// which fork none, do without.
func (w *Worker) nest() {
	if w.current != nil {
		w.settle(nil)
	}
	w.depth++
}

// unnest ends what nest has begun, at this depth, and drops the frames that it has left.
func (w *Worker) unnest(depth int) {
	w.depth = depth
	if w.fenced > depth {
		w.abandon()
	}
}

// abandon drops the frames that the running task, or a part of it, has left, and its fence.
func (w *Worker) abandon() {
	w.settle(nil)
	for n := len(w.segments) - 1; ; n-- {
		s := w.segments[n]
		if s.of == nil {
			w.segments, w.fenced = w.segments[:n], s.outer
			return
		}
		if s.start < max(s.of.height(), s.of.promoted()) {
			s.of.frames.cut(s.start)
		}
		w.segments = w.segments[:n]
	}
}

// bottom is where the frames of the running task, or isolated part of it, begin in a context.
func (w *Worker) bottom(of *core) int {
	base := of.height()
	for n := len(w.segments) - 1; n >= 0 && (w.segments[n].of != nil || w.segments[n].half); n-- {
		if w.segments[n].of == of {
			base = min(base, w.segments[n].start)
		}
	}
	return base
}

// promote publishes the oldest frame that is not published yet. If there is none, the
// request stands.
func (w *Worker) promote() {
	i, fence := w.oldest()
	if i < 0 {
		return
	}
	atomic.AndUint32(&w.poll, ^request) //tla:Promotion.ClearRequest
	if w.slot.Load() != nil {           //tla:Promotion.ReadSlot
		return
	}
	w.publish(i, fence)
}

// publish makes the oldest frame, which is in a segment after a fence, a job that others
// can claim.
func (w *Worker) publish(i int, fence segment) {
	w.counted.promotions.add()
	w.tells("promotion", "", nil)
	w.slot.Store(w.segments[i].of.frames.promote(fence.task, fence.inside)) //tla:Promotion.Publish
	w.pool.lot.notify(fence.task.root, computes)
}

// oldest returns the first segment that has a frame without a job, and the fence before
// it; or -1. The frames of a segment end where those of a later one of the same context begin.
// One that is left of frames that are gone may stand between them, and begin higher.
func (w *Worker) oldest() (int, segment) {
	for _, s := range w.segments {
		if s.of != nil {
			s.of.end = s.of.height()
		}
	}
	first, fence := -1, segment{}
	for i := len(w.segments) - 1; i >= 0; i-- {
		s := &w.segments[i]
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
