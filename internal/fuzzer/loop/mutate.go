package loop

import (
	"math/rand/v2"
	"slices"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Bounds of inputs.
const (
	LongestProgram  = 64
	longestSchedule = 512
	freshSchedule   = 48 // bytes of a new schedule
)

// mutator changes inputs.
type mutator struct{ rng *rand.Rand }

// preemption returns a byte that stands for a preemption.
func (m mutator) preemption() byte {
	return byte(strategy.Stays + m.rng.IntN(256-strategy.Stays))
}

// schedule returns a changed schedule in the memory of to. The input other, which may be nil, is rarely read.
// The execution of from had the given number of steps.
func (m mutator) schedule(to, from []byte, other *entry, steps int) []byte {
	s := append(to[:0], from...)
	for range 1 + m.rng.IntN(3) {
		s = m.change(s, other, min(steps+2, longestSchedule))
	}
	return strategy.Trim(s[:min(len(s), longestSchedule)])
}

func (m mutator) change(s []byte, other *entry, steps int) []byte {
	switch m.rng.IntN(8) {
	case 0, 1, 2: // add or change a preemption
		at := m.rng.IntN(steps)
		for len(s) <= at {
			s = append(s, 0)
		}
		s[at] = m.preemption()
	case 3: // remove a preemption
		if n := len(s); n > 0 {
			s[m.rng.IntN(n)] = 0
		}
	case 4: // move all preemptions from here on, earlier or later
		if len(s) == 0 {
			return s
		}
		at := m.rng.IntN(len(s))
		if m.rng.IntN(2) == 0 {
			return slices.Delete(s, at, at+1)
		}
		return slices.Insert(s, at, 0)
	case 5: // a new end
		s = s[:m.rng.IntN(len(s)+1)]
		for range m.rng.IntN(freshSchedule) {
			s = append(s, m.fresh(4))
		}
	case 6: // the end of another schedule
		if other != nil && len(other.Schedule) > 0 {
			s = append(s[:m.rng.IntN(len(s)+1)], other.Schedule[m.rng.IntN(len(other.Schedule)):]...)
		}
	case 7: // a new schedule
		s = s[:0]
		often := 1 + m.rng.IntN(8)
		for range steps {
			s = append(s, m.fresh(often))
		}
	}
	return s
}

// fresh returns a byte. Once in often times, it is a preemption.
func (m mutator) fresh(often int) byte {
	if m.rng.IntN(often) == 0 {
		return m.preemption()
	}
	return 0
}

// program returns changed bytes of a program.
func (m mutator) program(from, other []byte) []byte {
	p := slices.Clone(from)
	for range 1 + m.rng.IntN(3) {
		switch n := len(p); {
		case n == 0 || m.rng.IntN(4) == 0 && n < LongestProgram:
			p = slices.Insert(p, m.rng.IntN(n+1), byte(m.rng.Uint32()))
		case m.rng.IntN(4) == 0:
			p = slices.Delete(p, m.rng.IntN(n), n)
		case m.rng.IntN(4) == 0 && len(other) > 0:
			p = append(p[:m.rng.IntN(n)], other[m.rng.IntN(len(other)):]...)
		default:
			p[m.rng.IntN(n)] = byte(m.rng.Uint32())
		}
	}
	return p[:min(len(p), LongestProgram)]
}

// invented returns the bytes of a new program.
func (m mutator) invented() []byte {
	p := make([]byte, m.rng.IntN(24))
	for i := range p {
		p[i] = byte(m.rng.Uint32())
	}
	return p
}
