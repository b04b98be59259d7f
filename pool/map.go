package pool

import (
	"context"
	"fmt"
)

// Map returns what f returns for each element, in the order of the elements. f is
// called once for each. It waits, divides and panics as [For], and costs the slice that it
// returns besides. If it returns an error, it returns no slice.
func Map[T, U any](ctx context.Context, x Executor, in []T, f func(T) U, opts ...LoopOption) ([]U, error) {
	out := make([]U, len(in))
	if err := MapInto(ctx, x, out, in, f, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

// MapInto is [Map] into a slice of the caller's, which may be the one that is mapped.
// It allocates nothing for the elements. It panics if out and in are not of the same
// length. If it returns an error, or panics, some elements of out are written and others
// are not.
func MapInto[T, U any](ctx context.Context, x Executor, out []U, in []T, f func(T) U, opts ...LoopOption) error {
	if f == nil {
		panic("pool: a nil function")
	}
	if len(out) != len(in) {
		panic(fmt.Sprintf("pool: MapInto of %d elements into %d", len(in), len(out)))
	}
	return For(ctx, x, len(in), func(lo, hi int) {
		out := out[lo:hi]
		for i, v := range in[lo:hi] {
			out[i] = f(v)
		}
	}, opts...)
}
