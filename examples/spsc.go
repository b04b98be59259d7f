package examples

import "sync/atomic"

// An SPSC is a ring for one producer and one consumer.
type SPSC struct {
	read, write atomic.Uint64
	slots       [2]int
}

// NewSPSC returns an empty ring for two values.
func NewSPSC() *SPSC { return &SPSC{} }

// Push adds a value. It returns false if there is no room.
func (q *SPSC) Push(v int) bool {
	w := q.write.Load()
	if w-q.read.Load() == 2 {
		return false
	}
	q.slots[w%2] = v
	q.write.Store(w + 1)
	return true
}

// Pop takes the first value.
func (q *SPSC) Pop() (int, bool) {
	r := q.read.Load()
	if r == q.write.Load() {
		return 0, false
	}
	v := q.slots[r%2]
	q.read.Store(r + 1)
	return v, true
}

// A BrokenSPSC gives the slot back before it has read the value, as a ring of JCTools did:
// https://github.com/JCTools/JCTools/issues/71
type BrokenSPSC struct{ SPSC }

// NewBrokenSPSC returns an empty ring for two values.
func NewBrokenSPSC() *BrokenSPSC { return &BrokenSPSC{} }

// Pop takes the first value.
func (q *BrokenSPSC) Pop() (int, bool) {
	r := q.read.Load()
	if r == q.write.Load() {
		return 0, false
	}
	q.read.Store(r + 1)
	return q.slots[r%2], true
}
