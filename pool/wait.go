package pool

import (
	"context"
	"sync"

	"github.com/stealproof/stealproof/internal/park"
)

// wait waits for a task as one who is no worker. If the context may end before, there has to
// be a place to leave the parker.
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

// parkerOf returns a parker, which may have a permit left, of who was on the way to wake
// somebody that did not wait for it. Each pool keeps its own: what was made in a bubble of
// synctest must not be used outside.
func parkerOf(parkers *sync.Pool) *park.Parker {
	if p, ok := parkers.Get().(*park.Parker); ok {
		return p
	}
	return park.New()
}
