package pool

import (
	"context"
	"iter"
	"sync/atomic"
)

// ahead is how many elements of a sequence may wait for each worker. The producer's worker falls
// idle for others only if one element takes as long as that many.
const ahead = 32

// ForSeq calls body for the elements of a sequence, at the same time if workers are idle. One
// worker runs the sequence. If 32 elements for each worker wait to start, that worker calls body
// itself. So even an endless sequence fills no memory. body is not called in the order of the
// elements.
//
// The first error of body ends the loop as in [ForEachErr]. If that or the context ends the loop, the
// sequence is stopped when it next yields. A sequence that blocks occupies its worker; let it
// end with ctx. ForSeq returns the context's cause then. If the sequence or body panics, ForSeq panics
// with a [PanicError].
//
// An element costs three allocations and some 200 ns. For a slice, use [ForEachErr].
func ForSeq[T any](ctx context.Context, x Executor, seq iter.Seq[T], body func(w *Worker, v T) error) error {
	if seq == nil || body == nil {
		panic("pool: a nil function")
	}
	_, err := Run(ctx, x, func(w *Worker) (none struct{}, err error) {
		most := int64(ahead * w.state.options.Workers)
		var waiting atomic.Int64
		return none, w.Group(func(g *Group) error {
			for v := range seq {
				if err := w.Err(); err != nil {
					return err // the group returns its own cause
				}
				if waiting.Load() >= most {
					if err := body(w, v); err != nil {
						return err
					}
					continue
				}
				waiting.Add(1)
				g.Go(w, func(w *Worker) error {
					waiting.Add(-1)
					return body(w, v)
				})
			}
			return nil
		})
	})
	return err
}
