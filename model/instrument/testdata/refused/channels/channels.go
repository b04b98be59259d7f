// Package channels uses channels.
package channels

import (
	"context"
	"time"
)

func all(ctx context.Context, c chan int, t *time.Timer) {
	d := make(chan int, 1)
	d <- 1
	<-d
	for range c {
	}
	select {
	case v := <-c:
		_ = v
	case d <- 2:
	default:
	}
	close(c)
	<-t.C
	_ = ctx.Done()
	_ = len(c)
}
