// Package variables, constants and initialization order.
package main

import (
	"fmt"
	randv1 "math/rand"
	. "strings"
	"sync/atomic"
	"time"
)

const (
	zero = iota
	one
	wait = 2 * time.Second
)

var (
	b       = a + 1 // a comes first
	a       = f()
	count   atomic.Int64
	started = count.Add(1)
	table   = [...]string{one: "one", zero: "zero"}
	fn      = func() int { a++; return a }
	nested  = struct {
		m map[string]func() int
	}{map[string]func() int{"f": fn}}
	_ = time.Now
)

func f() int { return int(count.Add(10)) }

func init() { b *= 2 }

func init() { table[zero] += "!" }

type state uint8

const (
	idle state = iota
	busy
)

func (s state) String() string { return [...]string{"idle", "busy"}[s] }

func (s *state) next() { *s ^= 1 }

func main() {
	fmt.Println(a, b, started, count.Load(), table, fn(), nested.m["f"](), ToUpper("dot"))
	var s state
	s.next()
	fmt.Println(s, idle, wait, randv1.New(randv1.NewSource(1)).Intn(10) < 10)
	type local struct{ n int }
	m := map[local]*local{{1}: {2}}
	inc := func() { m[local{1}].n++; a += b }
	inc()
	defer inc()
	fmt.Println(m[local{1}].n, a, func() (r int) {
		defer func() { r += a }()
		return b
	}())
	var x, y = 1, 2
	px, py := &x, &y
	*px, *py = *py, *px
	if z := x; z > y {
		x, z := z, 4
		_ = func() { z++; x-- }
		fmt.Println(x, z)
	}
	var unused struct{}
	_ = &unused
	fmt.Println(x, y, &x == px, (*px)+(*py), -*px, !(*px > *py))
}
