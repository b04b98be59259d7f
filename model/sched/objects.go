package sched

import "unsafe"

// objects numbers the addresses that an execution touches, in the order of their
// first use, which a replay repeats. It keeps what it has numbered alive, so that
// within an execution an address stands for one object only.
type objects struct {
	slots []slot // a power of two
	shift uint
	epoch uint32
	keep  []unsafe.Pointer // by number
}

type slot struct {
	address uintptr
	epoch   uint32 // the slot is empty unless it has the table's
	number  int32
}

func newObjects() *objects {
	o := &objects{epoch: 1}
	o.resize(256)
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

// find returns the slot of an address, or the empty one where it belongs.
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
	*s = slot{uintptr(p), o.epoch, int32(len(o.keep))}
	o.keep = append(o.keep, p)
	if 2*len(o.keep) > len(o.slots) {
		o.resize(2 * len(o.slots))
	}
	return int32(len(o.keep) - 1)
}

// reset forgets all objects.
func (o *objects) reset() {
	clear(o.keep)
	o.keep = o.keep[:0]
	if o.epoch++; o.epoch == 0 {
		clear(o.slots)
		o.epoch = 1
	}
}
