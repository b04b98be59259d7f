package mutant

import "github.com/stealproof/stealproof/wsq"

// StealNoCAS is ChaseLev with a Steal that stores top instead of a CAS.
//
// Interleaving, with the owner:
//
//	O  Push(a)
//	T  Steal: reads top = 0, bottom = 1, a
//	O  Pop: the last item, CAS top to 1   -> a
//	T  Steal: stores top = 1              -> a, for the second time
//
// A second thief in the owner's place shows the same. A thief that stops for longer lowers top again, and all items taken
// since are back. A checker should see: an item taken twice.
type StealNoCAS[T any] struct{ ChaseLev[T] }

// NewStealNoCAS is like [NewChaseLev].
func NewStealNoCAS[T any](capacity int) *StealNoCAS[T] {
	d := &StealNoCAS[T]{}
	d.init(capacity)
	return d
}

// Steal is wrong.
func (d *StealNoCAS[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	b := d.bottom.Load()
	a := d.array.Load()
	if b-t <= 0 {
		return nil, wsq.Empty
	}
	v := a.get(t)
	d.top.Store(t + 1) // no CAS
	return v, wsq.Stolen
}
