package context

import (
	"context"
	"time"
)

// Background is [context.Background].
func Background() context.Context { return context.Background() }

// TODO is [context.TODO].
func TODO() context.Context { return context.TODO() }

// WithValue is [context.WithValue].
func WithValue(parent context.Context, key, val any) context.Context {
	return context.WithValue(parent, key, val)
}

// WithoutCancel is [context.WithoutCancel].
func WithoutCancel(parent context.Context) context.Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return withoutCancel{parent}
}

type withoutCancel struct{ parent context.Context }

func (withoutCancel) Deadline() (deadline time.Time, ok bool) { return }
func (withoutCancel) Done() <-chan struct{}                   { return nil }
func (withoutCancel) Err() error                              { return nil }

func (c withoutCancel) Value(key any) any {
	if key == &cancelKey {
		return nil // it is not canceled with its parent
	}
	return c.parent.Value(key)
}
