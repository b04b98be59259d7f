// Package times has tests that sleep.
package times

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The sleep is long enough in every real run.
func TestSleep(t *testing.T) {
	var done atomic.Bool
	go func() { done.Store(true) }()
	time.Sleep(10 * time.Millisecond)
	require.True(t, done.Load())
}

// Sleeps end in their order.
func TestSleep_Order(t *testing.T) {
	var n atomic.Int64
	go func() {
		time.Sleep(10 * time.Millisecond)
		n.Store(1)
	}()
	go func() {
		time.Sleep(20 * time.Millisecond)
		n.CompareAndSwap(1, 2)
	}()
	time.Sleep(30 * time.Millisecond)
	require.EqualValues(t, 2, n.Load())
}

// A loop that polls, and gives up after a time.
func TestPoll(t *testing.T) {
	var done atomic.Bool
	go func() { done.Store(true) }()
	for i := 0; !done.Load(); i++ {
		if i == 5 {
			t.Fatal("timeout")
		}
		time.Sleep(time.Millisecond)
	}
}

func TestPoll_Deadline(t *testing.T) {
	var done atomic.Bool
	go func() { done.Store(true) }()
	for end := time.Now().Add(time.Second); !done.Load(); {
		if time.Now().After(end) {
			t.Fatal("timeout")
		}
		time.Sleep(time.Millisecond)
	}
}

// A sleep is no synchronization.
func TestSleep_Race(t *testing.T) {
	n := 0
	go func() { n++ }()
	time.Sleep(10 * time.Millisecond)
	require.Equal(t, 1, n)
}

// A goroutine that sleeps again and again outlives the test, and that is no fault of the test.
func TestJanitor(t *testing.T) {
	var mu sync.Mutex
	rounds := 0
	go func() {
		for {
			mu.Lock()
			rounds++
			mu.Unlock()
			time.Sleep(time.Second)
		}
	}()
	mu.Lock()
	defer mu.Unlock()
	require.LessOrEqual(t, rounds, 1)
}

func TestJanitor_Polls(t *testing.T) {
	var stop atomic.Bool
	go func() {
		for !stop.Load() {
			time.Sleep(time.Second)
		}
	}()
}

// A goroutine that waits for a lock outlives the test.
func TestLeak(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	go mu.Lock()
}

// A timer fires after everything else.
func TestAfterFunc(t *testing.T) {
	var fired, done atomic.Bool
	time.AfterFunc(time.Second, func() { fired.Store(true) })
	go func() {
		require.False(t, fired.Load())
		done.Store(true)
	}()
	time.Sleep(time.Millisecond)
	require.True(t, done.Load())
	time.Sleep(time.Second)
	require.True(t, fired.Load())
}

// Nothing ever changes what the loop waits for.
func TestPoll_ForEver(t *testing.T) {
	var done atomic.Bool
	go done.Load()
	for !done.Load() {
		time.Sleep(time.Millisecond)
	}
}

// A loop polls often before a time comes.
func TestPoll_Late(t *testing.T) {
	var done atomic.Bool
	time.AfterFunc(time.Hour, func() { done.Store(true) })
	for !done.Load() {
		time.Sleep(time.Millisecond)
	}
}

func TestPoll_LateSleep(t *testing.T) {
	var done atomic.Bool
	go func() {
		time.Sleep(time.Hour)
		done.Store(true)
	}()
	for !done.Load() {
		time.Sleep(time.Millisecond)
	}
}
