package failures

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// A select waits for a value, a close or the end of a context. One of its channels is nil.
func TestSelectWaits(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ctx, cancel := context.WithCancel(context.Background())
		events, quit := make(chan int, 1), make(chan struct{})
		var off chan int
		events <- 1
		s.Go(func() {
			for range 2 {
				select {
				case <-events:
				case <-quit:
				case <-ctx.Done():
				case off <- 1:
				}
			}
		})
		_ = cancel
	})
}

// Both channels of a select are nil.
func TestSelectNil(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var in, out chan int
		select {
		case <-in:
		case out <- 1:
		}
	})
}

// The writer of a pipe ends without a close.
func TestPipeNotClosed(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		r, w := io.Pipe()
		s.Go(func() { _, _ = w.Write([]byte("head")) })
		buffer := make([]byte, 8)
		for range 2 {
			_, _ = r.Read(buffer)
		}
	})
}

// Both ends of a connection write first.
func TestConnsBothWrite(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		a, b := net.Pipe()
		s.Go(func() { _, _ = b.Write([]byte("hi")) })
		_, _ = a.Write([]byte("hi"))
	})
}

// The function of a Once calls it again.
func TestOnceAgain(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var once sync.Once
		s.Go(func() { once.Do(func() { once.Do(func() {}) }) })
		s.Wait()
	})
}

// The function of OnceValue waits for another caller.
func TestOnceValueWaits(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ready := make(chan struct{})
		value := sync.OnceValue(func() int { <-ready; return 1 })
		s.Go(func() { value(); close(ready) })
		value()
	})
}

// The wrong cause comes first. A function runs after the context.
func TestCauseFirst(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		failed, stopped := errors.New("failed"), errors.New("stopped")
		ctx, cancel := context.WithCancelCause(context.Background())
		done := make(chan struct{})
		context.AfterFunc(ctx, func() { close(done) })
		s.Go(func() { cancel(failed) })
		cancel(stopped)
		<-done
		if context.Cause(ctx) != failed {
			s.Errorf("the wrong cause")
		}
	})
}

// Two threads close a channel.
func TestClosedTwice(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		done := make(chan struct{})
		s.Go(func() { close(done) })
		close(done)
	})
}

// A goroutine waits for a ticker that was stopped, and another one for it.
func TestTickerStopped(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ticker := time.NewTicker(time.Second)
		var wg sync.WaitGroup
		wg.Go(func() { <-ticker.C })
		ticker.Stop()
		wg.Wait()
	})
}

// A timer has fired, and is stopped. Nobody waits for its function.
func TestTimerNotStopped(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		n := 0
		timer := time.AfterFunc(time.Second, func() { n++ })
		s.Go(func() {})
		timer.Stop()
		n++
	})
}

// Steps before the first goroutine are not shown, and their lines are not those of its first step.
func TestFirstStep(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ctx, cancel := context.WithCancel(context.Background())
		ended := 0
		stop := context.AfterFunc(ctx, func() { ended++ })
		s.Go(cancel)
		if !stop() {
			ended++
		}
	})
}
