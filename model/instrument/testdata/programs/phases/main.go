// Phases of assignments, of range statements and of go statements.
package main

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

type inner struct{ f int }

type outer struct{ middle }

type middle struct{ in struct{ a, b int } }

type thing struct {
	*inner
	a, b, c, d, e int
	small         int8
	ok            flag
	f32           float32
	next          *thing
	any           any
}

type flag bool

var log []string

func note[T any](s string, v T) T { log = append(log, s); return v }

func five() (a, b, c, d, e int) { return 1, 2, 3, 4, note("five", 5) }

// try runs f, and prints whether it panics, in which line, and what was noted.
func try(what string, f func()) {
	log = nil
	defer func() {
		line := 0
		r := recover()
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
		for more := true; more && line == 0; {
			var frame runtime.Frame
			frame, more = frames.Next()
			if strings.HasPrefix(frame.Function, "main.main.func") {
				line = frame.Line
			}
		}
		fmt.Println(what, r, line > 0, strings.Join(log, " "))
	}()
	f()
}

func main() {
	x := &thing{inner: &inner{}}
	var none []int
	var nobody *thing
	var array *[2]int
	i := 0
	p := &i
	// A panic comes after the writes before it.
	try("index", func() { i, none[i] = 1, 2 })
	fmt.Println(i, *p)
	try("field", func() { x.a, nobody.a, x.b = 3, 4, 5 })
	try("array", func() { x.a, array[1] = 4, 4 })
	try("star", func() { var q *int; x.b, *q = 6, 7 })
	try("embedded", func() { x.c, x.inner.f = 8, 9; x.inner = nil })
	try("call", func() { none[note("index", 1)] = note("value", 2) })
	try("nil field", func() { nobody.a = note("value", 2) })
	try("add", func() { none[0] += note("value", 2) })
	try("nested", func() { x.d, nobody.next.a = 9, note("value", 1) })
	try("nil map", func() { var m map[string]int; x.d, m["k"] = 10, 1 })
	fmt.Println(x.a, x.b, x.c, x.d)
	x.inner = &inner{}
	other := &inner{}
	x.inner, x.f = other, 5 // the f of the old one
	fmt.Println(x.f, other.f)

	o := &outer{}
	o.in.a, o.in.b = note("by value", 1), 2
	fmt.Println(*o)

	// Operands are evaluated first.
	s := []int{1, 2, 3}
	j := 0
	q := &j
	j, s[j] = 2, 7
	s[0], s[1], s[*q] = s[1], s[0], note("third", s[0])
	fmt.Println(j, s)
	s[j], s[j-2] = s[j-2], s[j]
	for a, b := 0, len(s)-1; a < b; a, b = a+1, b-1 {
		s[a], s[b] = s[b], s[a]
	}
	fmt.Println(s)
	if j, s[j] = note("if", 1), 8; j == 1 {
		fmt.Println(j, s)
	}
	for x.a, s[0] = 0, note("init", 0); x.a < 3; x.a, s[x.a] = note("post", x.a+1), 1 {
	}
	switch x.b, x.c = note("switch", 1), 2; {
	}
	fmt.Println(x.a, x.b, x.c, s)

	x.a, x.b, x.c, x.d, x.e = five()
	x.a, x.b, x.c, x.d, x.e, _ = x.e, x.d, x.c, x.b, note("last", 6), 0
	fmt.Println(x.a, x.b, x.c, x.d, x.e)
	x.a <<= note("shift", 2)
	x.small, x.ok, x.f32, x.any = 1<<note("shift", 3), x.a == note("compare", 1), 1, nil
	fmt.Println(x.a, x.small, x.ok, x.f32, x.any)
	m := map[string]bool{"k": true}
	x.a, x.ok = 1, x.ok && note("ok", flag(true)) == x.ok
	{
		int8, string := 3, 4 // as names of variables
		x.a, x.small = int8, 1<<note("shadowed", string-3)
	}
	var v any = 7
	x.a, x.ok = v.(int)
	_, x.ok = m[note("key", "k")]
	counts := map[string]int{}
	counts[note("count", "c")]++
	counts[note("count", "c")] += note("more", 2)
	fmt.Println(x.a, x.ok, counts)

	x.a,
		x.b = note("long",
		1), here()
	fmt.Println(x.a, x.b)
	fmt.Println(here())

	nan := map[float64]int{math.NaN(): 1, math.NaN(): 2, 1: 3}
	sum := 0
	for k, v := range nan {
		if k != k {
			sum += v
		}
	}
	for range nan {
		clear(nan)
		sum++
	}
	fmt.Println(sum, len(nan))

	// The variables of a range statement are places like others.
	for x.a, s[note("value", 1)] = range []int{4, 5} {
	}
	for s[note("key", 0)] = range 3 {
	}
	for pick(x).small = range 10 {
	}
	for counts[note("key", "k")], _ = range []int{1, 2} {
	}
	for _, pick(x).any = range map[string]int{"a": 1} {
	}
	var text map[any]int
	for _, text = range []map[any]int{{x: 1, "s": 2}} {
	}
	try("range", func() {
		for x.a, none[0] = range []int{7, 8} {
		}
	})
	fmt.Println(x.a, s, x.small, counts, x.any, len(text))

	// A goroutine's function and arguments are evaluated at once.
	var wg sync.WaitGroup
	done := func() { wg.Done() }
	wg.Add(6)
	results := make([]int, 8)
	n := 1
	go many(&results[0], n, 2, 3, 4, 5, done)
	go func(p *int, n ...int) (int, error, bool) { defer wg.Done(); *p = len(n); return 0, nil, false }(&results[1], s...)
	go generic(n, note("generic", int8(2)), &results[2], done)
	n = 100
	go spread(two(&results[3], done))
	set := setter{&results[4], done}
	go set.set(n, 1<<note("go", 3))
	set.p = nil
	go func() { defer wg.Done() }()
	wg.Wait()
	go copy(results[5:], results)
	c := counts
	go delete(c, note("delete", "x"))
	c = nil
	go print()
	func() {
		defer wg.Wait()
		defer wg.Add(note("defer", 0))
	}()
	fmt.Println(results[:5], log)
}

func pick(x *thing) *thing { log = append(log, "pick"); return x }

func here() int {
	_, file, line, _ := runtime.Caller(1)
	fmt.Println(filepath.Base(file), line)
	return line
}

func many(p *int, a, b, c, d, e int, done func()) (int, int, int) {
	*p = a + b + c + d + e
	done()
	return 1, 2, 3
}

func generic[T, U any](t T, u U, p *int, done func()) { *p = len(fmt.Sprint(t, u)); done() }

func two(p *int, done func()) (*int, func()) { return p, done }

func spread(p *int, done func()) { *p = 33; done() }

type setter struct {
	p    *int
	done func()
}

func (s setter) set(a, b int) { *s.p = a + b; s.done() }
