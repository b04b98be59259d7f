package engine

// spins is what is known of the loops of an execution in which threads wait for others.
type spins struct {
	contents   []content // by object
	rounds     int       // rounds of all loops while no other thread was enabled
	stem       int       // decisions before the first of these rounds
	lastChange moment    // when something changed last
}

func (s *spins) reset() { s.contents, s.rounds, s.lastChange = s.contents[:0], 0, moment{} }

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
// gone on until the limit of steps before.
const maxRounds = 200

// moment is a point of an execution.
type moment struct{ step, decisions int }
