// Package rand is the shim for math/rand/v2 under the scheduler of package sched. It has the
// functions without a source of their own. If a function has at most 8 results, the search tries
// each. Otherwise it tries 8 of them, spread from the smallest to the largest. It misses behaviour
// that depends on other results. Of the permutations of more than 4 elements, it tries at most 8
// rotations.
//
// In a test that calls no search (check -tests), these numbers and permutations look random. The search still tries 8 of
// each. A test may rely on usual luck there: that not all numbers are extreme, and that a permutation moves elements.
//
// A Rand that was made from a source is the real one. It is repeatable if its source is.
//
// Only rewritten code imports it, in place of math/rand/v2. It may change in any release.
package rand

import (
	std "math/rand/v2"
	"strconv"

	"github.com/stealproof/stealproof/internal/engine"
)

// Int is [std.Int].
func Int() int {
	if !engine.On() {
		return std.Int()
	}
	return int(Bits(strconv.IntSize - 1))
}

// Int32 is [std.Int32].
func Int32() int32 {
	if !engine.On() {
		return std.Int32()
	}
	return int32(Bits(31))
}

// Int64 is [std.Int64].
func Int64() int64 {
	if !engine.On() {
		return std.Int64()
	}
	return int64(Bits(63))
}

// Uint is [std.Uint].
func Uint() uint {
	if !engine.On() {
		return std.Uint()
	}
	return uint(Bits(strconv.IntSize))
}

// Uint32 is [std.Uint32].
func Uint32() uint32 {
	if !engine.On() {
		return std.Uint32()
	}
	return uint32(Bits(32))
}

// Uint64 is [std.Uint64].
func Uint64() uint64 {
	if !engine.On() {
		return std.Uint64()
	}
	return Bits(64)
}

// IntN is [std.IntN].
func IntN(n int) int {
	if !engine.On() {
		return std.IntN(n)
	}
	return int(Below(uint64(max(n, 0)), "invalid argument to IntN"))
}

// Int32N is [std.Int32N].
func Int32N(n int32) int32 {
	if !engine.On() {
		return std.Int32N(n)
	}
	return int32(Below(uint64(max(n, 0)), "invalid argument to Int32N"))
}

// Int64N is [std.Int64N].
func Int64N(n int64) int64 {
	if !engine.On() {
		return std.Int64N(n)
	}
	return int64(Below(uint64(max(n, 0)), "invalid argument to Int64N"))
}

// UintN is [std.UintN].
func UintN(n uint) uint {
	if !engine.On() {
		return std.UintN(n)
	}
	return uint(Below(uint64(n), "invalid argument to UintN"))
}

// Uint32N is [std.Uint32N].
func Uint32N(n uint32) uint32 {
	if !engine.On() {
		return std.Uint32N(n)
	}
	return uint32(Below(uint64(n), "invalid argument to Uint32N"))
}

// Uint64N is [std.Uint64N].
func Uint64N(n uint64) uint64 {
	if !engine.On() {
		return std.Uint64N(n)
	}
	return Below(n, "invalid argument to Uint64N")
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// N is [std.N].
func N[Int integer](n Int) Int {
	if !engine.On() {
		return std.N(n)
	}
	return Int(Below(uint64(max(n, 0)), "invalid argument to N"))
}

// Float64 is [std.Float64].
func Float64() float64 {
	if !engine.On() {
		return std.Float64()
	}
	return Fraction()
}

// Float32 is [std.Float32].
func Float32() float32 {
	if !engine.On() {
		return std.Float32()
	}
	return float32(Fraction())
}

// NormFloat64 is [std.NormFloat64].
func NormFloat64() float64 {
	if !engine.On() {
		return std.NormFloat64()
	}
	return Normal()
}

// ExpFloat64 is [std.ExpFloat64].
func ExpFloat64() float64 {
	if !engine.On() {
		return std.ExpFloat64()
	}
	return Exponential()
}

// Perm is [std.Perm].
func Perm(n int) []int {
	if !engine.On() {
		return std.Perm(n)
	}
	return Permutation(n)
}

// Shuffle is [std.Shuffle].
func Shuffle(n int, swap func(i, j int)) {
	if !engine.On() {
		std.Shuffle(n, swap)
		return
	}
	Permute(n, swap)
}
