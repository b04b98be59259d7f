// This program has races and synchronized accesses, in all forms of accesses. It
// prints the cases for which the scheduler reports the wrong result.
package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/model/sched"
)

type node struct {
	mu   sync.Mutex
	v, w int
	s    []int
	arr  [3]int
	m    map[string]int
	next *node
	any  any
	*inner
	flag  atomic.Int64
	token int64
}

type inner struct{ deep int }

func (n *node) byPointer()   { n.v++ }
func (i inner) byValue() int { return i.deep }

// locked returns v. It takes and releases the lock before that, not after.
func locked[T any](n *node, v T) T {
	n.mu.Lock()
	return v
}

func two(n *node) (int, int) { n.mu.Lock(); return 1, 2 }

func newNode() *node {
	return &node{
		s: make([]int, 3, 8), m: map[string]int{"a": 1, "b": 2}, next: &node{inner: &inner{}}, any: 1, inner: &inner{},
	}
}

var global int

// racing are pairs of functions that race.
var racing = map[string][2]func(n *node){
	"field":       {func(n *node) { n.v = 1 }, func(n *node) { _ = n.v }},
	"two writes":  {func(n *node) { n.v = 1 }, func(n *node) { n.v++ }},
	"operator":    {func(n *node) { n.v += 2 }, func(n *node) { println2(n.v) }},
	"element":     {func(n *node) { n.s[1] = 1 }, func(n *node) { println2(n.s[1]) }},
	"array":       {func(n *node) { n.arr[2] = 1 }, func(n *node) { println2(n.arr) }},
	"struct":      {func(n *node) { n.next.w = 1 }, func(n *node) { p := *n.next.inner; n.next.deep = p.deep; n.w = n.next.w }},
	"copy of all": {func(n *node) { *n.inner = inner{2} }, func(n *node) { println2(n.deep) }},
	"header":      {func(n *node) { n.s = nil }, func(n *node) { println2(len(n.s)) }},
	"pointer":     {func(n *node) { n.next = nil }, func(n *node) { n.next.v = 1 }},
	"embedded":    {func(n *node) { n.inner = new(inner) }, func(n *node) { println2(n.deep) }},
	"receiver":    {func(n *node) { n.deep = 1 }, func(n *node) { println2(n.byValue()) }},
	"by pointer":  {func(n *node) { n.byPointer() }, func(n *node) { n.byPointer() }},
	"package":     {func(*node) { global = 1 }, func(*node) { println2(global) }},
	"map":         {func(n *node) { n.m["x"] = 1 }, func(n *node) { println2(n.m["a"]) }},
	"map delete":  {func(n *node) { delete(n.m, "a") }, func(n *node) { println2(len(n.m)) }},
	"map range": {func(n *node) { n.m["x"] = 1 }, func(n *node) {
		for range n.m {
		}
	}},
	"map lookup":      {func(n *node) { clear(n.m) }, func(n *node) { _, ok := n.m["a"]; println2(ok) }},
	"append in place": {func(n *node) { _ = append(n.s, 1) }, func(n *node) { println2(n.s[:4][3]) }},
	"append a copy":   {func(n *node) { n.s[0] = 1 }, func(n *node) { _ = append(n.s[:3:3], 1) }},
	"append all":      {func(n *node) { n.s[2] = 1 }, func(n *node) { _ = append([]int(nil), n.s...) }},
	"copy":            {func(n *node) { copy(n.s, []int{1}) }, func(n *node) { println2(n.s[0]) }},
	"copy from":       {func(n *node) { n.s[1] = 2 }, func(n *node) { copy(make([]int, 3), n.s) }},
	"clear":           {func(n *node) { clear(n.s) }, func(n *node) { println2(n.s[2]) }},
	"range": {func(n *node) { n.s[2] = 1 }, func(n *node) {
		for _, v := range n.s {
			println2(v)
		}
	}},
	"range of array": {func(n *node) { n.arr[2] = 1 }, func(n *node) {
		for _, v := range n.arr {
			println2(v)
		}
	}},
	"range assigns": {func(n *node) { println2(n.v) }, func(n *node) {
		for n.v = range n.s {
		}
	}},
	"conversion":  {func(n *node) { n.s[1] = 1 }, func(n *node) { println2([3]int(n.s)) }},
	"call":        {func(n *node) { n.v = id(1) }, func(n *node) { println2(n.v) }},
	"two results": {func(n *node) { n.v, n.w = pair() }, func(n *node) { println2(n.w) }},
	"assertion":   {func(n *node) { n.any = "s" }, func(n *node) { n.v, _ = n.any.(int) }},
	"atomic":      {func(n *node) { atomic.AddInt64(&n.token, 1) }, func(n *node) { println2(n.token) }},
}

// ordered are pairs of functions that a lock orders, although it is taken only
// within an expression.
var ordered = map[string][2]func(n *node){
	"plain":      {func(n *node) { n.mu.Lock(); n.v = 1; n.mu.Unlock() }, func(n *node) { n.mu.Lock(); n.v = 2; n.mu.Unlock() }},
	"value":      {func(n *node) { n.v = locked(n, 1); n.mu.Unlock() }, func(n *node) { n.v = locked(n, 2); n.mu.Unlock() }},
	"operator":   {func(n *node) { n.v += locked(n, 1); n.mu.Unlock() }, func(n *node) { n.v -= locked(n, 2); n.mu.Unlock() }},
	"index":      {func(n *node) { n.s[locked(n, 1)] = 1; n.mu.Unlock() }, func(n *node) { n.s[locked(n, 1)]++; n.mu.Unlock() }},
	"results":    {func(n *node) { n.v, n.w = two(n); n.mu.Unlock() }, func(n *node) { n.v, n.w = locked(n, 3), 4; n.mu.Unlock() }},
	"second":     {func(n *node) { n.v, n.s[locked(n, 2)] = 1, 2; n.mu.Unlock() }, func(n *node) { n.v, n.s[locked(n, 2)] = 1, 2; n.mu.Unlock() }},
	"map":        {func(n *node) { n.m["a"] = locked(n, 1); n.mu.Unlock() }, func(n *node) { n.m["a"] += locked(n, 1); n.mu.Unlock() }},
	"map key":    {func(n *node) { n.m[locked(n, "k")] = 1; n.mu.Unlock() }, func(n *node) { n.m[locked(n, "k")]++; n.mu.Unlock() }},
	"map read":   {func(n *node) { println2(n.m[locked(n, "a")]); n.mu.Unlock() }, func(n *node) { delete(n.m, locked(n, "a")); n.mu.Unlock() }},
	"map lookup": {func(n *node) { _, ok := n.m[locked(n, "a")]; println2(ok); n.mu.Unlock() }, func(n *node) { n.m[locked(n, "k")] = 3; n.mu.Unlock() }},
	"append":     {func(n *node) { _ = append(n.s, locked(n, 1)); n.mu.Unlock() }, func(n *node) { _ = append(n.s, locked(n, 2)); n.mu.Unlock() }},
	"deferred":   {func(n *node) { n.mu.Lock(); defer n.mu.Unlock(); n.v = 1 }, func(n *node) { n.mu.Lock(); defer n.mu.Unlock(); n.v = 2 }},
	"redeclared": {func(n *node) { redeclared(n) }, func(n *node) { redeclared(n) }},
	"flag": {func(n *node) { n.v = 1; n.flag.Store(1) }, func(n *node) {
		if n.flag.Load() == 1 {
			n.v = 2
		}
	}},
	"neighbours": {func(n *node) { n.v = 1; n.s[0] = 1; n.arr[0]++ }, func(n *node) { n.w = 1; n.s[1] = 1; n.arr[1]++ }},
	"addresses":  {func(n *node) { p := &n.v; *p = 1 }, func(n *node) { _ = &n.v; _ = n.arr[:]; _ = len(n.arr); println2(&n.v != nil) }},
	"lengths": {func(n *node) { n.arr[0] = 1 }, func(n *node) {
		for i := range n.arr {
			println2(i)
		}
	}},
	"shim types": {func(n *node) { n.flag.Add(1) }, func(n *node) { p := &n.flag; p.Add(1) }},
	"range of slice": {func(n *node) {
		for i := range n.s {
			n.mu.Lock()
			n.s[i]++
			n.mu.Unlock()
		}
	}, func(n *node) {
		n.mu.Lock()
		for _, v := range n.s {
			println2(v)
		}
		n.mu.Unlock()
	}},
}

func redeclared(n *node) {
	n.mu.Lock()
	p := &n.v
	x, err := 1, 0
	y, err := x, 2
	func() { err = y }()
	*p = err
	n.mu.Unlock()
}

func println2(...any)  {}
func id(v int) int     { return v }
func pair() (int, int) { return 1, 2 }

func try(pair [2]func(*node)) string {
	r := sched.Search(func(s *sched.S) {
		n := newNode()
		var wg sync.WaitGroup
		wg.Add(1)
		go func(do func(*node)) {
			do(n)
			wg.Done()
		}(pair[0])
		pair[1](n)
		wg.Wait()
	}, sched.Options{Executions: 1000})
	switch {
	case r.Failure == nil:
		return string(r.Ending)
	case r.Failure.Rule == sched.RuleRace:
		return "race"
	}
	return r.Failure.Error()
}

// closures share variables of functions.
func closures(write bool) string {
	r := sched.Search(func(s *sched.S) {
		shared, constant := 1, 2
		s.Go(func() { println2(shared, constant) })
		if write {
			shared++
		} else {
			println2(shared)
		}
		s.Wait()
	}, sched.Options{})
	if r.Failure != nil && r.Failure.Rule == sched.RuleRace {
		return "race"
	}
	return string(r.Ending)
}

func main() {
	bad := 0
	expect := func(name, got, want string) {
		if got != want {
			fmt.Printf("%s: %s, want %s\n", name, got, want)
			bad++
		}
	}
	for name, p := range racing {
		expect(name, try(p), "race")
		expect(name+", exchanged", try([2]func(*node){p[1], p[0]}), "race")
	}
	for name, p := range ordered {
		expect("ordered: "+name, try(p), "exhausted")
		expect("ordered: "+name+", exchanged", try([2]func(*node){p[1], p[0]}), "exhausted")
	}
	expect("closure", closures(true), "race")
	expect("closure, no write", closures(false), "exhausted")
	for _, programs := range []map[string]sharing{results, receivers} {
		for name, p := range programs {
			want := "exhausted"
			if p.racy {
				want = "race"
			}
			expect(name, judge(p.body), want)
		}
	}
	if bad > 0 {
		os.Exit(1)
	}
}
