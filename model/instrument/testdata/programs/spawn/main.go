// Go statements of all forms.
package main

import (
	"fmt"
	"sync"
)

var (
	wg  sync.WaitGroup
	mu  sync.Mutex
	out = map[string]int{}
)

func put(k string, v int) {
	mu.Lock()
	out[k] = v
	mu.Unlock()
	wg.Done()
}

func results(k string, v int) (int, error) { put(k, v); return v, nil }

func sum(k string, vs ...int) {
	t := 0
	for _, v := range vs {
		t += v
	}
	put(k, t)
}

func generic[T ~int](k string, v T) { put(k, int(v)) }

func inferred[A, B any](a A, b B) { put(fmt.Sprint(a, b), 1) }

type object struct{ n int }

func (o object) byValue(k string)    { put(k, o.n) }
func (o *object) byPointer(k string) { put(k, o.n) }
func (o *object) none()              { put("none", o.n) }

type shower interface{ byValue(string) }

func twoArgs() (string, int) { return "two", 2 }

func takesAny(k string, v any, e error) { put(k+fmt.Sprint(v, e), 1) }

func main() {
	wg.Add(20)
	n := 1
	go put("plain", n)
	n = 2
	go func() { put("lit", n) }()
	go func(v int) { put("param", v) }(n)
	go results("results", 3)
	go sum("variadic", 1, 2, 3)
	go sum("none given")
	go sum("spread", []int{4, 5}...)
	go generic("generic", 6)
	go generic[int]("explicit", 7)
	go inferred("x", 2.5)
	o := &object{8}
	go o.byPointer("pointer")
	go o.byValue("value")
	go o.none()
	go (*object).byPointer(o, "expression")
	var s shower = o
	go s.byValue("interface")
	go put(twoArgs())
	go takesAny("any", 3, nil)
	go takesAny("nil", nil, nil)
	go func() int { put("result", 1); return 1 }()
	m := map[string]func(string, int){"put": put}
	go m["put"](
		"map", // a comment
		9,
	)
	wg.Wait()
	var g sync.WaitGroup
	g.Add(2)
	go g.Done()
	go g.Add(-1)
	g.Wait()
	fmt.Println(out)
}
