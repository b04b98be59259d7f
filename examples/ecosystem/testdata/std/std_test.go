package std

import (
	"testing"

	"github.com/stealproof/stealproof/linearizability/lin"
)

type table map[int]int

func (t table) Load(k int) (int, bool) { v, ok := t[k]; return v, ok }
func (t table) Store(k, v int)         { t[k] = v }
func (t table) Clear()                 { clear(t) }

func (t table) LoadAndDelete(k int) (int, bool) { v, ok := t[k]; delete(t, k); return v, ok }

func (t table) LoadOrStore(k, v int) (int, bool) {
	if old, ok := t[k]; ok {
		return old, true
	}
	t[k] = v
	return v, false
}

func (t table) Swap(k, v int) (int, bool) { old, ok := t[k]; t[k] = v; return old, ok }

func (t table) CompareAndSwap(k, from, to int) bool {
	v, ok := t[k]
	if ok = ok && v == from; ok {
		t[k] = to
	}
	return ok
}

func (t table) CompareAndDelete(k, from int) bool {
	v, ok := t[k]
	if ok = ok && v == from; ok {
		delete(t, k)
	}
	return ok
}

func TestMap(t *testing.T) {
	type Map = HashTrieMap[int, int]
	lin.Check(t, func() *Map { return &Map{} }, func() table { return table{} },
		lin.Op("Load", (*Map).Load, lin.Args(1, 2, 3)), lin.Op("Store", (*Map).Store, lin.Args(1, 2, 3)),
		lin.Op("LoadOrStore", (*Map).LoadOrStore, lin.Args(1, 2, 3)), lin.Op("LoadAndDelete", (*Map).LoadAndDelete, lin.Args(1, 2, 3)))
}

func TestMap_Compare(t *testing.T) {
	type Map = HashTrieMap[int, int]
	lin.Check(t, func() *Map { return &Map{} }, func() table { return table{} },
		lin.Op("Load", (*Map).Load, lin.Args(1, 3)), lin.Op("Swap", (*Map).Swap, lin.Args(1, 3), lin.Args(1, 2)),
		lin.Op("CompareAndSwap", (*Map).CompareAndSwap, lin.Args(1, 3), lin.Args(1), lin.Args(1, 2)),
		lin.Op("CompareAndDelete", (*Map).CompareAndDelete, lin.Args(1, 3), lin.Args(1)), lin.Op("Clear", (*Map).Clear))
}

// deque is the queue of one processor in a Pool. Its owner pushes and pops at the head.
type deque struct{ items []int }

func (d *deque) Push(v int) { d.items = append(d.items, v) }

func (d *deque) Pop() (v int) {
	if n := len(d.items); n > 0 {
		v, d.items = d.items[n-1], d.items[:n-1]
	}
	return v
}

// Steal takes the oldest, or nothing: it may give up while others are under way.
func (d *deque) Steal(got int) bool {
	if got == 0 {
		return true
	}
	if len(d.items) == 0 || d.items[0] != got {
		return false
	}
	d.items = d.items[1:]
	return true
}

func TestPoolChain(t *testing.T) {
	value := func(v any, _ bool) int { n, _ := v.(int); return n }
	lin.Check(t, func() *poolChain { return &poolChain{} }, func() *deque { return &deque{} },
		lin.Op("Push", func(c *poolChain, v int) { c.pushHead(v) }, lin.Role("owner"), lin.Args(1, 2)),
		lin.Op("Pop", func(c *poolChain) int { return value(c.popHead()) }, lin.Role("owner")),
		lin.Op("Steal", func(c *poolChain) int { return value(c.popTail()) }))
}

// bag is what a Pool has at most: it may drop values.
type bag struct{ one, two int }

func (b *bag) number(v int) *int {
	if v == 1 {
		return &b.one
	}
	return &b.two
}

func (b *bag) Put(v int) { *b.number(v)++ }

func (b *bag) Collect() {}

func (b *bag) Get(v int) bool {
	if v == 0 {
		return true
	}
	n := b.number(v)
	*n--
	return *n >= 0
}

func TestPool(t *testing.T) {
	lin.Check(t, func() *Pool { allPools, oldPools = nil, nil; return &Pool{} }, func() *bag { return &bag{} },
		lin.Op("Put", func(p *Pool, v int) { p.Put(v) }), lin.Op("Get", func(p *Pool) int { n, _ := p.Get().(int); return n }),
		lin.Op("Collect", func(*Pool) { collect() }, lin.Role("collector")))
}
