package strategy

// Bytes reads one schedule from a fuzzer's bytes. A byte below 192 keeps the current thread if it
// is enabled. Another byte picks one of the enabled threads. So zeros, and the end of the bytes,
// mean no preemption. A fuzzer that shrinks its input shrinks towards fewer switches.
type Bytes struct {
	tape
	begun bool
	one
}

// NewBytes returns the strategy for one execution.
func NewBytes(b []byte) *Bytes { return &Bytes{tape: tape{b}} }

// Next implements [Strategy].
func (b *Bytes) Next() bool {
	first := !b.begun
	b.begun = true
	return first
}

// Stays is the number of byte values that keep the current thread.
const Stays = 192

// tape reads bytes as decisions.
type tape struct{ bytes []byte }

func (b *tape) next() byte {
	if len(b.bytes) == 0 {
		return 0
	}
	v := b.bytes[0]
	b.bytes = b.bytes[1:]
	return v
}

// Pick implements [Strategy].
func (b *tape) Pick(s *State) int {
	v := int(b.next())
	if v < Stays && s.Enabled.Has(s.Current) {
		return s.Current
	}
	threads := s.Enabled
	for n := v % threads.Len(); n > 0; n-- {
		threads &= threads - 1
	}
	return threads.First()
}

// Choose implements [Strategy].
func (b *tape) Choose(_ *State, n int) int { return int(b.next()) % n }

// one has the methods that strategies of a single execution share.
type one struct{ fault error }

// Single implements [Single].
func (*one) Single() {}

// Did implements [Strategy].
func (*one) Did(*State, int, Op) {}

// End implements [Strategy].
func (*one) End(*State, End) {}

// Fault implements [Strategy].
func (o *one) Fault() error { return o.fault }

// Exhausted implements [Strategy].
func (*one) Exhausted() (all bool, share float64) { return false, 0 }
