package mutant

import "github.com/stealproof/stealproof/wsq"

// StealStaleArray is ChaseLev with a Steal that loads the array before the indices. Its CAS confirms only the index. If the
// owner replaces the ring in between, the thief's ring lacks later items. A public origin of this kind is
// crossbeam-rs/crossbeam#726 (CVE-2021-32810, RUSTSEC-2021-0093), where a thief read a buffer that had been swapped. The
// symptom is the same: an item is taken twice in place of another, which is lost.
//
// Interleaving, with a ring of two slots, which grows at its second item:
//
//	T  Steal: loads the ring of 2
//	O  Push(a), Push(b): the ring of 4 has a and b, slot 1 of the old one is nil
//	S  Steal: top = 1                     -> a
//	T  Steal: top = 1, bottom = 2, slot 1 of the old ring, CAS top to 2
//	                                      -> nil; b is lost
//
// Without S: O does Pop -> b, Pop -> a, Push(c), and T gets nil for c. In a ring that has been in use for a while, the
// slot has an item that was taken earlier.
// A checker should see: an item that nobody pushed (nil) or one taken twice, and
// one lost.
type StealStaleArray[T any] struct{ ChaseLev[T] }

// NewStealStaleArray is like [NewChaseLev].
func NewStealStaleArray[T any](capacity int) *StealStaleArray[T] {
	d := &StealStaleArray[T]{}
	d.init(capacity)
	return d
}

// Steal is wrong.
func (d *StealStaleArray[T]) Steal() (*T, wsq.StealResult) {
	a := d.array.Load() // too early
	t := d.top.Load()
	b := d.bottom.Load()
	if b-t <= 0 {
		return nil, wsq.Empty
	}
	v := a.get(t)
	if !d.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}
