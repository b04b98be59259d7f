// This program copies and assigns objects of package sync, while another thread uses them. It prints the cases for which the
// scheduler reports the wrong result.
package main

import (
	"fmt"
	"os"
	"sync"

	"github.com/stealproof/stealproof/model/sched"
)

type box struct {
	outer  sync.Mutex // protects the inner one in the sound programs
	in     inner
	all    []inner
	array  [2]inner
	any    any
	others [4]int
}

type inner struct {
	once sync.Once
	mu   sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	m    sync.Map
	cond sync.Cond
	n    int
}

func (i inner) byValue() int { return i.n }

func take(inner) {}

func give(b *box) inner { return b.in }

func giveAny(b *box) any { return b.in }

type list[T any] struct{ items []T }

func (l *list[T]) first() (v T) { return l.items[0] }

// uses are the methods of objects of package sync.
var uses = map[string]func(i *inner){
	"once":       func(i *inner) { i.once.Do(func() {}) },
	"mutex":      func(i *inner) { i.mu.Lock(); i.mu.Unlock() },
	"try":        func(i *inner) { _ = i.mu.TryLock() && unlock(&i.mu) },
	"writer":     func(i *inner) { i.rw.Lock(); i.rw.Unlock() },
	"reader":     func(i *inner) { i.rw.RLock(); i.rw.RUnlock() },
	"try reader": func(i *inner) { _ = i.rw.TryRLock() && unlock(i.rw.RLocker()) },
	"wait group": func(i *inner) { i.wg.Add(1); i.wg.Done() },
	"wait":       func(i *inner) { i.wg.Wait() },
	"map":        func(i *inner) { i.m.Store(1, 2) },
	"broadcast":  func(i *inner) { i.cond.Broadcast() },
}

func unlock(l sync.Locker) bool { l.Unlock(); return true }

// copies are the ways to copy a value.
var copies = map[string]func(b *box){
	"variable":   func(b *box) { c := b.in; _ = c.n },
	"argument":   func(b *box) { take(b.in) },
	"result":     func(b *box) { _ = give(b).n },
	"interface":  func(b *box) { _ = giveAny(b) },
	"pointer":    func(b *box) { p := &b.in; c := *p; _ = c.n },
	"receiver":   func(b *box) { _ = b.in.byValue() },
	"literal":    func(b *box) { _ = struct{ i inner }{b.in}.i.n },
	"assignment": func(b *box) { b.in = inner{} },
	"once":       func(b *box) { b.in.once = sync.Once{} },
	"all":        func(b *box) { c := *b; _ = c.others },
}

var racing = map[string][2]func(b *box){
	"range": {func(b *box) { b.all[1].mu.Lock() }, func(b *box) {
		for _, v := range b.all {
			_ = v.n
		}
	}},
	"range array": {func(b *box) { b.array[1].mu.Lock() }, func(b *box) {
		for _, v := range b.array {
			_ = v.n
		}
	}},
	"append":   {func(b *box) { b.all[1].once.Do(func() {}) }, func(b *box) { _ = append([]inner(nil), b.all...) }},
	"copy":     {func(b *box) { b.all[1].once.Do(func() {}) }, func(b *box) { copy(make([]inner, 2), b.all) }},
	"generic":  {func(b *box) { b.all[0].once.Do(func() {}) }, func(b *box) { l := &list[inner]{b.all}; c := l.first(); _ = c.n }},
	"reset":    {func(b *box) { b.in.mu.Lock() }, func(b *box) { b.in.mu = sync.Mutex{} }},
	"own lock": {func(b *box) { b.in.mu.Lock(); c := b.in; b.in.mu.Unlock(); _ = c.n }, func(b *box) { b.in.mu.Lock(); b.in.mu.Unlock() }},
}

// ordered are sound programs.
var ordered = map[string][2]func(b *box){
	"two uses":    {func(b *box) { b.in.mu.Lock(); b.in.n++; b.in.mu.Unlock() }, func(b *box) { b.in.mu.Lock(); b.in.n++; b.in.mu.Unlock() }},
	"the field L": {func(b *box) { b.in.cond.L.Lock(); b.in.cond.L.Unlock() }, func(b *box) { b.in.cond.Broadcast() }},
	"neighbours":  {func(b *box) { b.in.mu.Lock(); b.in.mu.Unlock() }, func(b *box) { c := b.others; _ = c; _ = b.all; take(b.array[0]) }},
	"two copies":  {func(b *box) { take(b.in) }, func(b *box) { c := *b; _ = c.others }},
	"a pointer":   {func(b *box) { p := &b.in; p.mu.Lock() }, func(b *box) { p := &b.in; _ = p.n }},
	"done before": {func(b *box) { b.in.once.Do(func() {}) }, func(b *box) {}},
}

func main() {
	bad := 0
	expect := func(name, got, want string) {
		if got != want {
			fmt.Printf("%s: %s, want %s\n", name, got, want)
			bad++
		}
	}
	for use, f := range uses {
		for way, copied := range copies {
			if way == "once" && use != "once" {
				continue
			}
			name := use + ", " + way
			using := func(b *box) { f(&b.in) }
			expect(name, try(using, copied), "race")
			expect(name+", exchanged", try(copied, using), "race")
			locked := func(f func(b *box)) func(b *box) {
				return func(b *box) { b.outer.Lock(); defer b.outer.Unlock(); f(b) }
			}
			if way != "all" { // the copy would have the outer lock
				expect("ordered: "+name, try(locked(using), locked(copied)), "exhausted")
			}
		}
	}
	for name, p := range racing {
		expect(name, try(p[0], p[1]), "race")
		expect(name+", exchanged", try(p[1], p[0]), "race")
	}
	for name, p := range ordered {
		expect("ordered: "+name, try(p[0], p[1]), "exhausted")
	}
	if bad > 0 {
		os.Exit(1)
	}
}

// try runs two functions under every schedule, after some uses of the objects that are ordered before.
func try(f, g func(b *box)) string {
	r := sched.Search(func(s *sched.S) {
		b := &box{all: make([]inner, 2)}
		b.in.cond.L = &b.outer
		b.in.mu.Lock()
		b.in.mu.Unlock()
		s.Go(func() { f(b) })
		s.Go(func() { g(b) })
		s.Wait()
		take(b.in)
	}, sched.Options{})
	switch {
	case r.Failure == nil:
		return string(r.Ending)
	case r.Failure.Rule == sched.RuleRace:
		return "race"
	}
	return r.Failure.Rule + ": " + r.Failure.Detail
}
