// Generic types and functions.
package main

import (
	"cmp"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

type number interface{ ~int | ~uint64 | ~float64 }

type stack[T any] struct {
	top  atomic.Pointer[cell[T]]
	size atomic.Int64
}

type cell[T any] struct {
	v    T
	next *cell[T]
}

func (s *stack[T]) push(v T) {
	c := &cell[T]{v: v}
	for {
		c.next = s.top.Load()                //tla:PushRead
		if s.top.CompareAndSwap(c.next, c) { //tla:PushClaim
			s.size.Add(1)
			return
		}
	}
}

func (s *stack[T]) pop() (v T, ok bool) {
	for {
		c := s.top.Load()
		if c == nil {
			return v, false
		}
		if s.top.CompareAndSwap(c, c.next) {
			s.size.Add(-1)
			return c.v, true
		}
	}
}

type pair[K cmp.Ordered, V any] struct {
	key K
	val V
}

func sum[N number](dst *N, s ...N) {
	for _, v := range s {
		*dst += v
	}
	*dst += id(*dst)
}

func id[T any](v T) T { return v }

func update[M ~map[K]V, K comparable, V number](m M, k K, v V) V {
	m[k] += id(v)
	m[id(k)]++
	return m[k]
}

func elem[T any, P interface {
	*T
	set(int)
}](p P) T {
	p.set(3)
	return *p
}

type cellInt struct{ v int }

func (c *cellInt) set(v int) { c.v = v }

func size[T any]() uintptr {
	var v struct {
		a atomic.Pointer[T]
		b T
	}
	return unsafe.Sizeof(v)
}

type tree[T any] struct {
	left, right *tree[T]
	items       []pair[string, T]
	mu          sync.Mutex
}

func (t *tree[T]) put(k string, v T) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.items {
		if t.items[i].key == k {
			t.items[i].val = v
			return &t.items[i].val
		}
	}
	t.items = append(t.items, pair[string, T]{k, v})
	return &t.items[len(t.items)-1].val
}

func main() {
	var s stack[string]
	s.push("a")
	s.push("b")
	fmt.Println(s.pop())
	fmt.Println(s.size.Load())
	fmt.Println(s.pop())
	fmt.Println(s.pop())
	var n uint64
	sum(&n, 1, 2, 3)
	var x float64
	sum(&x, 1.5)
	fmt.Println(n, x, update(map[string]int{}, "k", 4), elem(&cellInt{}), size[byte](), size[string]())
	var t tree[int]
	*t.put("a", 1) += 4
	*t.put("b", 2) = id(9)
	t.left = &t
	t.left.items[0].val++
	fmt.Println(t.items, *t.put("a", 8))
	f := id[int]
	fmt.Println(f(3), atomicSwap[int](nil))
}

func atomicSwap[T any](p *T) bool {
	var a atomic.Pointer[T]
	return a.Swap(p) == nil
}
