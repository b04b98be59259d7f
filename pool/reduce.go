package pool

import (
	"context"
	"math"
	"time"
)

// Reduce folds a slice, from left to right: f(...f(f(zero, in[0]), in[1])..., in[n-1]).
// Where another worker takes a part of the slice, that is folded from zero on its own,
// and combine joins the result of what is to the left with that of what is to the right.
// So it returns what the plain loop returns if that does not depend on where the slice
// is cut: combine is associative, zero changes nothing, and folding x into r is the same
// as combining r with x folded into zero. It need not be commutative.
//
// zero is used for several parts, at the same time. If it is a map, a pointer or a slice
// with room to append, f must not write to it.
//
// Where it is cut depends on who is idle when. For floating-point numbers, where sums
// are not quite associative, the result may thus differ a little from run to run. With
// [Grain] it does not: then the slice is always cut in the same places, in halves as
// long as these are longer than the grain, at the cost of one more combine for each
// fork.
//
// It waits, divides and panics as [For], and allocates one R for each part that is
// stolen.
func Reduce[T, R any](ctx context.Context, x Executor, in []T, zero R, f func(R, T) R, combine func(R, R) R, opts ...LoopOption) (R, error) {
	if f == nil || combine == nil {
		panic("pool: a nil function")
	}
	r := &reduction[T, R]{in: in, zero: zero, f: f, combine: combine, grain: grainOf(opts)}
	result, err := parts.Run(ctx, x, part{r, 0, len(in)})
	if err != nil {
		var none R
		return none, err
	}
	return *result.(*R), nil
}

// reduction is a call of Reduce. The result of a task is a pointer, because R may be an
// interface, whose nil an any cannot hold.
type reduction[T, R any] struct {
	division
	in      []T
	zero    R
	f       func(R, T) R
	combine func(R, R) R
	grain   int
}

func (r *reduction[T, R]) compute(c *Ctx[part, any], lo, hi int) any {
	var result R
	if r.grain > 0 {
		result = r.halve(c, lo, hi)
	} else {
		p := newPace(0)
		result = r.divide(c, &p, r.zero, lo, hi)
	}
	return &result
}

// divide folds a range into acc. It combines only where the second half was stolen;
// otherwise that is folded into the result of the first one.
func (r *reduction[T, R]) divide(c *Ctx[part, any], p *pace, acc R, lo, hi int) R {
	for hi-lo > p.grain {
		mid := lo + (hi-lo)/2
		h := c.Fork(part{r, mid, hi})
		acc = r.divide(c, p, acc, lo, mid)
		if !c.Take(h) {
			return r.combine(acc, *c.Await(h).(*R))
		}
		lo = mid
	}
	if r.failed() {
		p.grain = math.MaxInt // nothing is divided any more
		return acc
	}
	if !p.timed() {
		return r.fold(acc, lo, hi)
	}
	begun := time.Now()
	acc = r.fold(acc, lo, hi)
	p.took(hi-lo, begun)
	return acc
}

// halve combines the halves whoever has computed them.
func (r *reduction[T, R]) halve(c *Ctx[part, any], lo, hi int) R {
	if r.failed() {
		return r.zero
	}
	if hi-lo <= r.grain {
		return r.fold(r.zero, lo, hi)
	}
	mid := lo + (hi-lo)/2
	h := c.Fork(part{r, mid, hi})
	first := r.halve(c, lo, mid)
	if c.Take(h) {
		return r.combine(first, r.halve(c, mid, hi))
	}
	return r.combine(first, *c.Await(h).(*R))
}

func (r *reduction[T, R]) fold(acc R, lo, hi int) R {
	f := r.f
	for _, v := range r.in[lo:hi] {
		acc = f(acc, v)
	}
	return acc
}
