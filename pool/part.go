package pool

import "sync/atomic"

// part is a range of elements of one call of For, Reduce or Sort: what these fork. It
// is one type for all of them, since a definition costs every worker a stack, and a
// generic function cannot keep a definition of its own.
type part struct {
	of     divided
	lo, hi int
}

// divided is such a call. It computes a part of itself as a task.
type divided interface {
	compute(c *Ctx[part, any], lo, hi int) any
	fails()
}

// division is what all such calls have: whether a part has panicked. Then the others are
// not wanted, since nobody recovers between them.
type division struct{ broken atomic.Bool }

func (d *division) fails() { d.broken.Store(true) }

func (d *division) failed() bool { return d.broken.Load() }

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
