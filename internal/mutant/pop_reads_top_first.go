package mutant

// PopReadsTopFirst is ChaseLev with a Pop that reads top before it lowers bottom. So the owner and a thief may each miss
// the other's write. A missing store-load fence has the same effect on the right order.
//
// Interleaving:
//
//	O  Push(a), Push(b)
//	O  Pop: reads top = 0
//	T  Steal -> a, Steal -> b: top = 2
//	O  Pop: bottom = 1, size = 1 - 0 > 0  -> b, for the second time
//
// Then top is above bottom. The next item is lost, because the owner's next Pop answers false. A checker should see: an item
// taken twice, one lost.
type PopReadsTopFirst[T any] struct{ ChaseLev[T] }

// NewPopReadsTopFirst is like [NewChaseLev].
func NewPopReadsTopFirst[T any](capacity int) *PopReadsTopFirst[T] {
	d := &PopReadsTopFirst[T]{}
	d.init(capacity)
	return d
}

// Pop is wrong.
func (d *PopReadsTopFirst[T]) Pop() (*T, bool) {
	b := d.bottom.Load() - 1
	t := d.top.Load() // too early
	d.bottom.Store(b)
	size := b - t
	if size < 0 {
		d.bottom.Store(t)
		return nil, false
	}
	v := d.array.Load().get(b)
	if size > 0 {
		return v, true
	}
	won := d.top.CompareAndSwap(t, t+1)
	d.bottom.Store(t + 1)
	if !won {
		return nil, false
	}
	return v, true
}
