// Package atomics has accesses of all forms.
package atomics

import "sync/atomic"

type deque struct {
	top   atomic.Uint64
	array *atomic.Pointer[[]int]
	slots []atomic.Uint64
	n     int64
}

func (d *deque) steal() bool {
	t := d.top.Load()                       //tla:ReadTop
	return d.top.CompareAndSwap(t, next(t)) //tla:Claim
}

func next(t uint64) uint64 { return t + 1 }

func (d *deque) forms(i int, p *atomic.Uint64) {
	d.array.Load()
	d.slots[i].Store(1)
	p.Add(1)
	(*p).Add(2)
	d.top.Store(1 << next(0))
	atomic.AddInt64(&d.n, int64(next(1)))
	f := d.top.Load
	f()
	g := (*atomic.Uint64).Load
	g(p)
	defer d.top.Add(next(3)) //tla:- a counter
	slot(d).Load()
	value().Load()
}

func slot(d *deque) *atomic.Uint64 { return &d.slots[0] }

func value() interface{ Load() uint64 } { return new(atomic.Uint64) }
