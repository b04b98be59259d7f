package access

import (
	"math/rand/v2"

	"github.com/stealproof/stealproof/internal/engine"
)

// These are the random numbers of the runtime, for functions that a go:linkname binds to one of those.
// Under the scheduler a thread gets the same numbers in each execution.

// Random32 is runtime.cheaprand and runtime.fastrand.
func Random32() uint32 { return uint32(Random64() >> 32) }

// Random64 is runtime.rand and runtime.fastrand64.
func Random64() uint64 {
	if !engine.On() {
		return rand.Uint64()
	}
	return engine.Random()
}

// Randomn is runtime.cheaprandn and runtime.fastrandn: a number below n.
func Randomn(n uint32) uint32 { return uint32(uint64(Random32()) * uint64(n) >> 32) }

// Randomu is runtime.fastrandu.
func Randomu() uint { return uint(Random64()) }
