// Assignments of all forms, to all kinds of places.
package main

import (
	"fmt"
	"path/filepath"
	"runtime"
)

type point struct{ x, y int }

type node struct {
	name string
	next *node
	at   point
	arr  [3]int
	any  any
	f    func(int) int
	err  error
	b    byte
}

type celsius float64

var (
	global  = 1
	globals = []int{1, 2, 3}
	table   = map[string]int{"a": 1}
	log     []string
)

func note[T any](s string, v T) T {
	log = append(log, s)
	return v
}

func pair() (int, error)   { return 7, fmt.Errorf("seven") }
func three() (a, b, c int) { return 1, 2, 3 }

func here() int {
	_, file, line, _ := runtime.Caller(1)
	fmt.Println(filepath.Base(file), line)
	return line
}

func main() {
	n := &node{name: "n", next: &node{name: "m"}}
	n.at.x = 1
	n.at.x, n.at.y = n.at.y, n.at.x
	n.at.x, n.at.y = note("l", n.at.y), note("r", n.at.x)
	n.arr[note("index", 1)] = note("value", 5)
	n.arr[2], n.next.arr[note("j", 0)] = 3, 4
	n.arr[0]++
	n.arr[note("inc", 0)]--
	n.at.x += note("add", 3)
	n.at.x -= 1
	n.at.x <<= 2
	n.at.y |= 1 << note("shift", uint(3))
	n.any = note("any", 3)
	n.any = nil
	n.any = n
	n.err = nil
	n.f = func(i int) int { return i + n.at.x }
	fmt.Println(n.f(2), n.f(note("arg", 3)))
	n.at.x, n.err = pair()
	_, n.err = pair()
	n.b = 250
	n.b += byte(note("wrap", 10))
	_ = n.at.x
	fmt.Println(n.at, n.arr, n.err, n.any == any(n), n.b, *n.next)

	*n.next = node{name: "copy", at: n.at}
	m := *n.next
	m.at.x++
	fmt.Println(m.name, m.at, n.next.at)
	n, n.next = n.next, n // the n on the left is the old one
	fmt.Println(n.name, n.next == nil)

	global++
	global, globals[0] = globals[1], global
	globals[note("g", 2)] *= note("times", 4)
	fmt.Println(global, globals)

	var c celsius
	p := &c
	*p = 3
	*p += celsius(note("float", 1.5))
	*p /= 2
	fmt.Println(c)

	table["b"] = 2
	table[note("key", "c")] = note("val", 3)
	table["a"] += 2
	table[note("key", "a")] += note("val", 10)
	table["new"]++
	table[note("key", "new")]++
	var ok bool
	n = &node{}
	n.at.x, ok = table["a"]
	fmt.Println(n.at.x, ok)
	n.at.y, ok = table[note("lookup", "none")]
	fmt.Println(n.at.y, ok)
	n.any = 12
	n.at.x, ok = n.any.(int)
	n.at.y, ok = note("assert", any("s")).(int)
	fmt.Println(n.at, ok, table)

	a, b := 1, 2
	swap := func() { a, b = b, a }
	swap()
	a, d := note("redeclare", 5), 6
	n.arr[0], n.arr[1], n.arr[2] = three()
	fmt.Println(a, b, d, n.arr)
	if n.at.x = note("header", 9); n.at.x == 9 {
		fmt.Println("header")
	}
	for n.at.x = 0; n.at.x < 3; n.at.x += note("post", 1) {
	}
	switch n.at.y = 4; n.at.y {
	case note("case", 4):
		fmt.Println("four")
	}
	s := "a"
	sp := &s
	*sp += note("string", "b")
	n.
		at.
		x = // a comment
		here()
	n.arr[1], // another
		n.arr[2] =
		here(),
		here()
	fmt.Println(*sp, s == "ab", n.at.x == here()-7)

	var u8 uint8
	up := &u8
	*up = uint8(note("u", 200))
	*up += 100
	var e interface{ Error() string }
	ep := &e
	*ep = fmt.Errorf("e%d", *up)
	var r <-chan int
	rp := &r
	*rp = nil
	fmt.Println(u8, e, r == nil, log)
}
