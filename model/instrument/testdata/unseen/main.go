// This program has code that the scheduler cannot control. It prints which of it ends a search as not checked.
package main

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/model/instrument/testdata/unseen/assembly"
	"github.com/stealproof/stealproof/model/instrument/testdata/unseen/usescgo"
	"github.com/stealproof/stealproof/model/sched"
)

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname zeroes runtime.zeroVal
var zeroes [1024]byte

// These lead to the zeroes of the runtime.
var (
	firstZero = unsafe.Pointer(&zeroes[0])
	byName    = map[string]unsafe.Pointer{"first": firstZero}
)

var finalize = runtime.SetFinalizer

type thing struct{ n int }

func (t *thing) swap(a *atomic.Int64) bool { return a.CompareAndSwap(pair()) }

func pair() (int64, int64) { return 0, 1 }

var programs = map[string]func(){
	"assembly":                        func() { go func() { assembly.Nop() }() },
	"sound: assembly in one thread":   func() { assembly.Nop() },
	"assembly, by a value":            func() { assembly.Chosen() },
	"assembly, deferred":              func() { defer assembly.Nop() },
	"cgo":                             func() { usescgo.One() },
	"cgo, by a value":                 func() { usescgo.Later() },
	"a linkname":                      func() { procPin() },
	"a variable by linkname":          func() { linked(true) },
	"a variable that leads to one":    func() { leading() },
	"sound: a variable by linkname":   func() { linkedBeside() },
	"sound: an initial value":         func() { _ = finalize },
	"sound: a finalizer":              func() { runtime.SetFinalizer(new(thing), nil) },
	"sound: a finalizer, by a value":  func() { finalize(new(thing), nil) },
	"sound: a finalizer, in a thread": func() { go runtime.SetFinalizer(new(thing), nil) },
	"address in a number":             func() { var a atomic.Uintptr; a.Store(uintptr(unsafe.Pointer(new(thing)))) },

	"sound: assembly beside":         func() { assembly.Plain() },
	"sound: cgo beside":              func() { usescgo.Two() },
	"sound: a linkname":              func() { nanotime() },
	"sound: arguments from a call":   func() { var a atomic.Int64; new(thing).swap(&a) },
	"sound: not reached":             func() { notReached(false) },
	"sound: goto a range statement":  func() { jump(3) },
	"sound: an address, not atomics": func() { _ = uintptr(unsafe.Pointer(new(thing))) },
}

// linked names a variable of another package.
func linked(yes bool) byte {
	if !yes {
		return 0
	}
	return zeroes[0]
}

// leading reads a variable of another package, and does not name it.
func leading() byte { return *(*byte)(byName["first"]) }

// linkedBeside could come to that, and does not.
func linkedBeside() {
	if finalize == nil {
		linked(true)
	}
}

func notReached(yes bool) {
	if yes {
		runtime.SetFinalizer(new(thing), nil)
		assembly.Nop()
		procPin()
	}
}

// jump returns how often it goes round.
func jump(n int) (rounds int) {
	s := []int{1, 2, 3}
again:
	for _, v := range s {
		rounds += v
		if v == 2 {
			continue again
		}
	}
	if n--; n > 0 {
		goto again
	}
	if rounds > 0 {
		goto only
	}
only:
	for range map[int]int{1: 1} {
		rounds++
	}
	return rounds
}

func main() {
	if jump(3) != 19 || usescgo.One()+usescgo.Later() != 3 {
		fmt.Println("wrong without the scheduler")
		os.Exit(1)
	}
	assembly.Chosen()
	finalize(new(thing), nil)
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		r := sched.Search(func(s *sched.S) { programs[name](); s.Wait() }, sched.Options{})
		fmt.Printf("%s: %s", name, r.Ending)
		if r.Failure != nil {
			fmt.Printf(": %s: %s", r.Failure.Rule, r.Failure.Detail)
		}
		fmt.Println()
	}
}
