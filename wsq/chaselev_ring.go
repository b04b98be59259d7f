package wsq

import "fmt"

// What the owner of a ChaseLev does to its ring: clear, grow, shrink.

const (
	scrubLag   = 16 // finished items that may wait for their slot to be cleared
	scrubBatch = 32 // slots that one owner operation clears at most
)

// settle does the upkeep that a Pop owes that has claimed index t at the top and
// taken its item. It is small enough to be inlined.
func (d *ChaseLev[T]) settle(t uint64) {
	if d.r.free == t && d.quarter == 0 {
		d.r.free++
	} else {
		d.settleSlowly(t)
	}
}

func (d *ChaseLev[T]) settleSlowly(t uint64) {
	if d.r.free == t {
		d.r.free++
	} else {
		d.r.finish(t) //tla:PopFinish
	}
	if t++; d.owesUpkeep(t, d.b-t) {
		d.upkeep(t)
	}
}

// owesUpkeep reports whether a Pop has to do upkeep when top is t and n items
// are left.
func (d *ChaseLev[T]) owesUpkeep(t, n uint64) bool {
	return t-d.r.free > scrubLag || n < d.quarter || d.lowPops != 0
}

func (d *ChaseLev[T]) upkeep(t uint64) {
	d.reclaim(t, scrubBatch) //tla:PopReadDone
	if d.b-t >= d.quarter {
		d.lowPops = 0
		return
	}
	if d.lowPops++; d.lowPops > d.r.mask {
		d.replace(d.r.capacity() / 2)
	}
}

// makeRoom makes the slot of index b writable: by clearing, or in a new ring.
func (d *ChaseLev[T]) makeRoom() {
	t := d.top.Load()        //tla:PushReadTop
	d.reclaim(t, scrubBatch) //tla:PushReadDone
	if d.b-d.r.free <= d.r.mask {
		return
	}
	capacity := d.r.capacity()
	if d.b-t == capacity {
		if capacity == maxCapacity {
			panic(fmt.Sprintf("wsq: ChaseLev.Push: the deque holds %d items, its limit", d.b-t))
		}
		capacity *= 2
	}
	// Otherwise a thief that has claimed the old index of the slot has yet to
	// read it: leave it the old ring.
	d.replace(capacity)
}

// replace publishes a new ring with the items of the current one. The number of
// items, which thieves can only lower, must fit.
func (d *ChaseLev[T]) replace(capacity uint64) {
	old := d.r
	t := d.top.Load() //tla:SwapReadTop
	r := makeRing[T](capacity, t)
	// Not shared yet: what is written, the slots of r. Shared: what is read; no
	// thief writes a slot, and the owner does nothing else meanwhile.
	r.copyFrom(&old.circular, t, d.b) //tla:SwapCopy
	d.array.Store(&r)                 //tla:SwapPublish
	t = d.top.Load()                  //tla:SwapReadTopAgain
	d.install(r)
	if t != r.base {
		// Indices [base, t) were claimed between copy and publication, or just
		// after. Their thieves mark the ring that they find after the claim, and
		// that may still be the old one.
		d.before, d.beforeEnd = old.done, t
	}
}

// reclaim clears the slots of up to limit finished indices below top. It is what
// ring.reclaim is, a private multi-access region; the marks that it forwards
// were made by thieves that have no more to do with the slot.
func (d *ChaseLev[T]) reclaim(top uint64, limit int) {
	if d.before != nil {
		d.forward()
	}
	d.r.reclaim(top, limit)
}

// forward copies the marks that thieves left in the previous ring, see replace.
func (d *ChaseLev[T]) forward() {
	r := &d.r
	if int64(r.free-d.beforeEnd) >= 0 {
		d.before = nil // the owner has seen the end of all of them
		return
	}
	for i := r.free; i != d.beforeEnd; i++ {
		if d.before[i&uint64(len(d.before)-1)].Load() == i+1 {
			r.finish(i)
		}
	}
}

// install makes r the ring that the owner works on.
func (d *ChaseLev[T]) install(r ring[T, uint64]) {
	d.r = r
	d.before = nil
	d.lowPops = 0
	d.quarter = 0
	if capacity := r.capacity(); capacity > d.minimum {
		d.quarter = capacity / 4
	}
}
