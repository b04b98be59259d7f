package wsq

// index is the type of a deque's indices. They wrap around, so only their differences have
// a meaning.
type index interface{ uint32 | uint64 }

// circular is an array in which index i has slot i&mask.
type circular[T any, I index] struct {
	mask  I
	slots []T // the length is a power of two
}

func makeCircular[T any, I index](capacity uint64) circular[T, I] {
	return circular[T, I]{mask: I(capacity - 1), slots: make([]T, capacity)}
}

// capacity returns the number of slots.
func (c *circular[T, I]) capacity() uint64 { return uint64(len(c.slots)) }

// take returns slot i and clears it. The caller must own the slot; so the read and the
// write are a private multi-access region, and both movers: an access of another goroutine
// that conflicts would be a data race.
func (c *circular[T, I]) take(i I) T {
	var zero T
	p := &c.slots[i&c.mask]
	v := *p
	*p = zero
	return v
}

// copyFrom copies the slots of indices [from, to) of old into c. It is a private
// multi-access region if no goroutine writes these slots of old and no other goroutine has
// c. Then its accesses are both movers.
func (c *circular[T, I]) copyFrom(old *circular[T, I], from, to I) {
	for i := from; i != to; i++ {
		c.slots[i&c.mask] = old.slots[i&old.mask]
	}
}

// doubled returns an array of twice the size with the items of indices [from, to). The
// conditions of copyFrom apply.
func (c *circular[T, I]) doubled(from, to I) circular[T, I] {
	d := makeCircular[T, I](2 * c.capacity())
	d.copyFrom(c, from, to)
	return d
}
