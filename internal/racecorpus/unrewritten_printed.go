package racecorpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

type refusal struct{ code int }

func (r *refusal) Error() string { return fmt.Sprint("refused: ", r.code) }

type stats struct {
	//lint:ignore U1000 fmt prints it
	hits atomic.Int64
	last string
}

var printed = slices.Concat(
	handed("account printed while it changes", func() (func(), func()) {
		a := &account{}
		return func() { a.Balance++ }, func() { use(len(fmt.Sprint(a))) }
	}),
	handed("map in a message", func() (func(), func()) {
		seen := map[string]int{}
		return func() { seen["a"]++ }, func() { use(len(fmt.Sprintf("seen: %v", seen))) }
	}),
	handed("number read from text", func() (func(), func()) {
		var n int
		return func() { _, _ = fmt.Sscan("5", &n) }, func() { use(n) }
	}),
	handed("error that is found in another", func() (func(), func()) {
		var found *refusal
		err := fmt.Errorf("call: %w", &refusal{3})
		return func() { useAll(errors.As(err, &found)) }, func() { useAll(found == nil) }
	}),
	twins("two loggers, one buffer", func() (func(), func()) {
		var to bytes.Buffer
		a, b := log.New(&to, "a", 0), log.New(&to, "b", 0)
		return func() { a.Print("x") }, func() { b.Print("y") }
	}),
	handed("counter printed by its bits", func() (func(), func()) {
		s := &stats{}
		return func() { s.last = "one" }, func() { fmt.Fprintln(io.Discard, s) }
	}),
	handed("print before a step of std", func() (func(), func()) {
		n := 0
		return func() { n++; use(len(fmt.Sprint(1))) }, func() { use(len(fmt.Sprint(2))); n++ }
	}),
	handed("function of std as an argument", func() (func(), func()) {
		a := &account{}
		show := func(f func(...any) string) { use(len(f(a))) }
		return func() { a.Name = "y" }, func() { show(fmt.Sprint) }
	}),
	[]Snippet{
		{Name: "one logger for two", Body: func() {
			var to bytes.Buffer
			l := log.New(&to, "", 0)
			together(func() { l.Print("x") }, func() { l.Print("y") })
			use(to.Len())
		}},
		{Name: "gauge that locks to be printed", Body: func() {
			g := &gauge{}
			together(g.add, func() { use(len(fmt.Sprint(g))) })
		}},
		{Name: "prints of own values", Body: func() {
			print := func() { use(len(fmt.Sprint(&account{Tags: map[string]string{"a": "b"}}))) }
			together(print, print)
		}},
		{Name: "printed after Wait", Body: func() {
			a := &account{}
			var wg sync.WaitGroup
			wg.Go(func() { a.Balance = 1 })
			wg.Go(func() { a.Name = "x" })
			wg.Wait()
			use(len(fmt.Sprint(a)))
		}},
		{Name: "replacer of all", Body: func() {
			r := strings.NewReplacer("a", "b", "c", "d")
			replace := func() { use(len(r.Replace("abc"))) }
			together(replace, replace)
		}},
	},
)
