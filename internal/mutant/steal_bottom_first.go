package mutant

import "github.com/stealproof/stealproof/wsq"

// StealBottomFirst is ChaseLev with a Steal that reads bottom before top. By the time it reads top, the owner may have
// popped below that bottom. Public origin: crossbeam-rs/crossbeam#85. It weakened the order of the two loads, and was withdrawn
// for that reason.
//
// Interleaving:
//
//	O  Push(a), Push(b)
//	T  Steal: reads bottom = 2
//	O  Pop: bottom = 1                    -> b
//	O  Pop: the last item, CAS top to 1   -> a; bottom = 1: empty
//	T  Steal: reads top = 1, size = 1, slot 1, CAS top to 2
//	                                      -> b, for the second time
//
// Then top is above bottom, and thieves have passed the index of the next item. The owner's next Pop answers false, and the
// item is lost. A checker should see: an item taken twice, one lost.
type StealBottomFirst[T any] struct{ ChaseLev[T] }

// NewStealBottomFirst is like [NewChaseLev].
func NewStealBottomFirst[T any](capacity int) *StealBottomFirst[T] {
	d := &StealBottomFirst[T]{}
	d.init(capacity)
	return d
}

// Steal is wrong.
func (d *StealBottomFirst[T]) Steal() (*T, wsq.StealResult) {
	b := d.bottom.Load() // too early
	t := d.top.Load()
	a := d.array.Load()
	if b-t <= 0 {
		return nil, wsq.Empty
	}
	v := a.get(t)
	if !d.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}
