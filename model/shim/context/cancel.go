package context

import (
	"context"
	"slices"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// canceler is a child to cancel with its parent.
type canceler interface {
	cancel(removeFromParent bool, err, cause error)
}

// cancelKey is the key for which a cancelCtx returns itself.
var cancelKey int

// cancelCtx is a context that can be canceled.
type cancelCtx struct {
	context.Context // the parent

	parent   *cancelCtx // cancels this one; nil if there is none
	mu       sync.Mutex // protects children and cause
	children []canceler
	cause    error
	err      atomic.Pointer[error]
	site     uint32        // where it was made
	done     chan struct{} // nil until Done is called
	canceled bool          // err is set
	detach   func() bool   // from a parent with a method AfterFunc
}

var served = engine.Served{In: "the end", Of: "the context"}

// Done makes the channel at its first call. That is no step: it makes no difference whether the channel is
// made before or after the context is canceled.
func (c *cancelCtx) Done() <-chan struct{} {
	real := !engine.On()
	if real {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	if c.done == nil {
		c.done = channel.MadeFor(c.site, make(chan struct{}), &served)
		if c.canceled {
			if !real {
				c.mu.Lock() // what was done before the cancellation comes before what follows
				c.mu.Unlock()
			}
			channel.Close(0, c.done)
		}
	}
	return c.done
}

func (c *cancelCtx) Err() error {
	err := c.err.Load()
	if err == nil {
		says("Err() is nil")
		return nil
	}
	says("Err() is " + (*err).Error())
	return *err
}

func (c *cancelCtx) Value(key any) any {
	if key == &cancelKey {
		return c
	}
	return c.Context.Value(key)
}

// says describes the step just done.
func says(words string) {
	if engine.On() {
		engine.Says(words)
	}
}

// afterFuncer is a foreign context with a callback.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// follow cancels child when its parent is canceled. Child is c or contains it.
func (c *cancelCtx) follow(parent context.Context, child canceler) {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	c.Context = parent
	c.site = engine.Announced()
	if p := above(parent); p != nil {
		c.parent = p
		p.mu.Lock()
		if err := p.err.Load(); err != nil {
			child.cancel(false, *err, p.cause)
		} else {
			p.children = append(p.children, child)
		}
		p.mu.Unlock()
		return
	}
	done := parent.Done()
	if done == nil {
		return
	}
	if channel.Select(0, true, channel.In(0, done)) == 0 {
		child.cancel(false, parent.Err(), Cause(parent))
		return
	}
	if a, is := parent.(afterFuncer); is {
		detach := a.AfterFunc(func() { child.cancel(false, parent.Err(), Cause(parent)) })
		c.mu.Lock()
		c.detach = detach
		c.mu.Unlock()
		return
	}
	spawn(0, func() { c.watch(done, child) })
}

// spawn starts f on a goroutine, or on a thread of the execution.
func spawn(site uint32, f func()) {
	if engine.On() {
		engine.Spawn(site, f)
		return
	}
	engine.GoOutside(0, f)
}

// watch cancels child when a parent of another type is canceled.
func (c *cancelCtx) watch(ended <-chan struct{}, child canceler) {
	if engine.On() {
		engine.Background()
	}
	if channel.Select(0, false, channel.In(0, ended), channel.In(0, c.Done())) == 0 {
		child.cancel(false, c.Context.Err(), Cause(c.Context))
	}
}

func (c *cancelCtx) cancel(removeFromParent bool, err, cause error) {
	if cause == nil {
		cause = err
	}
	c.mu.Lock()
	if c.err.Load() != nil {
		says("the context has ended already")
		c.mu.Unlock()
		return
	}
	c.err.Store(&err)
	if says("ends the context: " + err.Error()); cause != err {
		says("ends the context: " + err.Error() + ", cause " + cause.Error())
	}
	c.cause = cause
	if c.canceled = true; c.done != nil {
		channel.Close(0, c.done)
	}
	for _, child := range c.children {
		child.cancel(false, err, cause)
	}
	c.children = nil
	c.mu.Unlock()
	if removeFromParent {
		c.leave(c)
	}
}

// leave removes child from its parent.
func (c *cancelCtx) leave(child canceler) {
	if c.detach != nil {
		c.detach()
		return
	}
	p := c.parent
	if p == nil {
		return
	}
	p.mu.Lock()
	p.children = slices.DeleteFunc(p.children, func(other canceler) bool { return other == child })
	p.mu.Unlock()
}

// WithCancel is [context.WithCancel].
func WithCancel(parent context.Context) (ctx context.Context, cancel context.CancelFunc) {
	c := newCancel(parent)
	return c, func() { c.cancel(true, context.Canceled, nil) }
}

// WithCancelCause is [context.WithCancelCause].
func WithCancelCause(parent context.Context) (ctx context.Context, cancel context.CancelCauseFunc) {
	c := newCancel(parent)
	return c, func(cause error) { c.cancel(true, context.Canceled, cause) }
}

func newCancel(parent context.Context) *cancelCtx {
	c := &cancelCtx{}
	c.follow(parent, c)
	return c
}

// Cause is [context.Cause].
func Cause(ctx context.Context) error {
	err := ctx.Err()
	c, is := ctx.Value(&cancelKey).(*cancelCtx)
	switch {
	case err != nil && !is:
		return context.Cause(ctx)
	case !is:
		return nil
	case err == nil:
		says("the cause is nil")
		return nil
	}
	says("") // the cause says more
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause != nil {
		err = c.cause
	}
	says("the cause is " + err.Error())
	return err
}
