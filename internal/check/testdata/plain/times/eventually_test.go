package times

import (
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// These functions of testify start a goroutine of their own.
func TestEventually(t *testing.T) {
	var mu sync.Mutex
	n := 0
	go func() {
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		n++
	}()
	require.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return n == 1
	}, time.Second, time.Millisecond)
	assert.Never(t, func() bool { return n > 1 }, time.Second, time.Millisecond)
}

func TestEventually_Race(t *testing.T) {
	n := 0
	go func() { n++ }()
	assert.Eventually(t, func() bool { return n == 1 }, time.Second, time.Millisecond)
}

func TestEventually_Fails(t *testing.T) {
	require.Eventuallyf(t, func() bool { return false }, time.Second, 100*time.Millisecond, "no %s", "answer")
}

// No signal ever comes.
func TestSignal(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	done := make(chan bool)
	go func() {
		defer close(done)
		select {
		case <-c:
			t.Error("a signal")
		case <-ctx.Done():
		}
	}()
	stop()
	<-done
}

// A channel as an interface shows how many values it holds.
func TestLen(t *testing.T) {
	c := make(chan error, 3)
	go func() {
		c <- nil
		c <- os.ErrExist
	}()
	time.Sleep(time.Millisecond)
	require.Len(t, c, 2)
	<-c
	assert.Len(t, c, 1)
	<-c
	require.Empty(t, (<-chan error)(c))
}
