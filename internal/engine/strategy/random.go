package strategy

import (
	"math/bits"
	"math/rand/v2"
)

// Random picks each enabled thread with the same probability.
type Random struct {
	sampler
}

// NewRandom returns the strategy. It never ends by itself.
func NewRandom(seed uint64) *Random { return &Random{newSampler(seed)} }

// Next implements [Strategy].
func (*Random) Next() bool { return true }

// Pick implements [Strategy].
func (r *Random) Pick(s *State) int { return r.among(s.Enabled) }

// sampler has what strategies that draw schedules share.
type sampler struct{ rng *rand.Rand }

func newSampler(seed uint64) sampler { return sampler{rand.New(&generator{seed, 0x5c4ed})} }

// generator gives the numbers of [rand.PCG]. Threads draw from it, and Go's race detector must not see that: it sees all that
// package rand does, and would report a race for each draw.
type generator struct{ hi, lo uint64 }

// Uint64 implements [rand.Source].
func (g *generator) Uint64() uint64 {
	const mulHi, mulLo, addHi, addLo = 2549297995355413924, 4865540595714422341, 6364136223846793005, 1442695040888963407
	hi, lo := bits.Mul64(g.lo, mulLo)
	hi += g.hi*mulLo + g.lo*mulHi
	lo, carry := bits.Add64(lo, addLo, 0)
	hi, _ = bits.Add64(hi, addHi, carry)
	g.hi, g.lo = hi, lo
	hi ^= hi >> 32
	hi *= 0xda942042e4dd58b5
	hi ^= hi >> 48
	return hi * (lo | 1)
}

func (s *sampler) among(threads Set) int {
	for n := s.rng.IntN(threads.Len()); n > 0; n-- {
		threads &= threads - 1
	}
	return threads.First()
}

// Choose implements [Strategy].
func (s *sampler) Choose(_ *State, n int) int { return s.rng.IntN(n) }

// Did implements [Strategy].
func (*sampler) Did(*State, int, Op) {}

// End implements [Strategy].
func (*sampler) End(*State, End) {}

// Fault implements [Strategy].
func (*sampler) Fault() error { return nil }

// Exhausted implements [Strategy].
func (*sampler) Exhausted() (all bool, share float64) { return false, 0 }
