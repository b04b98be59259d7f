// Package scenario has the scenarios of all checks: what each thread of a program calls, as a value, as text and as
// bytes, and how a scenario is made smaller. A call is of any type: that of a deque, or that of any structure.
package scenario

// Of is a scenario of calls of type C. One thread makes the calls of the preparation. Then the threads run. At the end,
// one thread makes the last calls.
type Of[C any] struct {
	Prepare []C
	Threads [][]C
	After   []C
}

// Parts calls f for the calls of each part, in their order.
func (s *Of[C]) Parts(f func(at Place, calls []C)) {
	f(Place{Part: Prepare}, s.Prepare)
	for i, calls := range s.Threads {
		f(Place{Threads, i}, calls)
	}
	f(Place{Part: After}, s.After)
}

// Size returns the number of calls.
func (s *Of[C]) Size() (n int) {
	s.Parts(func(_ Place, calls []C) { n += len(calls) })
	return n
}

// Any reports whether a call is such.
func (s *Of[C]) Any(is func(C) bool) (found bool) {
	s.Parts(func(_ Place, calls []C) {
		for _, c := range calls {
			found = found || is(c)
		}
	})
	return found
}

// Part is a part of a scenario.
type Part uint8

const (
	Prepare Part = iota
	Threads
	After
)

// Place says where a call is.
type Place struct {
	Part   Part
	Thread int // in Threads, from 0
}

// Convert returns a scenario with calls of another type. It stops at the first error, which is then a [*Error].
func Convert[A, B any](s Of[A], convert func(at Place, call A) (B, error)) (to Of[B], err error) {
	s.Parts(func(at Place, calls []A) {
		var all []B
		for _, c := range calls {
			if err != nil {
				return
			}
			b, wrong := convert(at, c)
			if wrong != nil {
				err = &Error{at, wrong}
				return
			}
			all = append(all, b)
		}
		switch at.Part {
		case Prepare:
			to.Prepare = all
		case Threads:
			to.Threads = append(to.Threads, all)
		case After:
			to.After = all
		}
	})
	return to, err
}

// Error is an error of one part.
type Error struct {
	At  Place
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without its place.
func (e *Error) Unwrap() error { return e.Err }
