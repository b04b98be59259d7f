package wsq

import "sync/atomic"

// ring is the circular array of a deque whose thieves claim an index before they read its
// slot. Slots are plain memory. The protocol orders each access to slot i:
//
//   - The owner writes the slot before it makes index i stealable.
//   - Only the thief that has claimed index i may read the slot. It then marks index i
//     finished in done, which gives the slot back to the owner.
//   - The owner writes or clears the slot only if index i was never stealable, was taken
//     back by the owner, or is finished.
//
// So a thief that is stopped between claim and read never reads an item that was pushed
// later. When the owner comes round to that slot, it does not wait: it makes a new ring of
// the same size. A stopped thief costs one ring for each round of the indices, and it never
// blocks another goroutine.
type ring[T any, I index] struct {
	circular[T, I]
	// done[i&mask] == i+1 once the thief of index i has finished.
	done []atomic.Uint64
	// base is the first index that this ring ever held.
	base I

	// free belongs to the owner: every index below it is finished, and its slot is cleared.
	free I
}

func makeRing[T any, I index](capacity uint64, base I) ring[T, I] {
	r := ring[T, I]{
		circular: makeCircular[T, I](capacity),
		done:     make([]atomic.Uint64, capacity),
		base:     base,
		free:     base,
	}
	// Indices wrap around, so a zero mark would mean that the largest index is finished.
	// The initial mark 1 in that index's slot prevents this: no index of that slot is ever
	// marked 1.
	r.done[r.mask].Store(1) //tla:- before the ring is shared
	return r
}

// finish marks index i as finished. Only the goroutine that has claimed i calls it.
func (r *ring[T, I]) finish(i I) {
	r.done[i&r.mask].Store(uint64(i + 1))
}

// finished reports whether index i is marked.
func (r *ring[T, I]) finished(i I) bool {
	return r.done[i&r.mask].Load() == uint64(i+1)
}

// reclaim clears the slots of finished indices in [free, top), in order. It stops at the
// first index that is not finished, and after limit slots. Only the owner calls it.
//
// It is a private multi-access region, and one step at its last access: all that comes before
// is a right mover. It alternately loads a mark and clears a slot. A mark that is set is not
// changed until the owner gives the slot out again, so that load moves right over all that
// thieves do. The load of a mark that is not set is the last access. The slot of a finished
// index is the owner's: clearing it moves both ways.
func (r *ring[T, I]) reclaim(top I, limit int) {
	var zero T
	for n := 0; n < limit && r.free != top && r.finished(r.free); n++ {
		r.slots[r.free&r.mask] = zero
		r.free++
	}
}
