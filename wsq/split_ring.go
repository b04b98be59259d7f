package wsq

import "fmt"

// How the owner of a Split clears and replaces its ring.

// tail returns the index of the oldest item.
func (d *Split[T]) tail() uint32 {
	tail, _ := splitEnds(d.r.word.Load())
	return tail
}

// use makes r the ring that the owner uses.
func (d *Split[T]) use(r *splitRing[T]) {
	d.r, d.items = r, r.circular
	d.full = r.free + uint32(r.capacity())
}

// reclaim clears slots as ring.reclaim does, and updates full.
func (d *Split[T]) reclaim(tail uint32, limit int) {
	d.r.reclaim(tail, limit)
	d.full = d.r.free + uint32(d.r.capacity())
}

// clearStolen clears up to batch slots of stolen items, if more than lag wait.
func (d *Split[T]) clearStolen(tail uint32) {
	if uint64(tail-d.r.free) > d.lag {
		d.reclaim(tail, d.batch) //tla:MeetReadDone
	}
}

// makeRoom makes the slot of index head writable. It clears finished slots, or installs a
// new ring.
func (d *Split[T]) makeRoom() {
	tail := d.tail()         //tla:PushReadTail
	d.reclaim(tail, d.batch) //tla:PushReadDone
	if d.head != d.full {
		return
	}
	capacity := d.r.capacity()
	if uint64(d.head-tail) == capacity {
		if capacity == maxCapacity {
			panic(fmt.Sprintf("wsq: Split.Push: the deque holds %d items, its limit", capacity))
		}
		capacity *= 2
	}
	// If the ring is not full, a thief has claimed the old index of this slot and has yet
	// to read it. The owner leaves the old ring to that thief.
	d.replace(capacity)
}

// replace closes the ring, then publishes a new one with its items.
func (d *Split[T]) replace(capacity uint64) {
	old := d.r
	var tail, split uint32
	for {
		w := old.word.Load() //tla:SwapReadWord
		tail, split = splitEnds(w)
		if old.word.CompareAndSwap(w, splitWord(tail, tail-1)) { //tla:SwapClose
			break
		}
	}
	r := &splitRing[T]{ring: makeRing[T](capacity, tail)}
	// The copy may count as one step. It writes only the slots of r, which is not shared
	// yet. It reads slots that are no longer shared: the old ring is closed, and its
	// thieves have indices below tail.
	r.copyFrom(&old.circular, tail, d.head) //tla:SwapCopy
	r.word.Store(splitWord(tail, split))    //tla:- before the ring is shared
	d.use(r)
	d.array.Store(r) //tla:SwapPublish
}
