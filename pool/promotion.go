package pool

import "sync/atomic"

// request is the bit of poll that a thief sets: publish a frame.
const request uint32 = 1

// never is what a context polls whose forks are to take the slow path.
var never uint32 = 1

// frames is a stack of frames of one definition.
type frames interface {
	// promote turns the oldest frame that has no job into one.
	promote() *task
	// cut drops what is above.
	cut(to int)
	core() *core
}

// core is what all contexts have.
type core struct {
	poll     *uint32 // the worker's, or never
	promoted int     // how many of the oldest frames have a job
	height   func() int
	w        *Worker
	of       frames
}

// segment says that from a height on, frames of one definition are newer than those
// of the segments before it.
type segment struct {
	of    *core
	start int
}

// asked is the slow path of a fork: the worker has a request, or the context is not
// the one that forked last.
func (c *core) asked() {
	w := c.w
	if w.current != c {
		w.settle(c)
	}
	if atomic.LoadUint32(&w.poll)&request != 0 {
		w.promote()
	}
}

// settle makes a context the one whose forks take the fast path. Its newest frame
// begins a segment.
func (w *Worker) settle(c *core) {
	if w.current != nil {
		w.current.poll = &never
	}
	w.current = c
	if c == nil {
		return
	}
	c.poll = &w.poll
	start := c.height() - 1
	for n := len(w.segments); n > 0; n-- {
		s := w.segments[n-1]
		if s.start < s.of.height() && s.start < start+1 {
			if s.of == c {
				return
			}
			break
		}
		w.segments = w.segments[:n-1]
	}
	w.segments = append(w.segments, segment{c, start})
}

// forget drops the frames that a task has left.
func (w *Worker) forget(segments int) {
	w.settle(nil)
	for i := len(w.segments) - 1; i >= segments; i-- {
		if s := w.segments[i]; s.start < s.of.height() {
			s.of.of.cut(s.start)
		}
		w.segments[i] = segment{}
	}
	if len(w.segments) > segments {
		w.segments = w.segments[:segments]
	}
}

// promote publishes the oldest frame.
func (w *Worker) promote() {
	atomic.AndUint32(&w.poll, ^request) //tla:Promotion.ClearRequest
	if w.slot.Load() != nil {           //tla:Promotion.ReadSlot
		return
	}
	for _, s := range w.segments {
		if c := s.of; c.promoted < c.height() {
			w.slot.Store(c.of.promote()) //tla:Promotion.Publish
			w.pool.lot.notify()          //tla:Promotion.NotifyClaim
			return
		}
	}
}
