package pool

import (
	"context"
	"sync"
)

// taskContext is a context of [Worker.Context], for one scope of the running task.
type taskContext struct {
	context.Context
	cancel context.CancelCauseFunc
	scope  *Task
	depth  int          // at which it was asked for
	outer  *taskContext // the next older one of the same task
}

// contexts are the contexts of running tasks. A pool has them from the first call of
// [Worker.Context] on.
type contexts struct {
	mu   sync.Mutex
	live map[*taskContext]struct{}
}

func (c *contexts) add(t *taskContext) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live[t] = struct{}{}
}

func (c *contexts) remove(t *taskContext) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.live, t)
}

// endCancelled ends the contexts of cancelled tasks.
func (c *contexts) endCancelled(cause func(*Task) *failure) {
	if c == nil {
		return
	}
	c.mu.Lock()
	var ended []func()
	for t := range c.live {
		if f := cause(t.scope); f != nil {
			delete(c.live, t)
			ended = append(ended, func() { t.cancel(f.reason(t.scope)) })
		}
	}
	c.mu.Unlock()
	for _, end := range ended {
		end() // may call functions of users
	}
}

// origin returns the context that the task, or its nearest ancestor with one, was started with.
func (t *Task) origin() context.Context {
	for ; t != nil; t = t.scope {
		if t.ctx != nil {
			return t.ctx
		}
	}
	return context.Background()
}
