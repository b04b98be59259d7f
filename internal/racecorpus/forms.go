package racecorpus

//lint:file-ignore S1000,S1005,SA4001 the forms are rare on purpose

import (
	"errors"
	"iter"
	"sync"
)

// record has a field for each form of access in forms.
type record struct {
	n     int
	c     complex128
	text  string
	call  func()
	items []int
	byKey map[string]node
	grid  [4]int
	next  *record
	err   error
	ch    chan int
	value any
}

// forms are accesses in statements and expressions that a program rarely has. Each is racy, and sound under a lock.
var forms = snippetsOf(
	pair{"call of a field", func(o *record) { o.call() }, func(o *record) { o.call = func() {} }},
	pair{"deferred call of a field", func(o *record) { defer o.call() }, func(o *record) { o.call = func() {} }},
	pair{"copy by new", func(o *record) { use(*new(o.n)) }, func(o *record) { o.n = 1 }},
	pair{"parts of a complex number", func(o *record) { use(int(real(o.c) + imag(o.c))) }, func(o *record) { o.c = 1i }},
	pair{"smaller of two", func(o *record) { use(min(o.n, 3)) }, func(o *record) { o.n = 2 }},
	pair{"field of an element of a map", func(o *record) { use(o.byKey["a"].v) }, func(o *record) { o.byKey["a"] = node{} }},
	pair{"field that a loop counts", func(o *record) {
		for o.n = 0; o.n < 2; o.n++ {
			Pause()
		}
	}, func(o *record) { use(o.n) }},
	pair{"element that a range assigns", func(o *record) {
		for _, o.grid[1] = range []int{1, 2} {
			Pause()
		}
	}, func(o *record) { use(o.grid[1]) }},
	pair{"field that a select assigns", func(o *record) {
		c := make(chan int, 1)
		c <- 1
		select {
		case o.n = <-c:
		}
	}, func(o *record) { use(o.n) }},
	pair{"element of a map that a select assigns", func(o *record) {
		c := make(chan node, 1)
		c <- node{}
		select {
		case o.byKey["b"], _ = <-c:
		}
	}, func(o *record) { use(len(o.byKey)) }},
	pair{"field with a channel", func(o *record) { o.ch <- 1 }, func(o *record) { o.ch = make(chan int, 1) }},
	pair{"tag of a type switch", func(o *record) {
		switch v := o.value.(type) {
		case int:
			use(v)
		}
	}, func(o *record) { o.value = "a" }},
	pair{"field with an error", func(o *record) {
		if o.err != nil {
			use(len(o.err.Error()))
		}
	}, func(o *record) { o.err = errors.New("a") }},
	pair{"range over a string", func(o *record) {
		for _, r := range o.text {
			use(int(r))
		}
	}, func(o *record) { o.text += "a" }},
	pair{"array in the place of a slice", func(o *record) { use((*[2]int)(o.items)[1]) }, func(o *record) { o.items[1] = 3 }},
	pair{"array as a key", func(o *record) { use(map[[4]int]int{}[o.grid]) }, func(o *record) { o.grid[3] = 1 }},
	pair{"case of a switch", func(o *record) {
		switch 1 {
		case o.n:
			Pause()
		}
	}, func(o *record) { o.n = 1 }},
	pair{"pointer on the way to an address", func(o *record) { use(*(&o.next.n)) }, func(o *record) { o.next = new(record) }},
	pair{"iterator that two goroutines pull", func(o *record) { use(o.pulled()) }, func(o *record) { o.n = 4 }},
	pair{"length that a slice loses", func(o *record) { use(len(o.items[:1:1])) }, func(o *record) { o.items = o.items[1:] }},
)

// pulled returns n by way of a coroutine.
func (o *record) pulled() int {
	next, stop := iter.Pull(func(yield func(int) bool) { yield(o.n) })
	defer stop()
	n, _ := next()
	return n
}

// pair is two functions that race.
type pair struct {
	name string
	a, b func(o *record)
}

// snippetsOf returns two snippets for each pair: as it is, and under a lock.
func snippetsOf(all ...pair) (snippets []Snippet) {
	for _, p := range all {
		body := func(locked bool) func() {
			return func() {
				o := &record{items: make([]int, 2, 4), byKey: map[string]node{}, call: func() {}, next: &record{}, ch: make(chan int, 1), value: 1}
				var mu sync.Mutex
				run := func(f func(*record)) func() {
					return func() {
						if locked {
							mu.Lock()
							defer mu.Unlock()
						}
						f(o)
					}
				}
				together(run(p.a), run(p.b))
			}
		}
		snippets = append(snippets, Snippet{Name: p.name, Racy: true, Body: body(false)}, Snippet{Name: p.name + ", locked", Body: body(true)})
	}
	return snippets
}
