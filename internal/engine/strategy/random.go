package strategy

import "math/rand/v2"

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

func newSampler(seed uint64) sampler { return sampler{rand.New(rand.NewPCG(seed, 0x5c4ed))} }

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
