package strategy

// Inputs reads the schedule of each execution from bytes, as [Bytes] does.
type Inputs struct {
	tape
	another func() (schedule []byte, ok bool)
}

// NewInputs returns the strategy. It calls another for the bytes of each execution.
func NewInputs(another func() (schedule []byte, ok bool)) *Inputs { return &Inputs{another: another} }

// Next implements [Strategy].
func (i *Inputs) Next() (ok bool) {
	i.bytes, ok = i.another()
	return ok
}

// Did implements [Strategy].
func (*Inputs) Did(*State, int, Op) {}

// End implements [Strategy].
func (*Inputs) End(*State, End) {}

// Fault implements [Strategy].
func (*Inputs) Fault() error { return nil }

// Exhausted implements [Strategy].
func (*Inputs) Exhausted() (all bool, share float64) { return false, 0 }
