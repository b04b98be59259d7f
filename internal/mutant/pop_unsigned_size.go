package mutant

// PopUnsignedSize is ChaseLev with a Pop whose size is unsigned, as in a port with indices of type uint or size_t. A size
// below 0 looks very large. Public origin: a point in the review of crossbeam-rs/crossbeam#33.
//
// Sequence, one goroutine:
//
//	Push(a), Pop -> a                     top = 1, bottom = 1
//	Pop: bottom = 0, size = 0 - 1 > 0     -> the slot of index 0: a, again
//
// On a new deque Pop answers a nil item. A checker should see: an item taken
// twice, or one that nobody pushed.
type PopUnsignedSize[T any] struct{ ChaseLev[T] }

// NewPopUnsignedSize is like [NewChaseLev].
func NewPopUnsignedSize[T any](capacity int) *PopUnsignedSize[T] {
	d := &PopUnsignedSize[T]{}
	d.init(capacity)
	return d
}

// Pop is wrong.
func (d *PopUnsignedSize[T]) Pop() (*T, bool) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	t := d.top.Load()
	size := uint64(b - t) // never negative
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
