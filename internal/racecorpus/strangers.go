package racecorpus

import (
	"iter"
	"maps"
	"sync"
	"unsafe"
)

// strangers are written from what the language allows, without a look at the rewriter.
var strangers = []Snippet{
	{Name: "field of a generic type", Racy: true, Body: func() {
		var b box[int]
		together(func() { b.set(1) }, func() { use(b.get()) })
	}},
	{Name: "field of a generic type, locked", Body: func() {
		var b box[int]
		together(
			func() { b.Lock(); b.set(1); b.Unlock() },
			func() { b.Lock(); use(b.get()); b.Unlock() })
	}},
	{Name: "promoted field behind two pointers", Racy: true, Body: func() {
		o := &outer{inner: &inner{}}
		together(func() { o.count++ }, func() { use(o.inner.count) })
	}},
	{Name: "promoted fields beside each other", Body: func() {
		o := &outer{inner: &inner{}}
		together(func() { o.count++ }, func() { o.other++ })
	}},
	{Name: "named result that a deferred function changes", Racy: true, Body: func() {
		var at *int
		done := make(chan bool)
		f := func() (n int) {
			at = &n
			close(done)
			defer func() { n++ }()
			return 1
		}
		together(func() { f() }, func() { <-done; use(*at) })
	}},
	{Name: "named result, seen after the return", Body: func() {
		var at *int
		done := make(chan bool)
		f := func() (n int) {
			at = &n
			defer func() { n++; close(done) }()
			return 1
		}
		together(func() { f() }, func() { <-done; use(*at) })
	}},
	{Name: "loop variable of an iterator", Racy: true, Body: func() {
		n := 0
		seq := func(yield func(*int) bool) { yield(&n); yield(&n) }
		together(
			func() { each(seq, func(p *int) { *p++ }) },
			func() { each(seq, func(p *int) { *p++ }) })
	}},
	{Name: "loop variables of an iterator, one each", Body: func() {
		own := func(yield func(*int) bool) { n := 0; yield(&n); yield(&n) }
		together(
			func() { each(own, func(p *int) { *p++ }) },
			func() { each(own, func(p *int) { *p++ }) })
	}},
	{Name: "append into what another slice ends with", Racy: true, Body: func() {
		a := make([]int, 2, 4)
		b := a[:3]
		together(func() { a = append(a, 1) }, func() { use(b[2]) })
	}},
	{Name: "append behind a full slice", Body: func() {
		a := make([]int, 2, 4)
		b := a[:3]
		c := a[:2:2]
		together(func() { c = append(c, 1) }, func() { use(b[2]) })
	}},
	{Name: "values of a range over an array that changes", Racy: true, Body: func() {
		a := [3]int{}
		together(
			func() { a[2] = 1 },
			func() {
				for _, v := range a {
					use(v)
				}
			})
	}},
	{Name: "indexes of a range over an array", Body: func() {
		a := [3]int{}
		together(
			func() { a[2] = 1 },
			func() {
				for i := range a {
					use(i)
				}
			})
	}},
	{Name: "comparison of structs", Racy: true, Body: func() {
		a, b := node{1, 2}, node{1, 3}
		together(
			func() { a.w = 3 },
			func() {
				if a == b {
					use(1)
				}
			})
	}},
	{Name: "comparison of other structs", Body: func() {
		a, b := [2]node{}, node{1, 3}
		together(
			func() { a[0].w = 3 },
			func() {
				if a[1] == b {
					use(1)
				}
			})
	}},
	{Name: "key of a map that is a struct", Racy: true, Body: func() {
		m := map[node]string{}
		together(func() { m[node{1, 2}] = "x" }, func() { use(len(m[node{2, 1}])) })
	}},
	{Name: "maps in a struct, one each", Body: func() {
		s := struct{ a, b map[node]string }{map[node]string{}, map[node]string{}}
		together(func() { s.a[node{1, 2}] = "x" }, func() { use(len(s.b[node{2, 1}])) })
	}},
	{Name: "clear beside a length", Racy: true, Body: func() {
		m := map[int]int{1: 1}
		together(func() { clear(m) }, func() { use(len(m)) })
	}},
	{Name: "clear of a clone", Body: func() {
		m := map[int]int{1: 1}
		c := maps.Clone(m)
		together(func() { clear(c) }, func() { use(len(m)) })
	}},
	{Name: "method value with its receiver", Racy: true, Body: func() {
		n := node{}
		together(func() { f := n.first; use(f()) }, func() { n.v = 1 })
	}},
	{Name: "method value, taken before", Body: func() {
		n := node{}
		f := n.first
		together(func() { use(f()) }, func() { n.v = 1 })
	}},
	{Name: "arguments of a deferred call", Racy: true, Body: func() {
		n := 0
		together(func() { defer use(n) }, func() { n++ })
	}},
	{Name: "arguments of a deferred call, read in time", Body: func() {
		n := 0
		read := make(chan bool)
		together(
			func() { defer use(n); close(read) },
			func() { <-read; n++ })
	}},
	{Name: "half of a word by an unsafe pointer", Racy: true, Missed: "it said nothing in 40,000 rounds; why is not known", Body: func() {
		words := new([2]uint64)
		half := (*uint32)(unsafe.Add(unsafe.Pointer(words), 12))
		together(func() { *half = 1 }, func() { use(int(words[1])) })
	}},
	{Name: "other half of a word by an unsafe pointer", Body: func() {
		words := new([2]uint64)
		half := (*uint32)(unsafe.Add(unsafe.Pointer(words), 4))
		together(func() { *half = 1 }, func() { use(int(words[1])) })
	}},
	{Name: "value of an interface in a type switch", Racy: true, Body: func() {
		var v any = &node{}
		together(
			func() {
				switch v := v.(type) {
				case *node:
					v.w++
				}
			},
			func() { use(v.(*node).w) })
	}},
	{Name: "value of an interface that is a copy", Body: func() {
		n := node{}
		var v any = n
		together(func() { n.w++ }, func() { use(v.(node).w) })
	}},
	{Name: "assignment of two elements", Racy: true, Body: func() {
		a := []int{1, 2, 3}
		together(func() { a[0], a[1] = a[1], a[0] }, func() { use(a[1]) })
	}},
	{Name: "assignment of elements beside", Body: func() {
		a := []int{1, 2, 3}
		together(func() { a[0], a[1] = a[1], a[0] }, func() { use(a[2]) })
	}},
	{Name: "key in a literal", Racy: true, Body: func() {
		p := &node{}
		together(
			func() { use(len(map[*node]int{p: 1})) },
			func() { p = nil })
	}},
	{Name: "key in a literal, whose value changes", Body: func() {
		p := &node{}
		together(
			func() { use(len(map[*node]int{p: 1})) },
			func() { p.v = 1 })
	}},
}

type box[T any] struct {
	sync.Mutex
	v T
}

//go:noinline
func (b *box[T]) set(v T) { b.v = v }

//go:noinline
func (b *box[T]) get() T { return b.v }

type inner struct{ count, other int }

type outer struct {
	pad int //lint:ignore U1000 it moves the fields
	*inner
}

// each calls f with the values of an iterator.
func each[T any](seq iter.Seq[T], f func(T)) {
	for v := range seq {
		f(v)
	}
}
