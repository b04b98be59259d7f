package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// spins is what is known of the loops of an execution in which threads wait for others.
type spins struct {
	contents   []content // by object
	rounds     int       // rounds of all loops while no other thread was enabled
	stem       int       // decisions before the first of these rounds
	lastChange moment    // when something changed last

	// In a long execution:
	able      strategy.Set     // threads that were enabled since the clock allowed more steps
	values    map[valueOf]bool // that objects have had
	lastNew   int              // the step that wrote another value last
	recurs    recurrence
	recurring int // how many times of the clock's limit the state has recurred
}

// valueOf is a value of an object.
type valueOf struct {
	object int32
	value  uint64
}

// mostValues bounds the values that are remembered. Beyond that each value counts as new.
const mostValues = 1000

func (s *spins) reset() {
	s.contents, s.rounds, s.lastChange, s.lastNew, s.able, s.recurring = s.contents[:0], 0, moment{}, 0, 0, 0
	if len(s.values) > 0 {
		clear(s.values)
	}
}

// wrote records a value. If known is not set, it may be any.
func (s *spins) wrote(object int32, c change, step int) {
	if v := (valueOf{object, c.to}); !c.known || !s.values[v] {
		s.lastNew = step
		if c.known && len(s.values) < mostValues {
			if s.values == nil {
				s.values = map[valueOf]bool{}
			}
			s.values[v] = true
		}
	}
}

// idleRound counts a round of all loops in which no other thread was enabled.
func (s *spins) idleRound(decisions int) {
	if s.rounds == 0 {
		s.stem = decisions
	}
	s.rounds++
}

// endless reports whether loops have had so many rounds that they count as endless.
func (s *spins) endless() bool { return s.rounds > maxRounds }

// maxRounds is how many rounds loops get while nothing else happens. It is for loops that have
// gone on until the limit of steps before. Loops that may wait for ever get report.FewRounds.
const maxRounds = 200

// moment is a point of an execution.
type moment struct{ step, decisions int }
