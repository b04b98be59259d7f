package examples

import (
	"runtime"
	"sync/atomic"
)

// An MCS is the queue lock of Mellor-Crummey and Scott, around a number.
type MCS struct {
	tail atomic.Pointer[mcsNode]
	n    int
}

type mcsNode struct {
	waits atomic.Bool
	next  atomic.Pointer[mcsNode]
}

// NewMCS returns a number with an unlocked lock.
func NewMCS() *MCS { return &MCS{} }

func (l *MCS) lock() *mcsNode {
	n := &mcsNode{}
	n.waits.Store(true)
	if before := l.tail.Swap(n); before != nil {
		before.next.Store(n)
		for n.waits.Load() {
			runtime.Gosched()
		}
	}
	return n
}

func (l *MCS) unlock(n *mcsNode) {
	if n.next.Load() == nil {
		if l.tail.CompareAndSwap(n, nil) {
			return
		}
		for n.next.Load() == nil { // somebody is about to link a node
			runtime.Gosched()
		}
	}
	n.next.Load().waits.Store(false)
}

// Add adds to the number, and returns it.
func (l *MCS) Add(d int) int {
	n := l.lock()
	defer l.unlock(n)
	l.n += d
	return l.n
}

// A BrokenMCS frees the lock with the wrong compare-and-swap: if it fails, nobody is woken. A review
// of the kernel nanos found a swap of the wrong values in this place:
// https://github.com/nanovms/nanos/pull/1677
type BrokenMCS struct{ MCS }

// NewBrokenMCS returns a number with an unlocked lock.
func NewBrokenMCS() *BrokenMCS { return &BrokenMCS{} }

// Add adds to the number, and returns it.
func (l *BrokenMCS) Add(d int) int {
	n := l.lock()
	l.n += d
	sum := l.n
	if next := n.next.Load(); next != nil {
		next.waits.Store(false)
	} else {
		l.tail.CompareAndSwap(n, nil)
	}
	return sum
}
