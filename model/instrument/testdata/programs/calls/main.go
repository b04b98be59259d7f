// Calls of methods of all kinds, deferred calls and panics.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

type counter struct {
	n    atomic.Int64
	mu   sync.Mutex
	hits int
	hook func(string) string
	last struct{ at, from int }
}

func (c *counter) inc() int64        { return c.n.Add(1) }
func (c *counter) get() (v int64)    { v = c.n.Load(); return }
func (c *counter) two() (a, b int64) { return c.inc(), c.inc() }

type value struct{ a, b int }

func (v value) sum() int         { return v.a + v.b }
func (v *value) set(a int)       { v.a = a }
func (v value) with(a int) value { v.a = a; return v }

type adder interface{ sum() int }

var std atomic.Int64

func wrap(i int64) int64 { return i + std.Add(1) - std.Load() }

func recovering() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	var c *counter
	c.hits = 3
	return nil
}

func locked(c *counter) (hits int) {
	c.mu.Lock() //tla:Lock
	defer c.mu.Unlock()
	defer c.n.Add(c.inc())
	c.hits++
	return c.hits
}

func index(s []int, i int) (err error) {
	defer func() { err, _ = recover().(error) }()
	s[i] = 3
	return nil
}

func main() {
	c := &counter{hook: strings.ToUpper}
	fmt.Println(c.inc(), c.get(), locked(c), c.hook("x"), c.get())
	c.last.at, c.last.from = 1, 2
	if !c.n.CompareAndSwap(wrap(c.n.Load()), wrap(7)) { //tla:Claim
		fmt.Println("failed")
	}
	c.n.Store(wrap(1 << 3))
	load, store := c.n.Load, (*atomic.Int64).Store
	store(&c.n, load()+1)
	(*atomic.Int64).Add(&c.n, 2)
	var x int64
	atomic.AddInt64(&x, 3)
	atomic.StoreInt64(&x, atomic.LoadInt64(&x)+c.get())
	fmt.Println(load(), x, atomic.LoadInt64(&x))

	v := value{1, 2}
	p := &v
	p.set(4)
	v.set(v.sum())
	f := p.sum
	p.a = 100
	g := p.set
	g(7)
	var i adder = p
	fmt.Println(f(), v.sum(), p.sum(), i.sum(), p.with(3).sum(), value.sum(*p), (*value).sum(p))
	vs := []value{{1, 1}, {2, 2}}
	vs[1].set(5)
	(&vs[0]).set(6)
	fmt.Println(vs, vs[0].sum(), map[string]value{"k": {3, 4}}["k"].sum())

	var mu sync.Mutex
	var l sync.Locker = &mu
	l.Lock()
	fmt.Println(mu.TryLock())
	l.Unlock()
	rw := struct {
		sync.RWMutex
		n int
	}{}
	rw.RLock()
	rw.RUnlock()
	rw.RWMutex.Lock()
	rw.n++
	rw.Unlock()
	fmt.Println(rw.n)

	fmt.Println(recovering(), index(nil, 2), index([]int{1}, 0))
	var re runtime.Error
	fmt.Println(errors.As(index(nil, 1), &re), len(os.Args))
	runtime.Gosched()
	runtime.KeepAlive(c)
	once := sync.OnceValue(func() int { x++; return int(x) })
	fmt.Println(once(), once())

	type layout struct {
		a bool
		n atomic.Int64
		p atomic.Pointer[int]
		m sync.Mutex
		_ [64 - unsafe.Sizeof(atomic.Int64{})]byte
	}
	const size = unsafe.Sizeof(layout{})
	var arr [size]byte
	fmt.Println(len(arr), unsafe.Offsetof(layout{}.m), unsafe.Sizeof(c.mu), unsafe.Alignof(c.n))
	func() {
		defer fmt.Println("deferred", c.hits)
		defer func(n int) { fmt.Println(n, c.hits) }(c.hits)
		c.hits = 50
	}()
	switch y := any(c.last).(type) {
	case struct{ at, from int }:
		y.at++
		set := func() { y.from = 9 }
		set()
		fmt.Println(y, c.last)
	}
	goto end
end:
	fmt.Println("end")
}
