package pool

import (
	"context"
	"sync"

	"github.com/stealproof/stealproof/internal/park"
)

// wait makes a goroutine that is no worker wait for the task. If the context can end, left must
// not be nil: it keeps the parker if the wait is given up.
func (t *Task) wait(ctx context.Context, parkers *sync.Pool, left *staleWaiters) error {
	if t.isComplete() {
		return nil
	}
	mayEnd := ctx.Done() != nil
	var p *park.Parker
	if mayEnd {
		p = left.reuse()
	}
	if p == nil {
		p = parkerOf(parkers)
		if !t.register(p) {
			parkers.Put(p)
			return nil
		}
	}
	if mayEnd {
		stop := context.AfterFunc(ctx, p.Unpark)
		defer stop()
	}
	for !t.isComplete() {
		if err := ctx.Err(); err != nil {
			left.keep(p)
			return err
		}
		p.Park() //tla:Join.AwaitPark
	}
	parkers.Put(p)
	return nil
}

// parkerOf returns a parker. It may have a permit left, from a late waker of an earlier wait.
// Each pool keeps its own parkers, because one that was made in a synctest bubble must not be
// used outside.
func parkerOf(parkers *sync.Pool) *park.Parker {
	if p, ok := parkers.Get().(*park.Parker); ok {
		return p
	}
	return park.New()
}
