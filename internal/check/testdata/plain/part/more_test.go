package part

import (
	"context"
	"runtime"
	"sync"
	"testing"
)

func TestHelper(t *testing.T) { helper(nil) }

func TestFine(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Go(func() {})
	wg.Wait()
}

// This is noticed only when it runs.
func TestFinalizer(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { runtime.SetFinalizer(new(int), nil) })
	wg.Wait()
}

// So is this, which refuses a package whose tests call sched.Explore.
func notify(c context.Context) {
	if c != nil {
		c.Done()
	}
}

func TestNotify(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { notify(nil) })
	wg.Wait()
}
