package racecorpus

import "sync"

// Accesses that share memory, and accesses that do not.
var memory = []Snippet{
	{Name: "captured variable", Racy: true, Body: func() {
		x := 0
		together(func() { x++ }, func() { x++ })
	}},
	{Name: "captured and only read", Body: func() {
		x := 1
		together(func() { use(x) }, func() { use(x) })
	}},
	{Name: "shared error", Racy: true, Body: func() {
		var err error
		together(func() { err = errFirst }, func() { err = errSecond })
		if err == nil {
			panic("no error")
		}
	}},
	{Name: "variable of a loop", Body: func() {
		var wg sync.WaitGroup
		results := make([]int, 3)
		for i := range 3 {
			wg.Go(func() { results[i] = i })
		}
		wg.Wait()
	}},
	{Name: "variable around a loop", Racy: true, Body: func() {
		var wg sync.WaitGroup
		var i int
		for i = range 2 {
			wg.Go(func() { use(i) })
		}
		wg.Wait()
	}},
	{Name: "package variable", Racy: true, Body: func() {
		together(func() { global++ }, func() { use(global) })
	}},
	{Name: "two fields", Body: func() {
		n := &node{}
		together(func() { n.v = 1 }, func() { n.w = 1 })
	}},
	{Name: "one field", Racy: true, Body: func() {
		n := &node{}
		together(func() { n.v = 1 }, func() { n.v = 2 })
	}},
	{Name: "copy of a struct", Racy: true, Body: func() {
		n := &node{}
		together(
			func() { n.w = 1 },
			func() { c := *n; use(c.v) })
	}},
	{Name: "assignment of a struct", Racy: true, Body: func() {
		n := &node{}
		together(
			func() { *n = node{v: 1} },
			func() { use(n.w) })
	}},
	{Name: "receiver by value", Racy: true, Body: func() {
		n := &node{}
		together(
			func() { n.w = 1 },
			func() { use(n.first()) })
	}},
	{Name: "receiver by pointer", Body: func() {
		n := &node{}
		together(
			func() { n.w = 1 },
			func() { use(n.firstByPointer()) })
	}},
	{Name: "neighbouring bytes", Body: func() {
		var b [2]byte
		together(func() { b[0] = 1 }, func() { b[1] = 1 })
	}},
	{Name: "neighbouring fields of a word", Body: func() {
		var f struct {
			a, b bool
			c    uint16
			d    uint32
		}
		together(
			func() { f.a = true; f.c = 1 },
			func() { f.b = true; f.d = 1 })
	}},
	{Name: "bits of a byte", Racy: true, Body: func() {
		b := byte(0)
		together(func() { b |= 1 }, func() { b |= 2 })
	}},
	{Name: "byte of an array that is copied", Racy: true, Body: func() {
		b := new([16]byte)
		together(
			func() { b[11] = 1 },
			func() { c := *b; use(int(c[0])) })
	}},
	{Name: "end of a large array", Racy: true, Body: func() {
		a, c := new([40]int), new([40]int)
		together(
			func() { a[39] = 1 },
			func() { *c = *a })
	}},
	{Name: "pointers to different elements", Body: func() {
		a := new([2]int)
		p, q := &a[0], &a[1]
		together(func() { *p = 1 }, func() { *q = 1 })
	}},
	{Name: "pointers to the same element", Racy: true, Body: func() {
		a := new([2]int)
		i := 1
		p, q := &a[1], &a[i]
		together(func() { *p = 1 }, func() { *q = 1 })
	}},
	{Name: "string", Racy: true, Body: func() {
		s := ""
		together(func() { s = "text" }, func() { use(len(s)) })
	}},
	{Name: "interface", Racy: true, Body: func() {
		var v any
		together(
			func() { v = 1 },
			func() {
				if v == nil {
					use(0)
				}
			})
	}},
	{Name: "function variable", Racy: true, Body: func() {
		f := use
		together(func() { f = func(int) {} }, func() { f(1) })
	}},
}

type cause string

func (c cause) Error() string { return string(c) }

var (
	global    int
	errFirst  error = cause("first")
	errSecond error = cause("second")
)

//go:noinline
func (n node) first() int { return n.v }

//go:noinline
func (n *node) firstByPointer() int { return n.v }
