package examples

import "sync/atomic"

// A Set is Harris' linked list: a sorted set of numbers. A node's successor and its mark change
// together, in one compare-and-swap. A marked node is no element.
type Set struct{ head listNode }

type listNode struct {
	key  int
	next atomic.Pointer[link]
}

type link struct {
	to     *listNode
	marked bool
}

// NewSet returns an empty set.
func NewSet() *Set {
	s := &Set{}
	s.head.next.Store(&link{})
	return s
}

// find returns the last node before the key with its link, and the node after. It unlinks marked
// nodes on the way.
func (s *Set) find(key int) (before *listNode, l *link, after *listNode) {
retry:
	before = &s.head
	l = before.next.Load()
	for after = l.to; after != nil; {
		next := after.next.Load()
		if next.marked {
			n := &link{to: next.to}
			if !before.next.CompareAndSwap(l, n) {
				goto retry
			}
			l, after = n, n.to
			continue
		}
		if after.key >= key {
			break
		}
		before, l, after = after, next, next.to
	}
	return before, l, after
}

// Add adds a key. It returns false if the set has it.
func (s *Set) Add(key int) bool {
	for {
		before, l, after := s.find(key)
		if l.marked {
			continue
		}
		if after != nil && after.key == key {
			return false
		}
		n := &listNode{key: key}
		n.next.Store(&link{to: after})
		if before.next.CompareAndSwap(l, &link{to: n}) {
			return true
		}
	}
}

// Remove removes a key. It returns false if the set does not have it.
func (s *Set) Remove(key int) bool {
	for {
		_, _, n := s.find(key)
		if n == nil || n.key != key {
			return false
		}
		next := n.next.Load()
		if !next.marked && n.next.CompareAndSwap(next, &link{to: next.to, marked: true}) {
			s.find(key)
			return true
		}
	}
}

// Has reports whether the set has a key.
func (s *Set) Has(key int) bool {
	n := s.head.next.Load().to
	for n != nil && n.key < key {
		n = n.next.Load().to
	}
	return n != nil && n.key == key && !n.next.Load().marked
}

// A BrokenSet keeps the mark beside the successor. A key that is added behind a node while that is
// removed is lost. A hash map had this fault: https://github.com/alphadose/haxmap/issues/32
type BrokenSet struct{ head brokenNode }

type brokenNode struct {
	key     int
	next    atomic.Pointer[brokenNode]
	deleted atomic.Bool
}

// NewBrokenSet returns an empty set.
func NewBrokenSet() *BrokenSet { return &BrokenSet{} }

func (s *BrokenSet) find(key int) (before, after *brokenNode) {
	before = &s.head
	after = before.next.Load()
	for after != nil {
		if after.deleted.Load() {
			before.next.CompareAndSwap(after, after.next.Load())
			after = before.next.Load()
			continue
		}
		if after.key >= key {
			break
		}
		before, after = after, after.next.Load()
	}
	return before, after
}

// Add adds a key. It returns false if the set has it.
func (s *BrokenSet) Add(key int) bool {
	for {
		before, after := s.find(key)
		if after != nil && after.key == key {
			return false
		}
		n := &brokenNode{key: key}
		n.next.Store(after)
		if before.next.CompareAndSwap(after, n) {
			return true
		}
	}
}

// Remove removes a key. It returns false if the set does not have it.
func (s *BrokenSet) Remove(key int) bool {
	before, n := s.find(key)
	if n == nil || n.key != key || !n.deleted.CompareAndSwap(false, true) {
		return false
	}
	before.next.CompareAndSwap(n, n.next.Load())
	return true
}

// Has reports whether the set has a key.
func (s *BrokenSet) Has(key int) bool {
	_, n := s.find(key)
	return n != nil && n.key == key && !n.deleted.Load()
}
