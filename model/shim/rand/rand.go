// Package rand is the shim for math/rand under the scheduler of package sched. It has the
// functions without a source of their own. Package model/shim/rand/v2 says which values the search
// tries.
//
// Only rewritten code imports it, in place of math/rand. It may change in any release.
package rand

import (
	std "math/rand"

	"github.com/stealproof/stealproof/internal/engine"
	choose "github.com/stealproof/stealproof/model/shim/rand/v2"
)

// Seed is [std.Seed]. Under the scheduler it does nothing.
func Seed(seed int64) {
	if !engine.On() {
		std.Seed(seed)
	}
}

// Int is [std.Int].
func Int() int {
	if !engine.On() {
		return std.Int()
	}
	return choose.Int()
}

// Int31 is [std.Int31].
func Int31() int32 {
	if !engine.On() {
		return std.Int31()
	}
	return choose.Int32()
}

// Int63 is [std.Int63].
func Int63() int64 {
	if !engine.On() {
		return std.Int63()
	}
	return choose.Int64()
}

// Uint32 is [std.Uint32].
func Uint32() uint32 {
	if !engine.On() {
		return std.Uint32()
	}
	return choose.Uint32()
}

// Uint64 is [std.Uint64].
func Uint64() uint64 {
	if !engine.On() {
		return std.Uint64()
	}
	return choose.Uint64()
}

// Intn is [std.Intn].
func Intn(n int) int {
	if !engine.On() {
		return std.Intn(n)
	}
	return int(choose.Below(uint64(max(n, 0)), "invalid argument to Intn"))
}

// Int31n is [std.Int31n].
func Int31n(n int32) int32 {
	if !engine.On() {
		return std.Int31n(n)
	}
	return int32(choose.Below(uint64(max(n, 0)), "invalid argument to Int31n"))
}

// Int63n is [std.Int63n].
func Int63n(n int64) int64 {
	if !engine.On() {
		return std.Int63n(n)
	}
	return int64(choose.Below(uint64(max(n, 0)), "invalid argument to Int63n"))
}

// Float64 is [std.Float64].
func Float64() float64 {
	if !engine.On() {
		return std.Float64()
	}
	return choose.Fraction()
}

// Float32 is [std.Float32].
func Float32() float32 {
	if !engine.On() {
		return std.Float32()
	}
	return float32(choose.Fraction())
}

// NormFloat64 is [std.NormFloat64].
func NormFloat64() float64 {
	if !engine.On() {
		return std.NormFloat64()
	}
	return choose.Normal()
}

// ExpFloat64 is [std.ExpFloat64].
func ExpFloat64() float64 {
	if !engine.On() {
		return std.ExpFloat64()
	}
	return choose.Exponential()
}

// Perm is [std.Perm].
func Perm(n int) []int {
	if !engine.On() {
		return std.Perm(n)
	}
	return choose.Permutation(n)
}

// Shuffle is [std.Shuffle].
func Shuffle(n int, swap func(i, j int)) {
	if !engine.On() {
		std.Shuffle(n, swap)
		return
	}
	choose.Permute(n, swap)
}

// Read is [std.Read]. Under the scheduler the bytes repeat after 8.
func Read(p []byte) (n int, err error) {
	if !engine.On() {
		return std.Read(p)
	}
	b := choose.Bits(64)
	for i := range p {
		p[i] = byte(b >> (i % 8 * 8))
	}
	return len(p), nil
}
