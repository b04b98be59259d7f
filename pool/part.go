package pool

import "sync/atomic"

// part is a range of elements of one call of For, Reduce or Sort, and the argument of their
// tasks. All share one type: a definition costs every worker a stack, and a generic function
// cannot keep a definition of its own.
type part struct {
	of     divided
	lo, hi int
}

// divided is a call of For, Reduce or Sort. It computes a part of itself as a task.
type divided interface {
	compute(c *Ctx[part, any], lo, hi int) any
	fails()
}

// division records whether a part of the call has panicked. If so, the other parts are not
// needed, since no task of the call recovers. A loop also records whether it has a rest, so that one
// load tells whether a part may go on without a closer look.
type division struct{ state atomic.Uint32 }

const (
	broken uint32 = 1 << iota
	hasRest
)

func (d *division) fails() { d.state.Or(broken) }

func (d *division) failed() bool { return d.state.Load()&broken != 0 }

var parts = Define(func(c *Ctx[part, any], p part) any {
	ended := false
	defer func() {
		if !ended {
			p.of.fails()
		}
	}()
	result := p.of.compute(c, p.lo, p.hi)
	ended = true
	return result
})
