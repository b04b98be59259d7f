package pool

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// For divides the indices 0 to n-1 into ranges, and calls body once for each range. Idle workers
// join in: each takes half of another worker's remaining range, when that worker is between two
// calls. body must process the indices lo to hi-1:
//
//	err := pool.For(ctx, p, len(s), func(lo, hi int) {
//		for i := lo; i < hi; i++ {
//			s[i] *= 2
//		}
//	})
//
// For returns when all ranges are done. From outside it waits for a place in the queue first.
// In a task, x should be the worker of that task. That worker then works on the loop as a part
// of the task.
//
// If the context ends, or the pool is closed, For returns the error that [Run] returns. Some
// ranges are not done then. If body panics, For panics with a [PanicError], and drops the
// ranges that have not started. It panics if body is nil or n is negative.
//
// For costs about a microsecond from outside, and 10 to 20 ns for each call of body. It adapts
// the length of the ranges. If an index takes more than some microseconds, a range has one
// index; if indices have been cheap, up to 1,024. If a few neighboring indices may take far
// longer than all others, pass Grain(1), so that these are divided too.
//
// To fork in body, use [ForWorker].
func For(ctx context.Context, x Executor, n int, body func(lo, hi int), opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	return ForWorker(ctx, x, n, func(_ *Worker, lo, hi int) { body(lo, hi) }, opts...)
}

// ForEach is [For] with a body for one index. It costs an additional call for each index, one
// or two nanoseconds.
func ForEach(ctx context.Context, x Executor, n int, body func(i int), opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	return ForWorker(ctx, x, n, func(_ *Worker, lo, hi int) {
		i := lo
		for ; i <= hi-unrolled; i += unrolled {
			body(i)
			body(i + 1)
			body(i + 2)
			body(i + 3)
		}
		for ; i < hi; i++ {
			body(i)
		}
	}, opts...)
}

// ForWorker is [For] with a body that gets the worker it runs on. So body can fork, or run a
// loop inside the loop.
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
	rest  atomic.Pointer[rest] // nil until a call of body blocks
	first stint                // of the task that begins the loop
}

func (l *loop) compute(c *Ctx[part, any], lo, hi int) any {
	l.first = *l.stint()
	l.first.run(c, lo, hi)
	return nil
}

// stint is what one task does of a loop. The frames that it forks refer to it.
type stint struct {
	*loop
	body  func(w *Worker, lo, hi int) // that of the loop
	pace  pace
	given int // the indices from here on are in rest, or in promoted frames
}

func (l *loop) stint() *stint {
	return &stint{loop: l, body: l.body, pace: newPace(l.grain), given: math.MaxInt}
}

// compute does a part that another stint has forked.
func (s *stint) compute(c *Ctx[part, any], lo, hi int) any {
	s.loop.stint().run(c, lo, hi)
	return nil
}

func (s *stint) run(c *Ctx[part, any], lo, hi int) {
	if r := s.rest.Load(); r != nil {
		r.add(lo, hi)
	} else if lo < hi {
		s.divide(c, lo, hi)
	}
	s.takeRest(c)
}

// divide does the first half, and then the second half unless another worker has taken it. So
// the oldest frame, which is stolen next, is always the largest.
func (s *stint) divide(c *Ctx[part, any], lo, hi int) {
	p := &s.pace
	for hi-lo > p.grain {
		mid := lo + (hi-lo)/2
		h := c.Fork(part{s, mid, hi})
		s.divide(c, lo, mid)
		if !c.Take(h) {
			s.takeRest(c)
			c.Await(h)
			return
		}
		lo = mid
	}
	if s.state.Load() != 0 && s.stops(lo) {
		return
	}
	if !p.timed() {
		s.body(c.Worker(), lo, hi)
		return
	}
	begun := time.Now()
	s.body(c.Worker(), lo, hi)
	p.took(hi-lo, begun)
}

// stops reports whether the stint does no index from lo on.
func (s *stint) stops(lo int) bool {
	if s.failed() {
		s.pace.stop()
		return true
	}
	return lo >= s.given
}
