package pool

import (
	"context"
	"math"
	"time"
)

// Reduce folds a slice from left to right: f(...f(f(zero, in[0]), in[1])..., in[n-1]). If
// another worker takes a part of the slice, it folds that part from zero. combine then joins
// the result of a left part with that of the part to its right.
//
// The result is that of the plain loop under three conditions. combine must be associative.
// Combining with zero must change nothing. Folding x into r must equal combining r with f(zero,
// x). combine need not be commutative.
//
// Several parts use zero at the same time. If zero is a map, a pointer or a slice with spare
// capacity, f must not write to it.
//
// Which workers are idle decides where the slice is cut. Addition of floating-point numbers is
// not quite associative, so sums may differ a little from run to run. With [Grain] they do not
// differ: Reduce then always cuts in halves, down to parts that are no longer than the grain.
// That costs a call of combine for each fork, stolen or not.
//
// Reduce waits, divides and panics as [For] does. It allocates one R for each stolen part.
func Reduce[T, R any](ctx context.Context, x Executor, in []T, zero R, f func(R, T) R, combine func(R, R) R, opts ...LoopOption) (R, error) {
	if f == nil || combine == nil {
		panic("pool: a nil function")
	}
	return reduce(ctx, x, &reduction[T, R]{in: in, zero: zero, f: f, combine: combine, grain: grainOf(opts)})
}

// ReduceParts is [Reduce] with a loop in place of the function for one element. fold folds a part
// of the slice into acc. The part is never empty. Reduce calls a function for each element, which
// costs 1 to 2 ns. Here the compiler can inline the loop's body. Without [Grain], a part has at most
// 8,192 elements. A part of Reduce has at most 1,024.
//
// fold must not keep or change the part. Cutting a part in two and folding both, one after the
// other, must give the same result. The other conditions are those of Reduce, and so are the
// waits, the panics and the allocations.
func ReduceParts[T, R any](ctx context.Context, x Executor, in []T, zero R, fold func(acc R, part []T) R, combine func(R, R) R, opts ...LoopOption) (R, error) {
	if fold == nil || combine == nil {
		panic("pool: a nil function")
	}
	return reduce(ctx, x, &reduction[T, R]{in: in, zero: zero, whole: fold, combine: combine, grain: grainOf(opts)})
}

func reduce[T, R any](ctx context.Context, x Executor, r *reduction[T, R]) (R, error) {
	result, err := parts.Run(ctx, x, part{r, 0, len(r.in)})
	if err != nil {
		var none R
		return none, err
	}
	return *result.(*R), nil
}

// reduction is a call of Reduce. A task's result is a pointer to R: R may be an interface, and
// an any cannot hold the nil of an interface type.
type reduction[T, R any] struct {
	division
	in      []T
	zero    R
	f       func(R, T) R   // of Reduce
	whole   func(R, []T) R // of ReduceParts
	combine func(R, R) R
	grain   int
}

func (r *reduction[T, R]) compute(c *Ctx[part, any], lo, hi int) any {
	var result R
	if r.grain > 0 {
		result = r.halve(c, lo, hi)
	} else {
		p := r.pace()
		result = r.divide(c, &p, r.zero, lo, hi)
	}
	return &result
}

func (r *reduction[T, R]) pace() pace {
	p := newPace(0)
	if r.whole != nil {
		p.most = coarsestFold
	}
	return p
}

// divide folds a range into acc. If the second half was stolen, divide combines its result.
// Otherwise it folds the second half into the result of the first.
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

// halve always combines the two halves, whichever worker has computed them.
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
	if r.whole != nil {
		if lo == hi {
			return acc
		}
		return r.whole(acc, r.in[lo:hi:hi])
	}
	f, in := r.f, r.in[lo:hi]
	for len(in) >= unrolled {
		s := in[:unrolled:unrolled]
		acc = f(acc, s[0])
		acc = f(acc, s[1])
		acc = f(acc, s[2])
		acc = f(acc, s[3])
		in = in[unrolled:]
	}
	for _, v := range in {
		acc = f(acc, v)
	}
	return acc
}
