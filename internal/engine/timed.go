package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// This file has what a timer does to its channel. Its methods may be called only under the scheduler.

// Put is a step. If the timer is set, it puts v into the buffer, unless that is full. It reports whether
// it has done so.
func (c *Channel) Put(v any, set func() bool) bool {
	e := active
	e.before(strategy.Write, c.pointer, nil, 0)
	if !set() || len(c.Holds) == c.Capacity {
		e.doing.onlyRead()
		return false
	}
	Describe(sends)
	c.sends(e, e.current().id, v)
	return true
}

// Missed is the step of a timer that was set or stopped before it fired. It changes nothing. But the
// timer might have fired first, so the step depends on the one that came before it.
func (c *Channel) Missed() {
	active.before(strategy.Read, c.pointer, nil, 0)
	Describe(isLate)
}

// Drop is a step that empties the buffer. It calls then, which is part of the step, with the number of
// values that were there.
func (c *Channel) Drop(then func(held int) (changed bool)) {
	e := active
	e.before(strategy.Write, c.pointer, nil, 0)
	held := len(c.Holds)
	for range held {
		c.receives(e, e.current().id)
	}
	if !then(held) && held == 0 {
		e.doing.onlyRead()
	}
}

// room is the gate of a ticker: its buffer is empty, or it is stopped.
type room struct {
	c    *Channel
	stop func() bool
}

// Ready implements [Gate].
func (r *room) Ready(int) bool { return len(r.c.Holds) < r.c.Capacity || r.stop() }

// WaitForRoom is a step that waits until the buffer is not full, or stop returns true. A tick that finds
// the buffer full changes nothing, so a ticker waits instead.
func (c *Channel) WaitForRoom(stop func() bool) {
	active.before(strategy.Wait, c.pointer, &room{c, stop}, 0)
	Describe(hasRoom)
}

// Announced returns the site of the next step, or 0.
func Announced() uint32 {
	if active == nil {
		return 0
	}
	return active.announced.site
}
