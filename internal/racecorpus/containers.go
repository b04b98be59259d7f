package racecorpus

import (
	"sync"
)

var containers = []Snippet{
	{Name: "two elements", Body: func() {
		s := make([]int, 2)
		together(func() { s[0] = 1 }, func() { s[1] = 1 })
	}},
	{Name: "one element", Racy: true, Body: func() {
		s := make([]int, 2)
		together(func() { s[1] = 1 }, func() { use(s[1]) })
	}},
	{Name: "halves of a slice", Body: func() {
		s := make([]int, 4)
		fill := func(s []int) func() {
			return func() {
				for i := range s {
					s[i] = i
				}
			}
		}
		together(fill(s[:2]), fill(s[2:]))
	}},
	{Name: "halves that overlap", Racy: true, Body: func() {
		s := make([]int, 4)
		fill := func(s []int) func() {
			return func() {
				for i := range s {
					s[i] = i
				}
			}
		}
		together(fill(s[:3]), fill(s[2:]))
	}},
	{Name: "append to one variable", Racy: true, Body: func() {
		var s []int
		together(func() { s = append(s, 1) }, func() { s = append(s, 2) })
	}},
	{Name: "append into the same array", Racy: true, Body: func() {
		s := make([]int, 0, 4)
		together(
			func() { a := append(s, 1); use(len(a)) },
			func() { b := append(s, 2); use(len(b)) })
	}},
	{Name: "append to a full array", Body: func() {
		s := make([]int, 1)
		together(
			func() { a := append(s, 1); use(len(a)) },
			func() { b := append(s, 2); use(len(b)) })
	}},
	{Name: "append behind the read part", Body: func() {
		s := make([]int, 1, 4)
		together(
			func() { a := append(s, 1); use(len(a)) },
			func() { use(s[0]) })
	}},
	{Name: "copy", Racy: true, Body: func() {
		s, d := make([]int, 4), make([]int, 4)
		together(func() { copy(d, s) }, func() { s[3] = 1 })
	}},
	{Name: "short copy", Body: func() {
		s, d := make([]int, 4), make([]int, 3)
		together(func() { copy(d, s) }, func() { s[3] = 1 })
	}},
	{Name: "bytes made a string", Racy: true, Body: func() {
		b := []byte("text")
		together(func() { use(len(string(b))) }, func() { b[2] = 'x' })
	}},
	{Name: "range over a slice", Racy: true, Body: func() {
		s := make([]int, 3)
		together(
			func() {
				for _, v := range s {
					use(v)
				}
			},
			func() { s[2] = 1 })
	}},
	{Name: "map that two read", Body: func() {
		m := map[string]int{"a": 1}
		together(func() { use(m["a"]) }, func() { use(m["b"]) })
	}},
	{Name: "map that two write", Racy: true, Body: func() {
		m := map[string]int{}
		together(func() { m["a"] = 1 }, func() { m["b"] = 1 })
	}},
	{Name: "map that one writes", Racy: true, Body: func() {
		m := map[string]int{}
		together(func() { m["a"] = 1 }, func() { use(m["b"]) })
	}},
	{Name: "range over a map", Racy: true, Body: func() {
		m := map[string]int{"a": 1}
		together(
			func() {
				for _, v := range m {
					use(v)
				}
			},
			func() { delete(m, "a") })
	}},
	{Name: "length of a map", Racy: true, Body: func() {
		m := map[string]int{}
		together(func() { m["a"] = 1 }, func() { use(len(m)) })
	}},
	{Name: "map under a lock", Body: func() {
		m, mu := map[string]int{}, sync.Mutex{}
		put := func() { mu.Lock(); m["a"]++; mu.Unlock() }
		together(put, put)
	}},
	{Name: "elements of a map are pointers", Racy: true, Body: func() {
		m := map[string]*node{"a": {}}
		together(func() { m["a"].v = 1 }, func() { use(m["a"].v) })
	}},
	{Name: "sync.Map", Body: func() {
		var m sync.Map
		together(
			func() { m.Store("a", &node{v: 1}) },
			func() {
				if n, ok := m.Load("a"); ok {
					use(n.(*node).v)
				}
			})
	}},
	{Name: "sync.Map whose value changes", Racy: true, Body: func() {
		var m sync.Map
		together(
			func() {
				n := &node{}
				m.Store("a", n)
				n.v = 1
			},
			func() {
				if n, ok := m.Load("a"); ok {
					use(n.(*node).v)
				}
			})
	}},
	{Name: "sync.Map tells which goroutine stored first", Body: func() {
		var m sync.Map
		get := func(v int) func() {
			return func() {
				n, _ := m.LoadOrStore("a", &node{v: v})
				use(n.(*node).v)
			}
		}
		together(get(1), get(2))
	}},
	{Name: "sync.Pool", Body: func() {
		p := sync.Pool{New: func() any { return &node{} }}
		work := func() {
			n := p.Get().(*node)
			n.v++
			p.Put(n)
		}
		together(work, work)
	}},
	{Name: "used after Put", Racy: true, Body: func() {
		p := sync.Pool{New: func() any { return &node{} }}
		work := func() {
			n := p.Get().(*node)
			p.Put(n)
			n.v++
		}
		together(work, work)
	}},
}
