package gobugs

import (
	"context"
	"sync"
)

// cond is a condition whose waits a context may end.
type cond struct {
	mu             sync.Mutex
	waiting        int
	signal, cancel chan struct{}
}

func (c *cond) wait(ctx context.Context, fixed bool) {
	c.mu.Lock()
	c.waiting++
	c.mu.Unlock()
	select {
	case <-c.signal:
		return
	case <-ctx.Done():
	}
	if fixed {
		locked := make(chan struct{})
		go func() {
			defer close(locked)
			c.mu.Lock()
			defer c.mu.Unlock()
			select {
			case <-c.signal:
			default:
				c.waiting--
			}
		}()
		for {
			select {
			case <-c.signal:
				c.mu.Lock()
				c.waiting++ // the other goroutine will count it off
				c.mu.Unlock()
			case <-locked:
				return
			}
		}
	}
	select {
	case c.cancel <- struct{}{}:
		return
	default:
	}
	c.mu.Lock()
	c.waiting--
	c.mu.Unlock()
}

func (c *cond) broadcast() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; c.waiting > 0; c.waiting-- {
		select {
		case c.signal <- struct{}{}:
		case <-c.cancel:
		}
	}
}

func contextCond(fixed bool) {
	c := &cond{signal: make(chan struct{}), cancel: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { c.wait(ctx, fixed) })
	wg.Go(c.broadcast)
	cancel()
	wg.Wait()
}
