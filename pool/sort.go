package pool

import (
	"cmp"
	"context"
	"slices"
)

// Sort sorts a slice in place, in ascending order, as [slices.Sort] does. It is not stable, and
// NaNs come first. It is a quicksort whose parts are sorted at the same time by idle workers.
// slices.Sort sorts parts of up to 2,048 elements, or as many as [Grain] says, but at least 16.
//
// Sort takes O(n log n) steps on random slices. It takes O(n) on sorted slices, and on strictly
// descending ones. An adversary can make the pivots bad. If too many are, Sort leaves the part
// to slices.Sort, whose worst case is O(n log n). One worker does the first division, so two
// workers are not quite twice as fast. Sort allocates nothing for the elements.
//
// Sort waits and panics as [For] does. If it returns an error or panics, the slice still has
// all its elements, in some order.
func Sort[T cmp.Ordered](ctx context.Context, x Executor, s []T, opts ...LoopOption) error {
	q := &quicksort[T]{s: s, sorted: slices.IsSorted[[]T], reversed: reversed[T], sort: slices.Sort[[]T], split: split[T]}
	return q.run(ctx, x, opts)
}

// SortFunc is [Sort] in the order of compare, as [slices.SortFunc] is. It is not stable, and
// compare must be a strict weak ordering. If it is not, the slice still has all its elements,
// in some order. Several workers call compare at the same time. If compare panics, so does
// SortFunc.
func SortFunc[T any](ctx context.Context, x Executor, s []T, compare func(a, b T) int, opts ...LoopOption) error {
	if compare == nil {
		panic("pool: a nil function")
	}
	q := &quicksort[T]{
		s:        s,
		sorted:   func(s []T) bool { return slices.IsSortedFunc(s, compare) },
		reversed: func(s []T) bool { return reversedFunc(s, compare) },
		sort:     func(s []T) { slices.SortFunc(s, compare) },
		split:    func(s []T, below *T) (int, int) { return splitFunc(s, below, compare) },
	}
	return q.run(ctx, x, opts)
}

func reversed[T cmp.Ordered](s []T) bool {
	for i := len(s) - 1; i > 0; i-- {
		if !(s[i] < s[i-1]) { // false for a NaN
			return false
		}
	}
	return true
}

func reversedFunc[T any](s []T, compare func(a, b T) int) bool {
	for i := len(s) - 1; i > 0; i-- {
		if compare(s[i], s[i-1]) >= 0 {
			return false
		}
	}
	return true
}
