package mutant

import "github.com/stealproof/stealproof/wsq"

// StealReadAfterCAS is ChaseLev with a Steal that reads the slot after its CAS. The CAS has released the slot, so the owner
// may come round the ring first. Public origin: ssbl/concurrent-deque#2.
//
// Interleaving, with a ring of two slots. The ring grows one item early, so one more index must be taken before Push
// comes round:
//
//	O  Push(a)
//	T  Steal: CAS top to 1
//	O  Push(b), Pop -> b                  top = 2, bottom = 2
//	O  Push(c): index 2, slot 0
//	T  Steal: reads slot 0                -> c; a is lost
//	O  Pop                                -> c, for the second time
//
// A checker should see: an item taken twice, another lost.
type StealReadAfterCAS[T any] struct{ ChaseLev[T] }

// NewStealReadAfterCAS is like [NewChaseLev].
func NewStealReadAfterCAS[T any](capacity int) *StealReadAfterCAS[T] {
	d := &StealReadAfterCAS[T]{}
	d.init(capacity)
	return d
}

// Steal is wrong.
func (d *StealReadAfterCAS[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	b := d.bottom.Load()
	a := d.array.Load()
	if b-t <= 0 {
		return nil, wsq.Empty
	}
	if !d.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return a.get(t), wsq.Stolen // too late
}
