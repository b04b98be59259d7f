package wsq

import "sync/atomic"

// ring is the circular array of a deque whose thieves claim an index first and
// read its slot afterwards. Its slots are plain memory; each access is ordered
// by the protocol:
//
//   - the owner writes slot i before it makes index i stealable;
//   - a thief that has claimed index i alone may read slot i, and then marks
//     it finished in done, which gives the slot back to the owner;
//   - the owner writes or clears a slot only if its index was never stealable,
//     was taken back by the owner, or is finished.
//
// So a thief that is stopped between claim and read never reads an item that
// was pushed later: the owner that comes round to its slot makes a new ring
// (of the same size) instead of waiting. A stopped thief costs one ring for
// each round of the indices and never blocks anybody.
type ring[T any, I index] struct {
	circular[T, I]
	// done[i&mask] == i+1 once the thief of index i has finished.
	done []atomic.Uint64
	// base is the first index that this ring ever held.
	base I

	// free, the owner's alone: every index below it is finished, and its slot
	// cleared.
	free I
}

func makeRing[T any, I index](capacity uint64, base I) ring[T, I] {
	r := ring[T, I]{
		circular: makeCircular[T, I](capacity),
		done:     make([]atomic.Uint64, capacity),
		base:     base,
		free:     base,
	}
	// A zero mark would mean "the largest index is finished" in the one slot
	// that this index uses; no index of that slot is ever marked 1.
	r.done[r.mask].Store(1) //tla:- before the ring is shared
	return r
}

// finish marks index i as finished with, by whoever has claimed it.
func (r *ring[T, I]) finish(i I) {
	r.done[i&r.mask].Store(uint64(i + 1))
}

// finished reports whether index i has been marked.
func (r *ring[T, I]) finished(i I) bool {
	return r.done[i&r.mask].Load() == uint64(i+1)
}

// reclaim clears the slots of finished indices in [free, top), in order, up to
// the first that is not finished, and at most limit of them. Owner only.
//
// It is a private multi-access region: in turns it loads a mark and clears a
// slot. The slot of a finished index is the owner's, and a mark that a thief sets
// meanwhile is seen now or next time. So one step may stand for all of it.
func (r *ring[T, I]) reclaim(top I, limit int) {
	var zero T
	for n := 0; n < limit && r.free != top && r.finished(r.free); n++ {
		r.slots[r.free&r.mask] = zero
		r.free++
	}
}
