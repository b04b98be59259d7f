package pool

// checkBubble panics if the pool was made outside of the bubble of testing/synctest in which the
// caller is, or the other way round. Go would end the program when a goroutine on one side wakes
// one on the other. If the pool has no workers any more, nobody is woken: then checkBubble
// returns true instead, also in another bubble.
func (s *state) checkBubble() (gone bool) {
	elsewhere := s.bubble.Elsewhere()
	if !elsewhere && !s.bubble.Inside() {
		return false
	}
	gone = s.gone.isComplete()
	if elsewhere && !gone {
		panic(otherBubble)
	}
	return gone
}

const otherBubble = "pool: the pool and its caller are not in the same testing/synctest bubble; " +
	"make the pool inside the bubble, and close it there"
