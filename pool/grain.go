package pool

import (
	"fmt"
	"time"
)

// LoopOption is an option of [For], [Map], [Reduce] and [Sort]. None is needed.
type LoopOption struct{ grain int }

// Grain has a loop divide parts of more than n elements, and no others: the threshold
// that one gives a recursion by hand. 0 leaves it to the loop, as if there were no
// such option. It panics if n is negative.
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

// A loop that is not told its grain looks how long its elements take. A part that is
// not divided should take a few microseconds: long for a fork, which costs some
// nanoseconds, and short for whoever waits for a fork. It has not more than
// coarsest elements even if these are cheap, because the next ones may be dear.
//
// The clock costs more than a fork. So once the grain is the coarsest, only one part
// of many is timed.
const (
	partTime = 4 * time.Microsecond
	coarsest = 1024
	untimed  = 63 // parts after one that was timed, if the grain is coarsest
)

// pace is the grain of one task, which it finds while it runs. Each task begins with
// parts of one element. Since it divides in halves, the next ones have 1, 2, 4, 8, and
// so the coarsest is reached soon.
type pace struct {
	grain int
	fixed bool
	skip  int // parts that are not timed
}

func newPace(grain int) pace {
	if grain > 0 {
		return pace{grain, true, 0}
	}
	return pace{grain: 1}
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

// took takes note of how long n elements took since a time.
func (p *pace) took(n int, since time.Time) {
	d := max(time.Since(since), 1)
	p.grain = min(max(int(partTime*time.Duration(n)/d), 1), coarsest)
	if p.grain == coarsest {
		p.skip = untimed
	}
}
