package part

import (
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
