package rand

import (
	"fmt"
	"math/bits"
	std "math/rand/v2"

	"github.com/stealproof/stealproof/internal/engine"
)

// most is how many values of a random number the search tries.
const most = 8

// Below returns a number below n, which the search chooses. It panics with the message if n is 0.
func Below(n uint64, message string) uint64 {
	switch {
	case n == 0:
		panic(message)
	case n <= most:
		return uint64(engine.Draw(int(n)))
	}
	i := uint64(engine.Draw(most))
	var v uint64
	if engine.LooksRandom() {
		r, i := lot(i)
		v = within(n, r, i)
	} else {
		high, low := bits.Mul64(i, n-1)
		v, _ = bits.Div64(high, low, most-1)
	}
	tell(v)
	return v
}

// lot returns a source of numbers that look random, for choice i of the search, and another number below most in place of
// i. So the first choice is not always the smallest value. Different choices get different numbers.
func lot(i uint64) (*std.Rand, uint64) {
	r := engine.Random()
	i = (i + r) % most
	return std.New(std.NewPCG(r, i)), i
}

// within divides the numbers below n into as many ranges as most, and returns a number from range i.
func within(n uint64, r *std.Rand, i uint64) uint64 {
	part := func(i uint64) uint64 { // i * n / most
		high, low := bits.Mul64(i, n)
		q, _ := bits.Div64(high, low, most)
		return q
	}
	from := part(i)
	return from + r.Uint64N(part(i+1)-from)
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
	i := uint64(engine.Draw(most))
	var v uint64
	if engine.LooksRandom() {
		r, i := lot(i)
		v = (i<<(width-3)+r.Uint64N(1<<(width-3)-2*multiple))/multiple*multiple + multiple + i
	} else {
		v = i*(1<<(width-3)/multiple*multiple) + i
	}
	tell(v)
	return v
}

// Fraction returns a number from 0 to less than 1, which the search chooses. It has 24 bits.
func Fraction() float64 {
	return float64(Below(1<<24, "")) / (1 << 24)
}

// Normal and Exponential return numbers that the search chooses.

func Normal() float64 {
	return chosen([most]float64{0, 0.5, -0.5, 1, -1, 2, -2, 4}, (*std.Rand).NormFloat64)
}

func Exponential() float64 {
	return chosen([most]float64{1, 0.5, 0.01, 0.1, 0.25, 2, 4, 8}, (*std.Rand).ExpFloat64)
}

// chosen returns one of the values, or, if numbers have to look random, one of the distribution.
func chosen(values [most]float64, random func(*std.Rand) float64) float64 {
	i := uint64(engine.Draw(most))
	v := values[i]
	if engine.LooksRandom() {
		r, _ := lot(i)
		v = random(r)
	}
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
			swap(i, engine.Draw(i+1))
		}
		return
	}
	if engine.LooksRandom() {
		r, _ := lot(uint64(engine.Draw(most)))
		r.Shuffle(n, swap)
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
