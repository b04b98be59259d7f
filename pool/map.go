package pool

import (
	"context"
	"fmt"
)

// Map returns the results of f for all elements, in the order of the elements. It calls f once
// for each element. It waits, divides and panics as [For] does, and also costs the returned
// slice. If it returns an error, the slice is nil.
func Map[T, U any](ctx context.Context, x Executor, in []T, f func(T) U, opts ...LoopOption) ([]U, error) {
	out := make([]U, len(in))
	if err := MapInto(ctx, x, out, in, f, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

// MapInto is [Map] into the slice out. out may be in itself. MapInto allocates nothing for the
// elements. It panics if the lengths of out and in differ. If MapInto returns an error or
// panics, it has written only some elements of out.
func MapInto[T, U any](ctx context.Context, x Executor, out []U, in []T, f func(T) U, opts ...LoopOption) error {
	if f == nil {
		panic("pool: a nil function")
	}
	if len(out) != len(in) {
		panic(fmt.Sprintf("pool: MapInto of %d elements into %d", len(in), len(out)))
	}
	return For(ctx, x, len(in), func(lo, hi int) {
		in, out := in[lo:hi], out[lo:hi]
		for len(in) >= unrolled && len(out) >= unrolled {
			from, to := in[:unrolled:unrolled], out[:unrolled:unrolled]
			to[0] = f(from[0])
			to[1] = f(from[1])
			to[2] = f(from[2])
			to[3] = f(from[3])
			in, out = in[unrolled:], out[unrolled:]
		}
		for i, v := range in {
			out[i] = f(v)
		}
	}, opts...)
}
