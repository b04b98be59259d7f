package engine

import (
	"slices"
	"unsafe"
)

// objects numbers the addresses that an execution touches, in the order of their first use. A
// replay repeats that order. It keeps the objects alive, so that within an execution an address
// stands for one object only.
type objects struct {
	slots []slot // the length is a power of two
	shift uint
	epoch uint32
	keep  []unsafe.Pointer // by number
	mixed []int32          // objects accessed in words of different sizes
	// companions has what shims keep about objects. It is emptied at the end of the execution.
	companions map[any]any
	torn       [][2]int32 // words whose two halves are different objects: the lower half, and the upper half known before
}

type slot struct {
	address uintptr
	epoch   uint32 // the slot is empty unless this is the table's
	size    uint32 // of atomic accesses, 0 if there were none
	number  int32
}

func newObjects() *objects {
	o := &objects{epoch: 1, companions: map[any]any{}}
	o.resize(64)
	return o
}

func (o *objects) resize(n int) {
	old := o.slots
	o.slots = make([]slot, n)
	o.shift = 64
	for ; n > 1; n /= 2 {
		o.shift--
	}
	for _, s := range old {
		if s.epoch == o.epoch {
			*o.find(s.address) = s
		}
	}
}

// find returns the slot of an address, or the empty slot where it belongs.
func (o *objects) find(address uintptr) *slot {
	mask := len(o.slots) - 1
	i := int(uint64(address>>2) * 0x9e3779b97f4a7c15 >> o.shift)
	for {
		s := &o.slots[i&mask]
		if s.epoch != o.epoch || s.address == address {
			return s
		}
		i++
	}
}

// number returns the number of the object at p.
func (o *objects) number(p unsafe.Pointer) int32 {
	s := o.find(uintptr(p))
	if s.epoch == o.epoch {
		return s.number
	}
	*s = slot{address: uintptr(p), epoch: o.epoch, number: int32(len(o.keep))}
	o.keeps(p)
	return int32(len(o.keep) - 1)
}

// keeps adds the object at p, and reports whether the table has grown.
func (o *objects) keeps(p unsafe.Pointer) (grown bool) {
	o.keep = append(o.keep, p)
	if grown = 2*len(o.keep) > len(o.slots); grown {
		o.resize(2 * len(o.slots))
	}
	return grown
}

// word returns the number of the object at p, which is accessed atomically with the given size. A
// word and a half of it are one object. Except: if both halves already are objects when the word
// is first accessed, they stay two, and whole is false.
func (o *objects) word(p unsafe.Pointer, size uint32) (number int32, whole bool) {
	const half, full = 4, 8
	s := o.find(uintptr(p))
	other := uintptr(0) // where an access of the other size would overlap this one
	switch {
	case size == full:
		other = uintptr(p) + half
	case size == half && uintptr(p)%full != 0:
		other = uintptr(p) - half
	}
	var met *slot
	if other != 0 {
		if m := o.find(other); m.epoch == o.epoch && m.size != 0 && (size == full || m.size == full) {
			met = m
		}
	}
	switch {
	case s.epoch != o.epoch && met == nil:
		*s = slot{address: uintptr(p), epoch: o.epoch, number: int32(len(o.keep))}
		if o.keeps(p) {
			s = o.find(uintptr(p))
		}
	case s.epoch != o.epoch:
		*s = slot{address: uintptr(p), epoch: o.epoch, number: met.number}
		o.mix(met.number)
	case s.size != 0:
		o.mix(s.number)
	}
	if whole = met == nil || s.number == met.number; !whole {
		o.torn = append(o.torn, [2]int32{s.number, met.number})
	}
	s.size = max(s.size, size)
	return s.number, whole
}

func (o *objects) mix(number int32) {
	if !slices.Contains(o.mixed, number) {
		o.mixed = append(o.mixed, number)
	}
}

// companion returns what a shim keeps about an object, by its key. At the first call, made returns it.
func companionOf[T any](o *objects, key any) *T {
	if c, ok := o.companions[key]; ok {
		return c.(*T)
	}
	c := new(T)
	o.companions[key] = c
	return c
}

// part forgets what shims keep about objects.
func (o *objects) part() {
	if len(o.companions) > 0 {
		clear(o.companions)
	}
}

// reset forgets all objects.
func (o *objects) reset() {
	o.part()
	clear(o.keep)
	o.keep, o.mixed, o.torn = o.keep[:0], o.mixed[:0], o.torn[:0]
	if o.epoch++; o.epoch == 0 {
		clear(o.slots)
		o.epoch = 1
	}
}

// object returns the number of the object at p. Size is that of an atomic access, or 0.
func (e *engine) object(p unsafe.Pointer, size uint32) int32 {
	if size == 0 {
		return e.objects.number(p)
	}
	if s := e.objects.find(uintptr(p)); s.epoch == e.objects.epoch && s.size == size {
		return s.number
	}
	number, whole := e.objects.word(p, size)
	if !whole {
		e.loops.hitBound("two halves of a word were accessed atomically before the whole word was: not all orders of these accesses were tried", place{})
	}
	return number
}
