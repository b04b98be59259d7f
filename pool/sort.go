package pool

import (
	"cmp"
	"context"
	"slices"
)

// Sort sorts a slice in ascending order, as [slices.Sort] does: in place, and not
// stable; NaNs come first. It is a quicksort whose parts are sorted at the same time as
// far as workers are idle, down to parts of some thousand elements, or as many as
// [Grain] says, but 16 at least, which slices.Sort sorts.
//
// It takes O(n log n) steps on random slices, and O(n) on sorted ones and on those that are in the opposite order, without equal elements. Where the pivots
// are bad too often, as they can be made on purpose, it leaves the part to slices.Sort,
// whose worst case is O(n log n). The first division is done by one worker, so that two
// workers are not quite twice as fast. It allocates nothing for the elements.
//
// It waits, and panics, as [For]. If it returns an error, or panics, the slice has still
// all its elements, in some order.
func Sort[T cmp.Ordered](ctx context.Context, x Executor, s []T, opts ...LoopOption) error {
	q := &quicksort[T]{s: s, sorted: slices.IsSorted[[]T], reversed: reversed[T], sort: slices.Sort[[]T], split: split[T]}
	return q.run(ctx, x, opts)
}

// SortFunc is [Sort] in the order of compare, as [slices.SortFunc]: not stable, and
// compare is to be a strict weak ordering. If it is not, the slice has all its elements
// in some order. Several workers call it at the same time. If it panics, so does
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
		if !(s[i] < s[i-1]) { // a NaN is not
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
