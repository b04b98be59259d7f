package classic

import (
	"sync"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
)

// vtDeque is a deque with its lock, the newest task last.
type vtDeque[W any] struct {
	lock  *sync.Mutex
	tasks []*task[W]
	_     pad.Line
}

// vtFuture is what VT keeps of a task, under the lock of its home.
type vtFuture[W any] struct {
	home   *vtDeque[W]
	done   bool
	asleep []*park.Parker
}

// oldest takes the oldest task, or returns nil. The caller has the lock.
func (d *vtDeque[W]) oldest() *task[W] {
	if len(d.tasks) == 0 {
		return nil
	}
	t := d.tasks[0]
	d.tasks[0] = nil
	d.tasks = d.tasks[1:]
	return t
}

// condition is a condition variable: workAvail of VT.
type condition struct {
	mu      sync.Mutex
	waiting []*park.Parker
}

// enter has p unparked by a signal.
func (c *condition) enter(p *park.Parker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, p)
}

// signal wakes one of those that wait, if there is one.
func (c *condition) signal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.waiting) - 1; n >= 0 {
		c.waiting[n].Unpark()
		c.waiting = c.waiting[:n]
	}
}

// broadcast wakes all.
func (c *condition) broadcast() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.waiting {
		p.Unpark()
	}
	c.waiting = nil
}
