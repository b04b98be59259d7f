package console

import (
	"context"
	"time"
)

// Grace is how long a rule may take to notice that the run was cut short. After that, Watch leaves it and its
// goroutines behind.
const Grace = 2 * time.Second

// Watch runs work in a new goroutine, and runs each function that work posts in the caller's goroutine. It
// calls tick ten times a second, and stopping when ctx ends. It returns when work has ended, or Grace after ctx
// has ended. Functions that are posted later are not run.
func Watch(ctx context.Context, tick, stopping func(), work func(post func(func()))) {
	posts, gone := make(chan func()), make(chan struct{})
	defer close(gone)
	go func() {
		defer close(posts)
		work(func(f func()) {
			select {
			case posts <- f:
			case <-gone:
			}
		})
	}()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	done := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case f, open := <-posts:
			if !open {
				return
			}
			f()
		case <-ticker.C:
			tick()
		case <-done:
			done, late = nil, time.After(Grace)
			stopping()
		case <-late:
			return
		}
	}
}
