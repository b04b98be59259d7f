package context

import (
	"context"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// afterFunc is an internal context. When it is canceled, it starts f.
type afterFunc struct {
	cancelCtx
	once sync.Once // runs for either the start of f or a successful stop
	f    func()
}

func (a *afterFunc) cancel(removeFromParent bool, err, cause error) {
	a.cancelCtx.cancel(false, err, cause)
	if removeFromParent {
		a.leave(a)
	}
	a.once.Do(func() { spawn(a.site, a.f) })
}

// AfterFunc is [context.AfterFunc].
func AfterFunc(ctx context.Context, f func()) (stop func() bool) {
	if !engine.On() {
		return context.AfterFunc(ctx, f)
	}
	a := &afterFunc{f: f}
	a.follow(ctx, a)
	return func() bool {
		stopped := false
		a.once.Do(func() { stopped = true })
		if stopped {
			a.cancel(true, context.Canceled, nil)
		}
		return stopped
	}
}
