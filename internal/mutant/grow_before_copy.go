package mutant

// GrowBeforeCopy is ChaseLev with a Push that publishes the larger ring before it has copied the items. A missing release
// fence has the same effect on the right order. A public origin of this kind is the bug that CDSChecker found in the
// published C11 version of the deque (B. Norris and B. Demsky, OOPSLA 2013).
//
// Interleaving, with a ring of two slots, which grows at its second item:
//
//	O  Push(a)
//	O  Push(b): publishes the ring of 4
//	T  Steal: top = 0, bottom = 1, slot 0 of the new ring, CAS top to 1
//	                                      -> nil
//	O  Push(b): copies a, which is lost
//
// A checker should see: an item that nobody pushed (nil), one lost.
type GrowBeforeCopy[T any] struct{ ChaseLev[T] }

// NewGrowBeforeCopy is like [NewChaseLev].
func NewGrowBeforeCopy[T any](capacity int) *GrowBeforeCopy[T] {
	d := &GrowBeforeCopy[T]{}
	d.init(capacity)
	return d
}

// Push is wrong.
func (d *GrowBeforeCopy[T]) Push(v *T) bool {
	b := d.bottom.Load()
	t := d.top.Load()
	a := d.array.Load()
	if b-t >= a.size()-1 {
		grown := newPointerRing[T](2 * len(a.slots))
		d.array.Store(grown) // too early
		a.copyTo(grown, b, t)
		a = grown
	}
	a.put(b, v)
	d.bottom.Store(b + 1)
	return true
}
