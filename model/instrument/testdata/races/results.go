package main

import (
	"errors"
	"sync"

	"github.com/stealproof/stealproof/model/sched"
)

// sharing is a program whose goroutines share variables, with or without a race.
type sharing struct {
	racy bool
	body func()
}

// results are programs in which a goroutine shares named results, or variables of
// loops.
var results = map[string]sharing{
	"return writes what a goroutine writes":        {true, func() { writes(false) }},
	"return writes after the goroutine":            {false, func() { writes(true) }},
	"return writes what a goroutine reads":         {true, func() { read(false) }},
	"return writes after a goroutine has read":     {false, func() { read(true) }},
	"return in the scope of another err":           {true, func() { shadowed(false) }},
	"return in such a scope, ordered":              {false, func() { shadowed(true) }},
	"return reads":                                 {true, func() { bare(false) }},
	"return reads after the goroutine":             {false, func() { bare(true) }},
	"return without results, the wait is deferred": {false, func() { deferred() }},
	"return of a call that waits":                  {false, func() { waits() }},
	"return of a call that waits, several results": {false, func() { waitsForBoth() }},
	"return of a call that does not wait":          {true, func() { twice() }},
	"return of the same variables":                 {true, func() { same(false) }},
	"return of the same variables, ordered":        {false, func() { same(true) }},
	"return of a literal":                          {true, func() { literal(false) }},
	"return of a literal, ordered":                 {false, func() { literal(true) }},
	"end of a round reads":                         {true, func() { rounds(false) }},
	"end of a round reads after the goroutine":     {false, func() { rounds(true) }},
	"continue reads":                               {true, func() { continued(false) }},
	"continue reads after the goroutine":           {false, func() { continued(true) }},
	"bodies of a loop at once":                     {true, func() { loop(false) }},
	"bodies of a loop one after the other":         {false, func() { loop(true) }},
	"variables of a loop at once":                  {true, func() { loopAssigns(false) }},
	"variables of a loop one after the other":      {false, func() { loopAssigns(true) }},
}

// start runs f in a goroutine, and returns a function that waits for it.
func start(f func()) (wait func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	return wg.Wait
}

func writes(ordered bool) (err error) {
	wait := start(func() { err = errors.New("late") })
	if ordered {
		wait()
	}
	return nil
}

func read(ordered bool) (n int, err error) {
	wait := start(func() { println2(err) })
	if ordered {
		wait()
	}
	return 1, nil
}

func shadowed(ordered bool) (n int, err error) {
	wait := start(func() { println2(err) })
	if ordered {
		wait()
	}
	if n, err := 3, errors.New("e"); n > 2 {
		return n, err
	}
	return 0, nil
}

func bare(ordered bool) (n int) {
	wait := start(func() { n = 1 })
	if ordered {
		wait()
	}
	return
}

func deferred() (n int) {
	wait := start(func() { n = 1 })
	defer wait()
	return
}

func waits() (n int) {
	wait := start(func() { n = 1 })
	f := func() int { wait(); return 2 }
	return f()
}

func waitsForBoth() (n int, err error) {
	wait := start(func() { n, err = 1, nil })
	f := func() (int, error) { wait(); return 2, nil }
	return f()
}

func twice() (n int, err error) {
	start(func() { n, err = 1, nil })
	return pair2()
}

func pair2() (int, error) { return 1, nil }

func same(ordered bool) (n int, err error) {
	wait := start(func() { n = 1 })
	if ordered {
		wait()
	}
	return n, err
}

func literal(ordered bool) {
	_ = func() (n int) {
		wait := start(func() { n = 1 })
		if ordered {
			wait()
		}
		return 2
	}()
}

func rounds(ordered bool) {
	for i := 0; i < 1; i++ {
		wait := start(func() { i++ })
		if ordered {
			wait()
		}
	}
}

func continued(ordered bool) {
outer:
	for i, j := 0, 0; i < 1; i++ {
		for range 2 {
			wait := start(func() { j++ })
			if ordered {
				wait()
			}
			switch i := "inner"; i {
			default:
				continue outer
			}
		}
	}
}

// numbers yields two numbers, each in a goroutine of its own.
func numbers(ordered bool) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		first := start(func() { yield(1) })
		if ordered {
			first()
		}
		start(func() { yield(2) })()
		first()
	}
}

func loop(ordered bool) {
	n := 0
	for v := range numbers(ordered) {
		n += v
	}
}

func loopAssigns(ordered bool) {
	var v int
	for v = range numbers(ordered) {
	}
	println2(v)
}

// judge returns the verdict on a program.
func judge(body func()) string {
	r := sched.Search(func(*sched.S) { body() }, sched.Options{Executions: 1000})
	switch {
	case r.Failure == nil:
		return string(r.Ending)
	case r.Failure.Rule == sched.RuleRace:
		return "race"
	}
	return r.Failure.Error()
}
