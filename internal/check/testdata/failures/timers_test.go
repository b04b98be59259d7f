package failures

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// The timeout comes before the answer.
func TestTimerEarly(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		answer := make(chan int, 1)
		s.GoNamed("server", func() { answer <- 1 })
		select {
		case <-answer:
		case <-time.After(time.Second):
			s.Errorf("no answer")
		}
		s.Wait()
	})
}

// The context ends before the answer comes.
func TestContextEarly(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		answer := make(chan int)
		s.GoNamed("server", func() { answer <- 1 })
		select {
		case <-answer:
		case <-ctx.Done():
		}
	})
}

// The ticker's first tick comes before the answer.
func TestTickerEarly(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		answer := make(chan int, 1)
		s.GoNamed("server", func() { answer <- 1 })
		select {
		case <-answer:
		case <-ticker.C:
			s.Errorf("no answer")
		}
	})
}

// Two timers fire against the order of their times.
func TestTimersSwapped(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		early := time.After(time.Second)
		late := time.After(2 * time.Second)
		select {
		case <-early:
		case <-late:
			s.Errorf("the late one came first")
		}
	})
}

// The timers fire when nothing else can go on, in the order of their times.
func TestTimersInTime(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		first := time.After(time.Second)
		second := time.After(2 * time.Second)
		<-first
		<-second
		s.Errorf("it took two seconds")
	})
}

// No timer is needed: the lock is taken twice in the other order. The schedule without a timer that fires early has
// as many preemptions as one with it.
func TestTimerStopped(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var a, b sync.Mutex
		timeout := time.AfterFunc(time.Hour, func() { a.Lock(); a.Unlock() })
		s.Go(func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		timeout.Stop()
	})
}

// With the timer's function, no preemption loses an update. Without it, one is needed.
func TestTimerNotNeeded(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var n atomic.Int64
		done := make(chan int, 2)
		add := func() { n.Store(n.Load() + 1); done <- 1 }
		timeout := time.AfterFunc(time.Hour, func() { n.Store(0) })
		s.Go(add)
		s.Go(add)
		<-done
		<-done
		if got := n.Load(); got != 2 {
			s.Errorf("lost")
		}
		timeout.Stop()
	})
}
