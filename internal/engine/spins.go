package engine

// spins is what is known of the loops of an execution in which threads wait for
// others.
type spins struct {
	contents   []content // by object
	rounds     int       // of all loops, while nobody else could go on
	stem       int       // decisions until the first of them
	lastChange moment    // when something changed at last
}

func (s *spins) reset() { s.contents, s.rounds, s.lastChange = s.contents[:0], 0, moment{} }

// idleRound counts a round of all loops in which nobody else could go on, after so many
// decisions.
func (s *spins) idleRound(decisions int) {
	if s.rounds == 0 {
		s.stem = decisions
	}
	s.rounds++
}

// endless reports whether loops have gone round so often that they count as endless.
func (s *spins) endless() bool { return s.rounds > maxRounds }

// maxRounds is how often loops go round, while nothing else happens, until they
// count as endless: those that are known to have gone on until the limit of steps
// before.
const maxRounds = 200

// moment is a point of an execution.
type moment struct{ step, decisions int }
