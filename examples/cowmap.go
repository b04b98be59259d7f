package examples

import (
	"sync"
	"sync/atomic"
)

// A Map is a map that is mostly read. A write copies it.
type Map struct {
	mu sync.Mutex // for writers
	of atomic.Pointer[map[int]int]
}

// NewMap returns an empty map.
func NewMap() *Map {
	m := &Map{}
	m.of.Store(&map[int]int{})
	return m
}

// Get returns the value of a key.
func (m *Map) Get(k int) (int, bool) {
	v, ok := (*m.of.Load())[k]
	return v, ok
}

// Put sets the value of a key.
func (m *Map) Put(k, v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.copied()
	n[k] = v
	m.of.Store(&n)
}

// Delete removes a key.
func (m *Map) Delete(k int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.copied()
	delete(n, k)
	m.of.Store(&n)
}

func (m *Map) copied() map[int]int {
	n := map[int]int{}
	for k, v := range *m.of.Load() {
		n[k] = v
	}
	return n
}

// A BrokenMap lets others write while it copies, so their writes are lost. A hash map lost them so
// while it grew: https://github.com/cornelk/hashmap/issues/54
type BrokenMap struct{ Map }

// NewBrokenMap returns an empty map.
func NewBrokenMap() *BrokenMap {
	m := &BrokenMap{}
	m.of.Store(&map[int]int{})
	return m
}

// Put sets the value of a key.
func (m *BrokenMap) Put(k, v int) {
	n := m.copied()
	n[k] = v
	m.of.Store(&n)
}
