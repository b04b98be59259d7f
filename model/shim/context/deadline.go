package context

import (
	"context"
	std "time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/time"
)

// timerCtx is a context with a deadline.
type timerCtx struct {
	cancelCtx
	deadline std.Time
	timer    *time.Timer // protected by mu
}

func (c *timerCtx) Deadline() (deadline std.Time, ok bool) { return c.deadline, true }

func (c *timerCtx) cancel(removeFromParent bool, err, cause error) {
	c.cancelCtx.cancel(false, err, cause)
	if removeFromParent {
		c.leave(c)
	}
	c.mu.Lock()
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
	c.mu.Unlock()
}

// WithDeadline is [context.WithDeadline].
func WithDeadline(parent context.Context, d std.Time) (context.Context, context.CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithDeadlineCause is [context.WithDeadlineCause].
func WithDeadlineCause(parent context.Context, d std.Time, cause error) (context.Context, context.CancelFunc) {
	if !engine.On() {
		return context.WithDeadlineCause(parent, d, cause)
	}
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if sooner, ok := parent.Deadline(); ok && sooner.Before(d) {
		return WithCancel(parent)
	}
	c := &timerCtx{deadline: d}
	c.follow(parent, c)
	wait := time.Until(d)
	if wait <= 0 {
		c.cancel(true, context.DeadlineExceeded, cause)
		return c, func() { c.cancel(false, context.Canceled, nil) }
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err.Load() == nil {
		c.timer = time.AfterFunc(wait, func() { c.cancel(true, context.DeadlineExceeded, cause) })
	}
	return c, func() { c.cancel(true, context.Canceled, nil) }
}

// WithTimeout is [context.WithTimeout].
func WithTimeout(parent context.Context, timeout std.Duration) (context.Context, context.CancelFunc) {
	return WithTimeoutCause(parent, timeout, nil)
}

// WithTimeoutCause is [context.WithTimeoutCause].
func WithTimeoutCause(parent context.Context, timeout std.Duration, cause error) (context.Context, context.CancelFunc) {
	site := engine.Announced()
	deadline := time.Now().Add(timeout)
	engine.SetSite(site) // which the step of Now has taken
	return WithDeadlineCause(parent, deadline, cause)
}
