// Package lane marks the stacks of threads, so that a report of Go's race detector tells which
// thread has made an access. The detector shows only functions that are compiled with it, and its
// numbers of goroutines are its own. So this package, unlike the scheduler, is compiled with it.
package lane

import "strings"

// bits is enough for the numbers of all threads.
const bits = 6

// Go calls f in a new goroutine. On the stack of a function that f passes to its argument, the
// functions around it are the digits of the number. The go statement is here, since a report shows
// it, and a name of the scheduler there would suppress the report.
func Go(number int, f func(in func(func()))) {
	go f(func(g func()) { digit(number, bits, g) })
}

func digit(number, left int, f func()) {
	switch {
	case left == 0:
		f()
	case number&(1<<(left-1)) == 0:
		zero(number, left-1, f)
	default:
		one(number, left-1, f)
	}
}

//go:noinline
func zero(number, left int, f func()) { digit(number, left, f) }

//go:noinline
func one(number, left int, f func()) { digit(number, left, f) }

// Aside calls f. Its own name on the stack suppresses reports, see package check. The detector shows the caller of
// each function that is compiled with it, so there are two.
//
//go:noinline
func Aside(f func() error) error { return inside(f) }

//go:noinline
func inside(f func() error) error { return f() }

const path = "stealproof/internal/engine/lane."

// Number returns the number in a stack, given its functions from the innermost on. It returns -1
// if the stack has none.
func Number(functions []string) int {
	n, at := 0, 0
	for _, f := range functions {
		switch {
		case strings.HasSuffix(f, path+"one"):
			n |= 1 << at
			at++
		case strings.HasSuffix(f, path+"zero"):
			at++
		}
	}
	if at != bits {
		return -1
	}
	return n
}
