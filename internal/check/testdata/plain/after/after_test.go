// Package after has subtests whose goroutines go on after them.
package after

import (
	"sync"
	"testing"
)

// The parent waits for the goroutine.
func TestParentLog_Sound(t *testing.T) {
	var wg sync.WaitGroup
	t.Run("sub", func(*testing.T) { wg.Go(func() { t.Log("in time") }) })
	wg.Wait()
}

// The message goes to the parent, which has not ended.
func TestOwnLog_Sound(t *testing.T) {
	var wg sync.WaitGroup
	t.Run("sub", func(t *testing.T) { wg.Go(func() { t.Log("in time") }) })
	wg.Wait()
}

func TestOwnLog(t *testing.T) {
	sent := make(chan bool, 1)
	t.Run("sub", func(t *testing.T) {
		go func() {
			sent <- true
			t.Log("too late")
		}()
	})
	<-sent
}

// So it is with a test that is no subtest.
func TestLate_Sound(t *testing.T) {
	sent := make(chan bool, 1)
	go func() {
		t.Log("in time")
		sent <- true
	}()
	<-sent
}

func TestLate(t *testing.T) {
	sent := make(chan bool, 1)
	go func() {
		sent <- true
		t.Log("too late")
	}()
	<-sent
}

// The parent lets the goroutine end.
func TestWaits_Sound(t *testing.T) {
	stop := make(chan bool)
	t.Run("sub", func(*testing.T) { go func() { <-stop }() })
	t.Run("other", func(*testing.T) {})
	close(stop)
}

func TestWaits(t *testing.T) {
	stop := make(chan bool)
	t.Run("sub", func(*testing.T) { go func() { <-stop }() })
	t.Run("other", func(*testing.T) {})
}

// The parent waits before its cleanup reads n.
func TestCleanup_Sound(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	t.Cleanup(func() { t.Log(n) })
	t.Run("sub", func(*testing.T) { wg.Go(func() { n++ }) })
	wg.Wait()
}

func TestCleanup(t *testing.T) {
	n := 0
	t.Cleanup(func() { t.Log(n) })
	t.Run("sub", func(*testing.T) { go func() { n++ }() })
}

// A skip on another goroutine ends that goroutine, and runs its deferred functions.
func TestSkip_Sound(t *testing.T) {
	var wg sync.WaitGroup
	done := false
	wg.Go(func() {
		defer func() {
			if recover() != nil {
				t.Error("a skip is no panic")
			}
			done = true
		}()
		t.SkipNow()
	})
	wg.Wait()
	if !done {
		t.Error("the goroutine goes on")
	}
}

// Subtests run beside each other.
func TestRuns_Sound(t *testing.T) {
	var mu sync.Mutex
	n := 0
	beside(t, func(*testing.T) {
		mu.Lock()
		defer mu.Unlock()
		n++
	})
}

func TestRuns(t *testing.T) {
	n := 0
	beside(t, func(*testing.T) { n++ })
}

func beside(t *testing.T, f func(*testing.T)) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { t.Run("sub", f) })
	}
	wg.Wait()
}
