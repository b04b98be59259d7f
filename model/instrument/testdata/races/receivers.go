package main

import (
	"context"
	"sync"
)

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
	"the embedded pointer to a receiver": {true, func() {
		h := &handle{&rescue{}}
		at := adder(h)
		both(func() { at.Add() }, func() { h.rescue = &rescue{} })
	}},
	"the embedded interface": {true, func() {
		h := &holder{&couple{}}
		at := summer(h)
		both(func() { at.Sum() }, func() { h.summer = couple{} })
	}},
	"beside the embedded interface": {false, func() {
		h := &holder{&couple{}}
		at := summer(*h)
		both(func() { at.Sum() }, func() { h.summer = couple{} })
	}},
	"behind two interfaces": {true, func() { p := &couple{}; at := summer(&holder{p}); both(func() { at.Sum() }, func() { p.x = 1 }) }},
	"a value behind two interfaces": {false, func() {
		p := &couple{}
		at := summer(&holder{*p})
		both(func() { at.Sum() }, func() { p.x = 1 })
	}},
	"a method value of an embedded interface": {true, func() {
		h := &holder{&couple{}}
		f := summer(h).Sum
		both(func() { f() }, func() { h.summer = couple{} })
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
	"a deferred call at once":        {true, func() { p := &couple{}; at := summer(p); both(func() { defer at.Sum() }, func() { p.x = 1 }) }},
	"a deferred call of a value":     {false, func() { p := &couple{}; at := summer(*p); both(func() { defer at.Sum() }, func() { p.x = 1 }) }},
	"a deferred call after the other": {true, func() {
		p := &couple{}
		at := summer(p)
		c := make(chan int, 1)
		both(func() { c <- 1; defer at.Sum() }, func() { <-c; p.x = 1 })
	}},
	"a deferred call with arguments": {true, func() { p := &couple{}; at := plusser(p); both(func() { defer at.Plus(one()) }, func() { p.x = 1 }) }},
	"deferred arguments that wait": {false, func() {
		p := &couple{}
		at := plusser(p)
		after(func(c chan int) { defer at.Plus(<-c) }, func() { p.x = 1 })
	}},
	"a method value":            {true, func() { p := &couple{}; f := summer(p).Sum; both(func() { f() }, func() { p.x = 1 }) }},
	"a method value of a value": {false, func() { p := &couple{}; f := summer(*p).Sum; both(func() { f() }, func() { p.x = 1 }) }},
	"a method value that is not called": {false, func() {
		p := &couple{}
		at := summer(p)
		both(func() { f := at.Sum; _ = f }, func() { p.x = 1 })
	}},
	"a method value of a pointer":                     {false, func() { p := &couple{}; f := p.Sum; both(func() { f() }, func() { p.x = 1 }) }},
	"a go statement":                                  {true, func() { p := &couple{}; at := summer(p); go at.Sum(); p.x = 1 }},
	"a go statement with argument":                    {true, func() { p := &couple{}; at := plusser(p); go at.Plus(one()); p.x = 1 }},
	"an argument that calls":                          {true, func() { p := &couple{}; at := plusser(p); both(func() { at.Plus(one()) }, func() { p.x = 1 }) }},
	"a name that is not exported":                     {true, func() { p := &couple{}; at := quiet(p); both(func() { at.sum() }, func() { p.x = 1 }) }},
	"such a name of a value":                          {false, func() { p := &couple{}; at := quiet(*p); both(func() { at.sum() }, func() { p.x = 1 }) }},
	"such a name of an embedded":                      {true, func() { w := &wide{}; at := quiet(w); both(func() { at.sum() }, func() { w.x = 1 }) }},
	"beside such an embedded":                         {false, func() { w := &wide{}; at := quiet(w); both(func() { at.sum() }, func() { w.other = 1 }) }},
	"such a name that is hidden":                      {false, func() { p := &couple{}; at := quiet(&hides{p}); both(func() { at.sum() }, func() { p.x = 1 }) }},
	"such a name of a generic":                        {true, func() { p := &couples[int]{}; at := quiet(p); both(func() { at.sum() }, func() { p.x = 1 }) }},
	"such a method value":                             {true, func() { p := &couple{}; f := quiet(p).sum; both(func() { f() }, func() { p.x = 1 }) }},
	"such a deferred call":                            {true, func() { p := &couple{}; at := quiet(p); both(func() { defer at.sum() }, func() { p.x = 1 }) }},
	"such a method expression":                        {true, func() { p := &couple{}; f := (*couple).sum; both(func() { f(p) }, func() { p.x = 1 }) }},
	"an error":                                        {true, func() { p := &couple{}; e := error(p); both(func() { _ = e.Error() }, func() { p.x = 1 }) }},
	"an error that is a value":                        {false, func() { p := &couple{}; e := error(*p); both(func() { _ = e.Error() }, func() { p.x = 1 }) }},
	"a method of a name that another one recovers in": {true, func() { p := &calm{}; at := rescuer(p); both(func() { at.Rescue() }, func() { p.x = 1 }) }},
	"such a method, deferred":                         {true, func() { p := &calm{}; at := rescuer(p); both(func() { defer at.Rescue() }, func() { p.x = 1 }) }},
	"recover in the receiver's method": {false, func() {
		var got any
		p := &rescue{got: &got}
		at := rescuer(p)
		for i, f := range []func(){
			func() { defer at.Rescue(); panic(0) },
			func() { f := at.Rescue; defer f(); panic(1) },
			func() { defer (*rescue).Rescue(p); panic(2) },
			func() { defer rescuer.Rescue(at); panic(3) },
			func() { f := rescuer.Rescue; defer f(at); panic(4) },
			func() { f := p.Rescue; defer f(); panic(5) },
		} {
			if f(); got != i {
				panic("recover found another value")
			}
		}
	}},
	"a context": {true, func() {
		c := &numbered{context.Background(), 1}
		ctx := context.Context(c)
		both(func() { ctx.Value(nil) }, func() { c.n = 2 })
	}},
	"a context that is a value": {false, func() {
		c := &numbered{context.Background(), 1}
		ctx := context.Context(*c)
		both(func() { ctx.Value(nil) }, func() { c.n = 2 })
	}},
	"the context in a context": {true, func() {
		c := &numbered{context.Background(), 1}
		ctx := context.Context(c)
		both(func() { _ = ctx.Err() }, func() { c.Context = context.TODO() })
	}},
	"beside the context in a context": {false, func() {
		c := &numbered{context.Background(), 1}
		ctx := context.Context(c)
		both(func() { _ = ctx.Err() }, func() { c.n = 2 })
	}},
	"a locker": {true, func() {
		l := &guard{new(sync.Mutex), 1}
		both(func() { k := sync.Locker(l); k.Lock(); k.Unlock() }, func() { l.n = 2 })
	}},
	"a locker that is a value": {false, func() {
		l := &guard{new(sync.Mutex), 1}
		k := sync.Locker(*l)
		both(func() { k.Lock(); k.Unlock() }, func() { l.n = 2 })
	}},
	"an interface of a nil pointer": {false, func() {
		at := summer((*couple)(nil))
		both(func() { defer func() { _ = recover() }(); at.Sum() }, func() {})
	}},
	"a nil pointer on the way":           {false, func() { at := summer(&far{}); both(func() { defer func() { _ = recover() }(); at.Sum() }, func() {}) }},
	"method expression of a nil pointer": {false, func() { f := (*couple).Sum; both(func() { defer func() { _ = recover() }(); f(nil) }, func() {}) }},
}

type numbered struct {
	context.Context
	n int
}

func (c numbered) Value(any) any { return c.n }

type guard struct {
	mu *sync.Mutex
	n  int
}

func (g guard) Lock()   { g.mu.Lock() }
func (g guard) Unlock() { g.mu.Unlock() }

type summer interface{ Sum() int }

type quiet interface{ sum() int }

type rescuer interface{ Rescue() }

type rescue struct {
	couple
	got *any
}

func (r rescue) Rescue() { *r.got = recover() }

func (*rescue) Add() {}

type adder interface{ Add() }

type handle struct{ *rescue }

type calm struct{ x int }

func (calm) Rescue() {}

type plusser interface{ Plus(n int) int }

type couple struct{ x, y int }

func (p couple) Sum() int       { return p.x + p.y }
func (p couple) Plus(n int) int { return p.x + n }

func (p couple) sum() int      { return p.x + p.y }
func (p couple) Error() string { return "" }

type couples[T any] struct{ x, y T }

func (p couples[T]) sum() int { return 0 }

func one() int { return 1 }

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
func (*hides) sum() int { return 0 }

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
