package pool

import (
	"context"
	"fmt"
	"math"
	"time"
)

// For calls body for ranges of indices that together are 0 to n-1, each index once, at
// the same time as far as workers are idle and have come: each of them takes half of what
// another one has, while that one is between two ranges. body is to do lo to hi-1:
//
//	err := pool.For(ctx, p, len(s), func(lo, hi int) {
//		for i := lo; i < hi; i++ {
//			s[i] *= 2
//		}
//	})
//
// It returns when all are done. From outside it waits for that, and for a place in the
// queue; in a task x should be the worker of that task, which then works on the loop as a
// part of it. If the context ends, or the pool is closed, it returns the error that [Run]
// returns, and some of the ranges have not been done. If body panics, it panics with a
// [PanicError], and ranges that have not begun are dropped. It panics if body is nil or n
// is negative.
//
// It costs about a microsecond from outside, and then 10 to 20 ns for each call of body.
// Ranges are short where an index takes long: one index, if that takes more than some
// microseconds, but up to 1,024 if it has been cheap so far. Where a few neighbours may
// take very much longer than all others, Grain(1) lets also these be divided.
//
// To fork in body see [ForWorker].
func For(ctx context.Context, x Executor, n int, body func(lo, hi int), opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	return ForWorker(ctx, x, n, func(_ *Worker, lo, hi int) { body(lo, hi) }, opts...)
}

// ForEach is [For] with a body for one index. It costs a call, one or two nanoseconds,
// for each of them.
func ForEach(ctx context.Context, x Executor, n int, body func(i int), opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	return ForWorker(ctx, x, n, func(_ *Worker, lo, hi int) {
		for i := lo; i < hi; i++ {
			body(i)
		}
	}, opts...)
}

// ForWorker is [For] with a body that is told on which worker it runs, so that it can
// fork, or run a loop inside the loop.
func ForWorker(ctx context.Context, x Executor, n int, body func(w *Worker, lo, hi int), opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	if n < 0 {
		panic(fmt.Sprintf("pool: a loop over %d indices", n))
	}
	l := &loop{body: body, grain: grainOf(opts)}
	_, err := parts.Run(ctx, x, part{l, 0, n})
	return err
}

// loop is a call of For.
type loop struct {
	division
	body  func(w *Worker, lo, hi int)
	grain int
}

func (l *loop) compute(c *Ctx[part, any], lo, hi int) any {
	if lo < hi {
		p := newPace(l.grain)
		l.divide(c, &p, lo, hi)
	}
	return nil
}

// divide does the first half and then, if nobody else has it, the second one. So the
// oldest frame, which is the next to be stolen, is always the largest.
func (l *loop) divide(c *Ctx[part, any], p *pace, lo, hi int) {
	for hi-lo > p.grain {
		mid := lo + (hi-lo)/2
		h := c.Fork(part{l, mid, hi})
		l.divide(c, p, lo, mid)
		if !c.Take(h) {
			c.Await(h)
			return
		}
		lo = mid
	}
	if l.failed() {
		p.grain = math.MaxInt // nothing is divided any more
		return
	}
	if !p.timed() {
		l.body(c.Worker(), lo, hi)
		return
	}
	begun := time.Now()
	l.body(c.Worker(), lo, hi)
	p.took(hi-lo, begun)
}
