// Command channels uses each form of channels.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type events chan int

type myError struct{}

func (*myError) Error() string { return "mine" }

type box struct {
	c    chan int
	last int
	ok   flag
}

type flag bool

var global = make(chan string, 2)

func init() { global <- "from init" }

func send[T any](c chan<- T, v T) { c <- v }

func drain[C ~chan T, T any](c C) (all []T) {
	for v := range c {
		all = append(all, v)
	}
	return all
}

func first[C chan T, T any](c C) T {
	select {
	case v := <-c:
		return v
	}
}

func fill[C interface{ ~chan int | ~chan<- int }](c C) {
	c <- 7
	close(c)
}

func terminates(c chan int) int {
	select {
	case v, ok := <-c:
		if ok {
			return v
		}
		return -1
	}
}

// hidden has other meanings for names of the language.
func hidden(c chan int64, value func() int64, panic func(string)) int64 {
	true, false, int64, bool := 0, 1, 2, 3
	last.Store(value() + value())
	select {
	case c <- last.Load():
	default:
		panic("there is room")
	}
	select /* a comment
	 */{
	case v := <-c:
		last.Add(value() * v)
	}
	if true+false+int64+bool != 6 {
		panic("other values")
	}
	select {
	case value0, _ = <-c:
		return value0
	case c <- last.Load():
		return -1
	}
}

var value0 int64

var last atomic.Int64

func labels(c chan int) string {
	text := ""
loop:
	for {
	choose:
		select {
		case v := <-c:
			switch {
			case v == 1:
				break choose
			case v == 2:
				continue loop
			case v == 3:
				break loop
			}
			text += fmt.Sprint(" ", v)
			if v == 4 {
				break
			}
			text += "!"
		}
		text += "."
	}
	return text
}

func jumps(c chan int) (n int) {
again:
	select {
	case v := <-c:
		if n += v; v == 1 {
			goto again
		}
	default:
	}
	return n
}

func order() {
	say := func(s string) string { fmt.Print(s, " "); return s }
	a, b := make(chan string, 1), make(chan string, 1)
	pick := func(s string, c chan string) chan string { say(s); return c }
	m := map[string]string{}
	b <- "b"
	select {
	case pick("A", a) <- say("value"):
		fmt.Println("sent")
	case m[say("left")] = <-pick("B", nil):
	}
	select {
	case m[say("left")] = <-pick("C", b):
		fmt.Println(m)
	case pick("D", nil) <- say("more"):
	}
}

func panics() {
	try := func(name string, f func()) {
		defer func() {
			p := recover()
			_, isError := p.(error)
			fmt.Println(name, p, isError)
		}()
		f()
	}
	var none chan int
	closed := make(chan int)
	close(closed)
	try("send", func() { closed <- 1 })
	try("close", func() { close(closed) })
	try("nil", func() { close(none) })
	try("select", func() {
		select {
		case closed <- 1:
		}
	})
	try("negative", func() { n := -1; _ = make(chan int, n) })
}

type inlet chan<- int

func (c inlet) len() int { return len(c) + cap(c) }

func lengths[C ~chan<- int, D ~chan int](c C, d D, e <-chan int) int { return len(c) + len(d) + len(e) }

func multiline(c chan func() int) {
	select {
	case c <- func() int {
		return 1
	}:
		fmt.Println("sent", (<-c)())
	default:
	}
}

func main() {
	fmt.Println(hidden(make(chan int64, 1), func() int64 { return 3 }, func(s string) { fmt.Println(s) }), last.Load())
	fmt.Println(<-global, len(global), cap(global))
	c := make(chan int, 3)
	c <- 1
	send(c, 2)
	fmt.Println(len(c), cap(c), <-c+<-c)
	e := make(chan error, 2)
	e <- &myError{}
	e <- nil
	fmt.Println(<-e, errors.Is(<-e, nil))
	fmt.Println(inlet(c).len(), lengths(inlet(c), c, c), len((chan<- int)(c)))
	named := make(events, 2)
	named <- 5
	close(named)
	fmt.Println(drain(named), first(func() chan int { c := make(chan int, 1); c <- 6; return c }()))
	f := make(chan int, 1)
	fill(f)
	v, ok := <-f
	w, ok2 := <-f
	fmt.Println(v, ok, w, ok2)
	var x, okx = <-f
	fmt.Println(x, okx)

	b := &box{c: make(chan int, 8)}
	b.c <- 3
	b.c <- 4
	b.last = <-b.c
	fmt.Println(b.last)
	select {
	case b.last, b.ok = <-b.c:
		fmt.Println(b.last, b.ok)
	}
	close(b.c)
	b.last, ok = <-b.c
	fmt.Println(b.last, ok, terminates(b.c))

	l := make(chan int, 8)
	for _, v := range []int{1, 4, 2, 5, 3} {
		l <- v
	}
	fmt.Println(labels(l))
	j := make(chan int, 8)
	j <- 1
	j <- 1
	j <- 2
	fmt.Println(jumps(j), jumps(j))
	order()
	panics()
	multiline(make(chan func() int, 1))

	// A channel of channels, directions, comparison, keys, go and defer.
	answers := make(chan chan string)
	go func() { (<-answers) <- "answer" }()
	reply := make(chan string)
	answers <- reply
	fmt.Println(<-reply)
	var in chan<- string = reply
	var out <-chan string = reply
	seen := map[<-chan string]int{out: 1}
	fmt.Println(in == reply, out == reply, seen[reply])
	stop := make(chan struct{})
	go close(stop)
	<-stop
	func() {
		late := make(chan int)
		defer func() { _, ok := <-late; fmt.Println("late", ok) }()
		defer close(late)
	}()

	// Each round of a range has its own variable.
	var wg sync.WaitGroup
	results := make(chan int, 3)
	work := make(chan int)
	go func() {
		defer close(work)
		for i := range 3 {
			work <- i
		}
	}()
	for v := range work {
		wg.Add(1)
		go func() { defer wg.Done(); results <- v }()
	}
	wg.Wait()
	close(results)
	all := drain(results)
	sort.Ints(all)
	fmt.Println(all)
	for range work {
		fmt.Println("never")
	}
	var last int
	again := make(chan int, 2)
	again <- 8
	again <- 9
	close(again)
	for last = range again {
	}
	fmt.Println(last)

	var never chan int
	select {
	case <-never:
	case never <- 1:
	default:
		fmt.Println("default")
	}
}
