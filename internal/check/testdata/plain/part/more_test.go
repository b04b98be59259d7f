package part

import (
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

func TestHelper(t *testing.T) { helper(nil) }

func TestFine(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Go(func() {})
	wg.Wait()
}

// This is noticed only when it runs.
func TestAddress(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { atomic.StoreUintptr(new(uintptr), uintptr(unsafe.Pointer(new(int)))) })
	wg.Wait()
}

// So is this, which refuses a package whose tests call sched.Explore.
func notify(c *struct{ n count }) {
	if c != nil {
		type count string // hides the other one
		for c.n = range 3 {
			_ = count("")
		}
	}
}

type count int

func TestNotify(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { notify(nil) })
	wg.Wait()
}
