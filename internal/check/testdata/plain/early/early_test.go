// Package early has tests whose timers may fire before other goroutines go on.
package early

import (
	"context"
	"sync"
	"testing"
	"time"
)

// The test trusts that its timeout is long enough.
func TestTrusts(t *testing.T) {
	done := make(chan struct{})
	go close(done)
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Fatal("timeout")
	}
}

func TestTrusts_Panic(t *testing.T) {
	done := make(chan struct{})
	timer := time.AfterFunc(time.Minute, func() { panic("it hangs") })
	defer timer.Stop()
	go close(done)
	<-done
}

// If the timeout comes first, nobody receives the result.
func ask(c chan int) int {
	go func() { c <- 1 }()
	select {
	case v := <-c:
		return v
	case <-time.After(time.Second):
		return 0
	}
}

func TestAsk_Leaks(t *testing.T)    { ask(make(chan int)) }
func TestAsk_Buffered(t *testing.T) { ask(make(chan int, 1)) }

// The check of the test does not hide the leak behind it.
func TestAsk_Checked(t *testing.T) {
	if ask(make(chan int)) == 0 && ask(make(chan int, 1)) == 0 {
		t.Error("no answer")
	}
}

func TestContext_Closed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	c := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1 })
	select {
	case <-c:
	case <-ctx.Done():
		close(c)
	}
	wg.Wait()
}

// Timers fire in the order of their times.
func TestOrder(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	early, late := time.After(time.Second), time.After(time.Minute)
	<-late
	select {
	case <-early:
	default:
		panic("the later timer was first")
	}
	wg.Wait()
}

// A sleep is how a test waits for other goroutines.
func TestSleeps(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	time.Sleep(time.Second)
	close(c)
}

// The test trusts that it sends in time.
func TestIdleTimeout(t *testing.T) {
	events, done := make(chan int), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-events:
			case <-time.After(time.Second):
				done <- n
				return
			}
		}
	}()
	time.Sleep(500 * time.Millisecond)
	events <- 1
	if n := <-done; n != 1 {
		t.Error(n)
	}
}

func TestTicks(t *testing.T) {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
		}
	})
	close(stop)
	wg.Wait()
}
