package strategy

import "fmt"

// Encode repeats an execution, and collects the bytes from which [Bytes] makes the same schedule.
type Encode struct {
	*Replay
	bytes []byte
}

// NewEncode returns the strategy for the decisions of one execution.
func NewEncode(d []Decision) *Encode { return &Encode{Replay: NewReplay(d)} }

// Pick implements [Strategy].
func (e *Encode) Pick(s *State) int {
	thread := e.Replay.Pick(s)
	e.bytes = append(e.bytes, byteOf(s, thread))
	return thread
}

// byteOf returns the smallest byte that picks the thread.
func byteOf(s *State, thread int) byte {
	n, nth := s.Enabled.Len(), (s.Enabled & (Only(thread) - 1)).Len()
	if !s.Enabled.Has(s.Current) {
		return byte(nth)
	}
	if thread == s.Current {
		return 0
	}
	return byte(Stays + ((nth-Stays)%n+n)%n)
}

// Choose implements [Strategy].
func (e *Encode) Choose(s *State, n int) int {
	c := e.Replay.Choose(s, n)
	if c > 255 {
		e.differs("it chooses %d, which does not fit a byte", c)
	}
	e.bytes = append(e.bytes, byte(c))
	return c
}

// Bytes returns the collected bytes, without zeros at the end. It returns an error if the program
// behaved differently.
func (e *Encode) Bytes() ([]byte, error) {
	if e.More() && e.fault == nil {
		return nil, fmt.Errorf("the execution ends after %d of %d steps", e.at, len(e.decisions))
	}
	return Trim(e.bytes), e.fault
}

// Trim returns the bytes without zeros at the end, which have no effect.
func Trim(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}
