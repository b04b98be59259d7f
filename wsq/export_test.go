package wsq

import "time"

// These constructors make empty deques whose counter starts at a given value. So a test can
// cross the point where the counter wraps around.

func NewChaseLevAt[T any](i, capacity uint64) *ChaseLev[T] {
	d := &ChaseLev[T]{minimum: capacity, upkeepSizes: shippedSizes()}
	d.startAt(i, capacity)
	return d
}

func NewSplitAt[T any](i uint32, capacity uint64) *Split[T] {
	d := &Split[T]{upkeepSizes: shippedSizes()}
	d.startAt(i, capacity)
	return d
}

func NewDuffyAt[T any](i uint64, capacity int) *Duffy[T] {
	d := NewDuffy[T](capacity)
	d.startAt(i)
	return d
}

func NewTHEAt[T any](i uint64, capacity int, keepLast bool) *THE[T] {
	d := NewTHE[T](capacity, keepLast)
	d.startAt(i)
	return d
}

func NewABPAt[T any](stamp uint64, capacity int) *ABP[T] {
	d := NewABP[T](capacity)
	d.startAt(stamp)
	return d
}

// NewChaseLevSized makes a deque whose owner does its upkeep early: see upkeepSizes.
func NewChaseLevSized[T any](capacity int, lag uint64, batch int, part, patience uint64) *ChaseLev[T] {
	d := &ChaseLev[T]{minimum: checkCapacity("NewChaseLevSized", capacity, maxCapacity), upkeepSizes: upkeepSizes{lag, batch, part, patience}}
	d.startAt(0, d.minimum)
	return d
}

// NewSplitSized makes a deque whose owner clears slots early.
func NewSplitSized[T any](capacity int, lag uint64, batch int) *Split[T] {
	d := &Split[T]{upkeepSizes: upkeepSizes{lag: lag, batch: batch}}
	d.startAt(0, checkCapacity("NewSplitSized", capacity, maxCapacity))
	return d
}

// Counter returns the deque's growing number, which wraps around in the end: the index of
// the oldest item, or the stamp of an ABP.

func (d *ChaseLev[T]) Counter() uint64 { return d.top.Load() }
func (d *Split[T]) Counter() uint64    { return uint64(d.tail()) }
func (d *Duffy[T]) Counter() uint64    { return d.head.Load() }
func (d *THE[T]) Counter() uint64      { return d.h.Load() }
func (d *THE[T]) Barred() bool         { return d.e.Load() != d.h.Load() }
func (d *ABP[T]) Counter() uint64      { return abpStamp(d.age.Load()) }

// RingCapacity returns the number of slots of the current ring.
func (d *ChaseLev[T]) RingCapacity() int { return int(d.r.capacity()) }

// RingCapacity returns the number of slots of the current ring.
func (d *Split[T]) RingCapacity() int { return int(d.r.capacity()) }

// PublicLen returns the number of public items. Only the owner may call it.
func (d *Split[T]) PublicLen() int { return int(d.split - d.tail()) }

// Request leaves a request, as a thief does that finds no public item.
func (d *Split[T]) Request() { d.request.Store(true) }

// Uncleared returns the number of stolen items whose slots the owner has not cleared yet.
// Only the owner may call it.
func (d *ChaseLev[T]) Uncleared() int { return int(d.top.Load() - d.r.free) }

// Finished reports whether index i of the current ring is marked as finished.
func (d *ChaseLev[T]) Finished(i uint64) bool { return d.r.finished(i) }

// Finished reports whether index i of the current ring is marked as finished.
func (d *Split[T]) Finished(i uint32) bool { return d.r.finished(i) }

// SetFull makes an empty deque hold as many zero items as it may. Its ring has no marks, so no thief may
// take any.
func (d *ChaseLev[T]) SetFull() {
	d.r.circular = makeCircular[T, uint64](maxCapacity)
	d.b = d.top.Load() + maxCapacity
	d.bottom.Store(d.b)
}

// SetFull is that of a ChaseLev.
func (d *Split[T]) SetFull() {
	d.r.circular = makeCircular[T, uint32](maxCapacity)
	d.items = d.r.circular
	d.head = d.tail() + maxCapacity
	d.full = d.head
}

// RingCapacity returns the number of slots of the ring.
func (d *Duffy[T]) RingCapacity() int { return int(d.array.capacity()) }

// SetLen makes an empty deque hold n zero items.
func (d *Duffy[T]) SetLen(n uint64) {
	d.t = d.head.Load() + n
	d.tail.Store(d.t)
}

// SetLen makes an empty deque hold n zero items.
func (d *THE[T]) SetLen(n uint64) {
	d.tail = d.h.Load() + n
	d.t.Store(d.tail)
}

// ForeignLock is the lock of a Duffy.
type ForeignLock struct{ l *foreignLock }

func NewForeignLock() ForeignLock {
	l := newForeignLock()
	return ForeignLock{&l}
}

// ForeignLock returns the deque's own lock.
func (d *Duffy[T]) ForeignLock() ForeignLock { return ForeignLock{&d.foreignLock} }

func (f ForeignLock) Lock()                              { f.l.lock() }
func (f ForeignLock) TryLock(timeout time.Duration) bool { return f.l.tryLock(timeout) }
func (f ForeignLock) Unlock()                            { f.l.unlock() }

// Contended reports whether a goroutine may be parked on the lock.
func (f ForeignLock) Contended() bool { return f.l.state.Load() == contended }

// Hold takes the lock of thieves until the caller calls release.
func (d *THE[T]) Hold() (release func()) {
	d.lock.Lock()
	return d.lock.Unlock
}

// Bar raises the bar as a thief that holds the lock does, until the caller calls lower.
func (d *THE[T]) Bar() (lower func()) {
	h := d.h.Load()
	d.e.Store(h + 1)
	return func() { d.e.Store(h) }
}
