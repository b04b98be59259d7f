package main

import "sync"

// receivers are programs in which a call copies a receiver that another goroutine writes to.
var receivers = map[string]sharing{
	"interface of a pointer":           {true, func() { p := &couple{}; at := summer(p); both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"interface of a value":             {false, func() { p := &couple{}; at := summer(*p); both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"interface of an embedded value":   {true, func() { w := &wide{}; at := summer(w); both(func() { at.Sum() }, func() { w.y = 1 }) }},
	"beside an embedded value":         {false, func() { w := &wide{}; at := summer(w); both(func() { at.Sum() }, func() { w.other = 1 }) }},
	"interface of an embedded pointer": {true, func() { p := &couple{}; at := summer(far{near{p}, 0}); both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"the embedded pointer": {true, func() {
		d := &far{near{&couple{}}, 0}
		at := summer(d)
		both(func() { at.Sum() }, func() { d.couple = &couple{} })
	}},
	"beside an embedded pointer": {false, func() {
		d := &far{near{&couple{}}, 0}
		at := summer(d)
		both(func() { at.Sum() }, func() { d.other = 1 })
	}},
	"an embedded interface":             {true, func() { p := &couple{}; at := holder{p}; both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"a method that hides the other":     {false, func() { p := &couple{}; at := summer(&hides{p}); both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"method expression of a pointer":    {true, func() { p := &couple{}; f := (*couple).Sum; both(func() { f(p) }, func() { p.x = 1 }) }},
	"method expression of an interface": {true, func() { p := &couple{}; f := summer.Sum; both(func() { f(p) }, func() { p.x = 1 }) }},
	"method expression after a receive": {false, func() { p := &couple{}; f := (*couple).Plus; after(func(c chan int) { f(p, <-c) }, func() { p.x = 1 }) }},
	"type parameter":                    {true, func() { p := &couple{}; both(func() { sumOf(p) }, func() { p.x = 1 }) }},
	"an argument that waits":            {false, func() { p := &couple{}; at := plusser(p); after(func(c chan int) { at.Plus(<-c) }, func() { p.x = 1 }) }},
	"a deferred call": {false, func() {
		p := &couple{}
		at := summer(p)
		after(func(c chan int) { defer at.Sum(); <-c }, func() { p.x = 1 })
	}},
	"a method value of an interface": {false, func() { p := &couple{}; f := summer(p).Sum; after(func(c chan int) { <-c; f() }, func() { p.x = 1 }) }},
	"an interface of a nil pointer": {false, func() {
		at := summer((*couple)(nil))
		both(func() { defer func() { _ = recover() }(); at.Sum() }, func() {})
	}},
	"a nil pointer on the way":           {false, func() { at := summer(&far{}); both(func() { defer func() { _ = recover() }(); at.Sum() }, func() {}) }},
	"method expression of a nil pointer": {false, func() { f := (*couple).Sum; both(func() { defer func() { _ = recover() }(); f(nil) }, func() {}) }},
}

type summer interface{ Sum() int }

type plusser interface{ Plus(n int) int }

type couple struct{ x, y int }

func (p couple) Sum() int       { return p.x + p.y }
func (p couple) Plus(n int) int { return p.x + n }

type wide struct {
	couple
	other int
}

type near struct{ *couple }

type far struct {
	near
	other int
}

type holder struct{ summer }

type hides struct{ *couple }

func (*hides) Sum() int { return 0 }

func sumOf[T summer](at T) int { return at.Sum() }

// both runs two functions at once.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// after runs f, which receives from the channel after g has returned.
func after(f func(chan int), g func()) {
	c := make(chan int)
	both(func() { f(c) }, func() { g(); c <- 1 })
}
