package pool

import (
	"context"
	"errors"
	"sync/atomic"
)

// errFound ends a loop that has found what it looks for.
var errFound = errors.New("pool: found")

// Any returns an index i from 0 to n-1 for which f(i) is true, or -1 if there is none. If there
// are several, it returns any of them. Indices that have not started when one is found are left
// out. Any waits for calls of f that run.
//
// If the context ends before an index is found, Any returns -1 and the context's cause. If a call
// of f panics, Any panics with a [PanicError], even if an index was found. It waits, divides and
// costs as [ForEachErr] does.
func Any(ctx context.Context, x Executor, n int, f func(i int) bool, opts ...LoopOption) (int, error) {
	if f == nil {
		panic("pool: a nil function")
	}
	var found atomic.Int64 // the index, plus 1
	err := ForEachErr(ctx, x, n, func(_ *Worker, i int) error {
		if !f(i) {
			return nil
		}
		found.CompareAndSwap(0, int64(i)+1)
		return errFound
	}, opts...)
	if i := found.Load(); i > 0 {
		return int(i - 1), nil
	}
	return -1, err
}
