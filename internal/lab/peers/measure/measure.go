// Package measure times what pools for goroutines do, each of them in the same way.
//
// A program that has some contestants calls Main, which does one measurement and
// prints its result as one line of JSON. Programs of other languages print the same.
package measure

import (
	"fmt"
	"time"
)

// Contestant is a way to run tasks. What it cannot do is nil. Each function starts
// workers, as many as it is told, and returns how to end them.
type Contestant struct {
	// Fib returns fib, which forks at every call with n of 2 or more.
	Fib func(workers int) (fib func(n int) int, end func())
	// Post returns post, which hands the task over without waiting for it. It must
	// be possible to post it again at any time.
	Post func(workers int, task func()) (post, end func())
	// Call returns call, which blocks until a task has returned x.
	Call func(workers int) (call func(x int) int, end func())
}

// Unpooled is the Fib of what needs no workers.
func Unpooled(fib func(n int) int) func(workers int) (func(n int) int, func()) {
	return func(int) (func(int) int, func()) { return fib, func() {} }
}

// What is measured. Values are nanoseconds, except for Rest.
const (
	Fib  = "fib"  // for each fork of fib(N), without cutoff
	Nest = "nest" // only whether fib(N) ends in time
	Flat = "flat" // for each of N tasks that one goroutine posts, which is no worker
	Hot  = "hot"  // for a call, one after the other
	Cold = "cold" // for a call after Idle
	Wake = "wake" // until a worker that has been idle runs, while who wakes it computes
	Rest = "rest" // not time: processors that are kept busy by one empty task every Tick
)

// Idle is how long workers have nothing to do before Cold and Wake.
const Idle = 300 * time.Microsecond

// Tick is the time from task to task of Rest.
const Tick = 10 * time.Millisecond

// Plan says what is to be measured.
type Plan struct {
	Peer    string // as the program calls the contestant
	What    string
	Workers int
	N       int           // of fib, or of tasks
	For     time.Duration // repeat it for so long; for Nest how long to wait
}

// Result is what was measured.
type Result struct {
	Peer    string  `json:"peer"`
	What    string  `json:"what"`
	Workers int     `json:"workers"`
	N       int     `json:"n"`
	Runs    int     `json:"runs"` // values, of which these are
	Best    float64 `json:"best"`
	Median  float64 `json:"median"`
	// What is allocated for each fork or task, if it is known.
	Bytes       *float64 `json:"bytes,omitempty"`
	Allocations *float64 `json:"allocations,omitempty"`
	// Share is the part of items that thieves got from a deque, if it is known.
	Share *float64 `json:"share,omitempty"`
	// Waited is how long tasks of a load waited until they began, on average, if it is known.
	Waited *float64 `json:"waited,omitempty"`
	// Finished is false if fib did not end in time, or the system does not say.
	Finished bool `json:"finished"`
}

// Check returns what cannot be the result of the plan.
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
