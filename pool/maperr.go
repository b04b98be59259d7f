package pool

import "context"

// MapErr is [Map] with a function that may fail. The first error ends the call, as in
// [ForEachErr]. If MapErr returns an error, the slice is nil.
func MapErr[T, U any](ctx context.Context, x Executor, in []T, f func(w *Worker, v T) (U, error), opts ...LoopOption) ([]U, error) {
	if f == nil {
		panic("pool: a nil function")
	}
	out := make([]U, len(in))
	err := ForEachErr(ctx, x, len(in), func(w *Worker, i int) (err error) {
		out[i], err = f(w, in[i])
		return err
	}, opts...)
	if err != nil {
		return nil, err
	}
	return out, nil
}
