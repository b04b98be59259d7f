// Promoted fields and methods, by value and by pointer.
package main

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type base struct {
	n    int
	hits atomic.Int64
}

func (b *base) bump() int { b.n++; return b.n }
func (b base) read() int  { return b.n }

type middle struct {
	*base
	sync.Mutex
	name string
}

type Top struct {
	middle
	bytes.Buffer
	time.Duration
}

type guarded[T any] struct {
	sync.Mutex
	v T
}

func (g *guarded[T]) do(f func(*T)) {
	g.Lock()
	defer g.Unlock()
	f(&g.v)
}

type ints struct{ guarded[[]int] }

func main() {
	t := &Top{middle: middle{base: &base{n: 1}, name: "t"}}
	t.n = 5
	t.n += t.bump()
	t.name = "u"
	t.Lock()
	t.bump()
	t.Unlock()
	t.hits.Add(2)
	t.middle.base.hits.Add(int64(t.read()))
	t.WriteString(t.name)
	t.Duration = time.Second
	v := t.middle.base
	v.n--
	fmt.Println(t.n, t.read(), t.hits.Load(), t.Len(), t.Seconds(), v == t.base)
	var local middle
	local.base = v
	local.n = 3
	local.Lock()
	local.bump()
	local.Unlock()
	fmt.Println(v.n, local.read())
	var g ints
	g.do(func(s *[]int) { *s = append(*s, 1, 2) })
	g.do(func(s *[]int) { (*s)[0] = 7 })
	g.v[1]++
	fmt.Println(g.v, len(g.v))
}
