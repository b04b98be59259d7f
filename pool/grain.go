package pool

import (
	"fmt"
	"math"
	"time"
)

// LoopOption is an option of [For], [Map], [Reduce] and [Sort]. All are optional.
type LoopOption struct{ grain int }

// Grain makes a loop divide only parts of more than n elements, like the threshold of a
// hand-written recursion. 0 lets the loop choose, as it does without the option. Grain panics
// if n is negative.
func Grain(n int) LoopOption {
	if n < 0 {
		panic(fmt.Sprintf("pool: Grain of %d", n))
	}
	return LoopOption{n}
}

// grainOf returns the grain that the options ask for, or 0.
func grainOf(opts []LoopOption) (n int) {
	for _, o := range opts {
		n = o.grain
	}
	return n
}

// Without a given grain, a loop measures how long its elements take. An undivided part should
// take a few microseconds. That is long against a fork, which costs nanoseconds, and short for
// a task that waits for the part. A part has at most coarsest elements even if they are cheap,
// because the next ones may be expensive.
//
// Reading the clock costs more than a fork. So when the grain has reached coarsest, only one
// part of many is timed.
const (
	partTime = 4 * time.Microsecond
	coarsest = 1024
	untimed  = 63 // parts of coarsest elements after a timed one

	// The elements of ReduceParts are usually folded by an inlined loop, at 0.2 ns each. A part of 1,024 takes
	// 0.2 us, and the call and the fork of each part 25 ns. So its parts may have more elements.
	coarsestFold = 8 * coarsest
)

// Loops with a function for one element call it unrolled times in each turn. Go keeps the index in
// memory during a call, so each turn waits for that store and load. A sum of 10M by Reduce takes
// 0.77 of the processor time of a loop with one call, and ForEach and MapInto take 0.8 of it.
//
// What remains is the call, 1.3 ns. A loop inside Reduce can only be specialized for f if the
// compiler inlines Reduce, together with f into the loop. Reduce has an inline cost of 90 without
// its checks, and Go's budget is 80. ForEach just fits, but Go 1.26 then calls body through the
// closure, as before.
const unrolled = 4

// pace finds the grain of one task while the task runs. A task begins with parts of one
// element. Since it divides in halves, the next parts have 1, 2, 4, 8 elements, so it reaches
// the coarsest grain soon.
type pace struct {
	grain   int
	most    int   // the largest grain
	skip    int32 // the next parts that are not timed
	fixed   bool
	stopped bool // nothing is divided any more
}

func newPace(grain int) pace {
	if grain > 0 {
		return pace{grain: grain, most: coarsest, fixed: true}
	}
	return pace{grain: 1, most: coarsest}
}

// timed reports whether the next part is to be timed.
func (p *pace) timed() bool {
	if p.fixed {
		return false
	}
	if p.skip > 0 {
		p.skip--
		return false
	}
	return true
}

// stop makes the task divide nothing any more.
func (p *pace) stop() { p.grain, p.stopped = math.MaxInt, true }

// took records how long n elements took since a time.
func (p *pace) took(n int, since time.Time) {
	if p.stopped {
		return
	}
	d := max(time.Since(since), 1)
	p.grain = min(max(int(partTime*time.Duration(n)/d), 1), p.most)
	if p.grain == p.most {
		p.skip = int32(untimed * coarsest / p.most)
	}
}
