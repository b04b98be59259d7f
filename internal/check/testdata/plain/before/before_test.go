// Package before has tests with goroutines and contexts that package variables have started.
package before

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The goroutine goes on for real while tests are searched.
var clock = func() *atomic.Int64 {
	n := new(atomic.Int64)
	go func() {
		for {
			time.Sleep(time.Millisecond)
			n.Add(1)
		}
	}()
	return n
}()

var requests, replies = make(chan int), make(chan int)

func init() {
	go func() {
		for v := range requests {
			replies <- v + 1
		}
	}()
}

func TestBeside(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int64
	for range 3 {
		wg.Go(func() {
			for range 3 {
				n.Add(1)
			}
		})
	}
	wg.Wait()
}

// No goroutine of the test serves the channel, but another one may.
func TestServed(t *testing.T) {
	go func() { requests <- 1 }()
	if v := <-replies; v != 2 {
		t.Error(v)
	}
}

// Nobody can serve this one.
func TestBlocked(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

var root, stop = context.WithCancel(context.Background())

func TestRoot(t *testing.T) {
	ctx, cancel := context.WithCancel(root)
	defer cancel()
	done := make(chan bool)
	go func() {
		<-ctx.Done()
		close(done)
	}()
	stop()
	<-done
	if root.Err() == nil {
		t.Error("it has not ended")
	}
}

// The context is that from before the first test again.
func TestRoot_Again(t *testing.T) {
	go func() {}()
	if root.Err() != nil {
		t.Error("it has ended")
	}
}
