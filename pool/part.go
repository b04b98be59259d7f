package pool

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
}

var parts = Define(func(c *Ctx[part, any], p part) any {
	return p.of.compute(c, p.lo, p.hi)
})
