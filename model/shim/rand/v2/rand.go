// Package rand is the shim for math/rand/v2 under the scheduler of package sched. It has the
// functions without a source of their own. If a function has at most 8 results, the search tries
// each. Otherwise it tries 8 of them, spread from the smallest to the largest. It misses behaviour
// that depends on other results. Of the permutations of more than 4 elements, it tries at most 8
// rotations.
//
// A Rand that was made from a source is the real one. It is repeatable if its source is.
//
// Only rewritten code imports it, in place of math/rand/v2. It may change in any release.
package rand

import (
	"fmt"
	"math/bits"
	std "math/rand/v2"
	"strconv"

	"github.com/stealproof/stealproof/internal/engine"
)

const most = 8

// Below returns a number below n, which the search chooses. It panics with the message if n is 0.
func Below(n uint64, message string) uint64 {
	switch {
	case n == 0:
		panic(message)
	case n <= most:
		return uint64(engine.Choose(int(n)))
	}
	i := uint64(engine.Choose(most))
	high, low := bits.Mul64(i, n-1)
	v, _ := bits.Div64(high, low, most-1)
	tell(v)
	return v
}

// tell describes the chosen value for people.
func tell[N uint64 | float64](v N) {
	if engine.Tracing() {
		engine.Describe(fmt.Sprintf("chooses %v, one of %d values that are tried", v, most))
	}
}

// Bits returns a number of width bits, which the search chooses. There is one for each value of
// the highest three bits. Together they have every remainder by 2 to 8.
func Bits(width int) uint64 {
	const multiple = 840 // of 2 to 8
	i := uint64(engine.Choose(most))
	v := i*(1<<(width-3)/multiple*multiple) + i
	tell(v)
	return v
}

// Fraction returns a number from 0 to less than 1, which the search chooses. It has 24 bits.
func Fraction() float64 {
	return float64(Below(1<<24, "")) / (1 << 24)
}

// Normal and Exponential return numbers that the search chooses.

func Normal() float64 {
	v := [most]float64{0, 0.5, -0.5, 1, -1, 2, -2, 4}[engine.Choose(most)]
	tell(v)
	return v
}

func Exponential() float64 {
	v := [most]float64{1, 0.5, 0.01, 0.1, 0.25, 2, 4, 8}[engine.Choose(most)]
	tell(v)
	return v
}

// Permute calls swap for a permutation that the search chooses.
func Permute(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	if n <= 4 {
		for i := n - 1; i > 0; i-- {
			swap(i, engine.Choose(i+1))
		}
		return
	}
	// A rotation by k reverses all elements, then the first k, then the others.
	reverse := func(from, to int) {
		for to--; from < to; from, to = from+1, to-1 {
			swap(from, to)
		}
	}
	if k := int(Below(uint64(n), "")); k > 0 {
		reverse(0, n)
		reverse(0, k)
		reverse(k, n)
	}
}

// Permutation returns the numbers below n in an order that the search chooses.
func Permutation(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	Permute(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

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
