// Package measure times pools for goroutines, all in the same way.
//
// A program with contestants calls Main, which does one measurement and prints its result as one
// line of JSON. Programs in other languages print the same.
package measure

import (
	"fmt"
	"time"
)

// Contestant is a way to run tasks. A function that it does not support is nil. Each function
// starts the given number of workers, and returns a function that ends them.
type Contestant struct {
	// Fib returns fib, which forks at every call with n of 2 or more.
	Fib func(workers int) (fib func(n int) int, end func())
	// Post returns post, which hands the task over without waiting for it. It must be possible to
	// post the task again at any time.
	Post func(workers int, task func()) (post, end func())
	// Call returns call, which blocks until a task has returned x.
	Call func(workers int) (call func(x int) int, end func())
}

// Unpooled is the Fib of a contestant without workers.
func Unpooled(fib func(n int) int) func(workers int) (func(n int) int, func()) {
	return func(int) (func(int) int, func()) { return fib, func() {} }
}

// The measurements. Values are nanoseconds, except for Rest.
const (
	Fib  = "fib"  // for each fork of fib(N), without a cutoff
	Nest = "nest" // only whether fib(N) ends in time
	Flat = "flat" // for each of N tasks, posted by one goroutine outside the pool
	Hot  = "hot"  // for a call, one after the other
	Cold = "cold" // for a call after Idle
	Wake = "wake" // until an idle worker runs, while the waking goroutine computes
	Rest = "rest" // processors kept busy by one empty task every Tick
)

// Idle is the time without tasks before Cold and Wake.
const Idle = 300 * time.Microsecond

// Tick is the time between two tasks of Rest.
const Tick = 10 * time.Millisecond

// Plan describes a measurement.
type Plan struct {
	Peer    string // the contestant's name in the program
	What    string
	Workers int
	N       int           // n of fib, or the number of tasks
	For     time.Duration // repeat for this time; for Nest, wait for this time
}

// Result is the result of a measurement.
type Result struct {
	Peer    string  `json:"peer"`
	What    string  `json:"what"`
	Workers int     `json:"workers"`
	N       int     `json:"n"`
	Runs    int     `json:"runs"` // number of values
	Best    float64 `json:"best"`
	Median  float64 `json:"median"`
	// Allocated for each fork or task, if known.
	Bytes       *float64 `json:"bytes,omitempty"`
	Allocations *float64 `json:"allocations,omitempty"`
	// Share is the part of the items that thieves took from a deque, if known.
	Share *float64 `json:"share,omitempty"`
	// Waited is how long tasks of a load waited before they began, on average, if known.
	Waited *float64 `json:"waited,omitempty"`
	// Finished is false if fib did not end in time, or if the system does not tell the processor
	// time.
	Finished bool `json:"finished"`
}

// Check returns an error if this cannot be the result of the plan.
func (r Result) Check(p Plan) error {
	switch {
	case r.Peer != p.Peer || r.What != p.What || r.Workers != p.Workers || r.N != p.N:
		return fmt.Errorf("%s: the result is of %s %s, %d workers, %d", p, r.Peer, r.What, r.Workers, r.N)
	case !r.Finished && p.What != Nest && p.What != Rest:
		return fmt.Errorf("%s: it was not finished", p)
	case r.Finished && p.What != Nest && (r.Runs <= 0 || !(0 < r.Best && r.Best <= r.Median)):
		return fmt.Errorf("%s: best %g, median %g of %d", p, r.Best, r.Median, r.Runs)
	}
	return nil
}

func (p Plan) String() string { return fmt.Sprintf("%s %s, %d workers", p.Peer, p.What, p.Workers) }

// Run does one measurement.
func (c Contestant) Run(p Plan) (Result, error) {
	r := Result{Peer: p.Peer, What: p.What, Workers: p.Workers, N: p.N}
	can := false
	var err error
	switch p.What {
	case Fib, Nest:
		can = c.Fib != nil
	case Flat, Wake, Rest:
		can = c.Post != nil
	case Hot, Cold:
		can = c.Call != nil
	}
	if !can || p.Workers < 1 || p.N < 0 || p.For <= 0 {
		return r, fmt.Errorf("%s has no measurement %s with %d workers, %d, %v", p.Peer, p.What, p.Workers, p.N, p.For)
	}
	switch p.What {
	case Fib:
		err = c.fib(p, &r)
	case Nest:
		err = c.nest(p, &r)
	case Flat:
		err = c.flat(p, &r)
	case Hot, Cold:
		err = c.calls(p, &r)
	case Wake:
		c.wake(p, &r)
	case Rest:
		c.rest(p, &r)
	}
	return r, err
}
