package sync

import (
	"fmt"
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// WaitGroup is [std.WaitGroup].
//
// An Add that finds the counter at zero must be ordered after every Wait that has returned.
// Otherwise it could have come while that Wait was about to return, and Go panics then. Here it
// breaks [RuleMisuse], in whatever order the two calls come. This is not noticed without the race
// detector.
type WaitGroup struct{ wg std.WaitGroup }

func (wg *WaitGroup) pointer() unsafe.Pointer { return address(wg) }

// waits is the address for the releases of all Waits.
func (wg *WaitGroup) waits() unsafe.Pointer { return unsafe.Add(unsafe.Pointer(wg), 8) }

// counter returns the upper half of the first 64 bits.
func (wg *WaitGroup) counter() int32 { return int32(*(*uint64)(unsafe.Pointer(wg)) >> 32) }

// zero is the gate of Wait.
type zero WaitGroup

func (z *zero) Ready(int) bool { return (*WaitGroup)(z).counter() == 0 }

// Add is [std.WaitGroup.Add].
func (wg *WaitGroup) Add(delta int) {
	if !engine.On() {
		wg.wg.Add(delta)
		return
	}
	if delta < 0 {
		engine.Less(wg.pointer())
	} else {
		engine.Write(wg.pointer())
	}
	if delta > 0 && wg.counter() == 0 && !engine.OrderedAfter(wg.waits()) {
		engine.Fail(RuleMisuse, "panic: sync: WaitGroup misuse: Add called concurrently with Wait")
	}
	if engine.Tracing() {
		engine.Describe(fmt.Sprintf("%d -> %d", wg.counter(), int(wg.counter())+delta))
	}
	wg.used()
	if delta < 0 {
		engine.Release(wg.pointer())
		if left := int(wg.counter()) + delta; left <= 0 {
			engine.Lessened(wg.pointer(), left < 0)
		}
	}
	engine.Keep(wg.pointer(), 8)
	wg.wg.Add(delta) // panics if the counter becomes negative
	engine.Kept(wg.pointer())
}

// Done is [std.WaitGroup.Done].
func (wg *WaitGroup) Done() { wg.Add(-1) }

// Wait is [std.WaitGroup.Wait].
func (wg *WaitGroup) Wait() {
	if !engine.On() {
		wg.wg.Wait()
		return
	}
	engine.Wait(wg.pointer(), (*zero)(wg), 0)
	engine.Describe("the counter is 0")
	engine.Looked()
	wg.used()
	engine.Acquire(wg.pointer())
	engine.Release(wg.waits())
}

// used reports an access to the object.
func (wg *WaitGroup) used() { engine.Uses(wg.pointer(), unsafe.Sizeof(*wg), true) }

// Go is [std.WaitGroup.Go].
func (wg *WaitGroup) Go(f func()) {
	if !engine.On() {
		wg.wg.Go(f)
		return
	}
	wg.Add(1)
	engine.Spawn(0, func() {
		defer func() {
			if p := recover(); p != nil {
				panic(p) // without Done, as in Go
			}
			wg.Done()
		}()
		f()
	})
}
