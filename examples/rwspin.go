package examples

import (
	"runtime"
	"sync/atomic"
)

// An RWSpin is a spin lock for readers and a writer. The lowest bit is the writer's, and the rest
// counts readers.
type RWSpin struct{ state atomic.Uint32 }

// RLock locks for reading.
func (l *RWSpin) RLock() {
	for l.state.Add(2)&1 != 0 {
		l.state.Add(^uint32(1)) // minus two
		for l.state.Load()&1 != 0 {
			runtime.Gosched()
		}
	}
}

// RUnlock is the counterpart of RLock.
func (l *RWSpin) RUnlock() { l.state.Add(^uint32(1)) }

// Lock locks for writing.
func (l *RWSpin) Lock() {
	for !l.state.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

// Unlock is the counterpart of Lock. It leaves the count of readers, some of which may be about to
// give up.
func (l *RWSpin) Unlock() { l.state.Add(^uint32(0)) }

// A BrokenRWSpin overwrites that count, so it wraps around when the reader gives up. The lock of
// mycelium did this, and its tests with loom had not found it:
// https://github.com/hawkw/mycelium/pull/560
type BrokenRWSpin struct{ RWSpin }

// Unlock is the counterpart of Lock.
func (l *BrokenRWSpin) Unlock() { l.state.Store(0) }

// A Guarded is a number that such a lock guards.
type Guarded[L interface {
	RLock()
	RUnlock()
	Lock()
	Unlock()
}] struct {
	lock L
	n    int
}

// Add adds to the number, and returns it.
func (g *Guarded[L]) Add(d int) int {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.n += d
	return g.n
}

// Get returns the number.
func (g *Guarded[L]) Get() int {
	g.lock.RLock()
	defer g.lock.RUnlock()
	return g.n
}
