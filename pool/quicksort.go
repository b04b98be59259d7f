package pool

import (
	"context"
	"math/bits"
	"slices"
)

const (
	sortGrain = 2048 // parts of so many elements go to slices.Sort
	smallest  = 16   // pivot needs this many elements
)

// quicksort is a call of Sort.
type quicksort[T any] struct {
	division
	s     []T
	grain int

	// Sort and SortFunc have their own versions of these functions, since a comparison
	// through a function takes twice as long.
	sorted   func(s []T) bool
	reversed func(s []T) bool // strictly descending
	sort     func(s []T)

	// split partitions s by a pivot. First come the smaller elements, then, from lo to hi-1,
	// those that are in their final place, and then the others. If below is not nil, no element
	// of s is smaller than *below.
	split func(s []T, below *T) (lo, hi int)
}

func (q *quicksort[T]) run(ctx context.Context, x Executor, opts []LoopOption) error {
	q.grain = grainOf(opts)
	if q.grain == 0 {
		q.grain = sortGrain
	}
	q.grain = max(q.grain, smallest)
	_, err := parts.Run(ctx, x, part{q, 0, len(q.s)})
	return err
}

func (q *quicksort[T]) compute(c *Ctx[part, any], lo, hi int) any {
	q.divide(c, lo, hi, bits.Len(uint(hi-lo)))
	return nil
}

// divide sorts a range. After a number of bad pivots it leaves the rest to q.sort.
//
// It forks the smaller part, with the full number of bad pivots again. That part has at most
// half the elements, so the number of steps is bounded by O(n log² n).
func (q *quicksort[T]) divide(c *Ctx[part, any], lo, hi, bad int) {
	for hi-lo > q.grain && bad > 0 {
		if q.failed() {
			return
		}
		s := q.s[lo:hi]
		if q.sorted(s) { // a random s fails this after about two steps
			return
		}
		if q.reversed(s) { // a random s fails this as soon
			slices.Reverse(s)
			return
		}
		var below *T
		if lo > 0 {
			below = &q.s[lo-1] // a pivot: other tasks never write beside their parts
		}
		i, j := q.split(s, below)
		if i == 0 && j > 1 {
			lo += j // all of these are equal
			continue
		}
		if min(i, len(s)-j) < len(s)/8 {
			bad--
		}
		small, large := part{q, lo, lo + i}, part{q, lo + j, hi}
		if i > len(s)-j {
			small, large = large, small
		}
		h := c.Fork(small)
		q.divide(c, large.lo, large.hi, bad)
		if !c.Take(h) {
			c.Await(h)
			return
		}
		lo, hi = small.lo, small.hi
	}
	if !q.failed() {
		q.sort(q.s[lo:hi])
	}
}

// pivot returns the index of the median of three medians. Each is the median of three elements,
// and the nine elements are evenly spaced.
func pivot(n int, less func(i, j int) bool) int {
	median := func(a, b, c int) int {
		if less(b, a) {
			a, b = b, a
		}
		if !less(c, b) {
			return b
		}
		if less(c, a) {
			return a
		}
		return c
	}
	at := func(i int) int { return n / 10 * i }
	return median(median(at(1), at(2), at(3)), median(at(4), at(5), at(6)), median(at(7), at(8), at(9)))
}
