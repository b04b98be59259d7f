package pool

import (
	"context"
	"math/bits"
	"slices"
)

const (
	sortGrain = 2048 // elements that we do not divide ourselves
	smallest  = 16   // elements to choose a pivot from
)

// quicksort is a call of Sort.
type quicksort[T any] struct {
	division
	s     []T
	grain int

	// What Sort and SortFunc do each in their own way, since a comparison by a function
	// takes twice as long.
	sorted   func(s []T) bool
	reversed func(s []T) bool // sorted, and no two equal, in the other order
	sort     func(s []T)

	// split puts those that are smaller than some pivot first, then those that are in
	// their place already, from lo to hi-1, then the others. No element is smaller than
	// *below, if there is one.
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

// divide sorts a range, and puts up with a number of bad pivots.
//
// It forks the smaller part. So a task, which puts up with as many anew, has at most half
// the elements of the one that forked it, and the steps have a bound: O(n log² n).
func (q *quicksort[T]) divide(c *Ctx[part, any], lo, hi, bad int) {
	for hi-lo > q.grain && bad > 0 {
		if q.failed() {
			return
		}
		s := q.s[lo:hi]
		if q.sorted(s) { // seen not to be after two steps, if s is random
			return
		}
		if q.reversed(s) { // as soon seen not to be
			slices.Reverse(s)
			return
		}
		var below *T
		if lo > 0 {
			below = &q.s[lo-1] // a pivot: the only thing that others leave beside a part
		}
		i, j := q.split(s, below)
		if i == 0 && j > 1 {
			lo += j // those are all equal
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

// pivot returns the index of the median of three medians of three elements of n, which
// are evenly spaced.
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
