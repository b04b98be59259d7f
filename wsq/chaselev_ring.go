package wsq

import "fmt"

// How the owner of a ChaseLev clears, grows and shrinks its ring.

// settle ends a Pop that has claimed index t at the top and taken its item. It gives the
// slot back and does the upkeep that is due. It is small enough to be inlined.
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

// owesUpkeep reports whether a Pop has to do upkeep. t is the top, n the number of items
// that are left.
func (d *ChaseLev[T]) owesUpkeep(t, n uint64) bool {
	return t-d.r.free > d.lag || n < d.quarter || d.lowPops != 0
}

func (d *ChaseLev[T]) upkeep(t uint64) {
	d.reclaim(t, d.batch) //tla:PopReadDone
	if d.b-t >= d.quarter {
		d.lowPops = 0
		return
	}
	if d.lowPops++; d.lowPops > min(d.r.mask, d.patience) {
		d.replace(d.r.capacity() / 2)
	}
}

// makeRoom makes the slot of index b writable. It clears finished slots, or installs a new
// ring.
func (d *ChaseLev[T]) makeRoom() {
	t := d.top.Load()     //tla:PushReadTop
	d.reclaim(t, d.batch) //tla:PushReadDone
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
	// If the ring is not full, a thief has claimed the old index of this slot and has yet
	// to read it. The owner leaves the old ring to that thief.
	d.replace(capacity)
}

// replace publishes a new ring with the items of the current one. The items must fit;
// thieves can only make them fewer.
func (d *ChaseLev[T]) replace(capacity uint64) {
	old := d.r
	t := d.top.Load() //tla:SwapReadTop
	r := makeRing[T](capacity, t)
	// The copy may count as one step. It writes only the slots of r, which is not shared
	// yet. It reads slots that no thief writes, and the owner does nothing else meanwhile.
	r.copyFrom(&old.circular, t, d.b) //tla:SwapCopy
	d.array.Store(&r)                 //tla:SwapPublish
	t = d.top.Load()                  //tla:SwapReadTopAgain
	d.install(r)
	if t != r.base {
		// Thieves claimed the indices [base, t) between the copy and the publication, or
		// just after. Such a thief marks the ring that it finds after its claim, and that
		// may still be the old one.
		d.before, d.beforeEnd = old.done, t
	}
}

// reclaim clears the slots of up to limit finished indices below top. Like ring.reclaim it
// is a private multi-access region: a thief that left one of the forwarded marks does not
// touch the slot again.
func (d *ChaseLev[T]) reclaim(top uint64, limit int) {
	if d.before != nil {
		d.forward()
	}
	d.r.reclaim(top, limit)
}

// forward copies the marks that thieves left in the previous ring; see replace. Loads of
// marks that are set are right movers, and the copies are both movers: only the owner uses
// them. A load of a mark that is not set is no right mover. If thieves then set this mark
// and, after it, a mark that forward has yet to load, no single step would see the second
// only. That does no harm: forward runs again until all of these marks are set.
func (d *ChaseLev[T]) forward() {
	r := &d.r
	if int64(r.free-d.beforeEnd) >= 0 {
		d.before = nil // all of them have finished
		return
	}
	for i := r.free; i != d.beforeEnd; i++ {
		if d.before[i&uint64(len(d.before)-1)].Load() == i+1 {
			r.finish(i)
		}
	}
}

// install makes r the ring that the owner uses.
func (d *ChaseLev[T]) install(r ring[T, uint64]) {
	d.r = r
	d.before = nil
	d.lowPops = 0
	d.quarter = 0
	if capacity := r.capacity(); capacity > d.minimum {
		d.quarter = capacity / d.part
	}
}
