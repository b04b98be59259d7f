// Package order is the judge of histories: it searches for an order of operations that explains their results.
package order

import "math/bits"

// Most is the largest number of operations of a history.
const Most = 64

// Search searches for an order. The operations have numbers from 0. States are compared.
type Search[S comparable] struct {
	// Before has, for each operation, the set of those that must come before it.
	Before []uint64
	// Must is the set of operations that must be in the order. The others may have taken effect or not.
	Must uint64
	// Next returns the states after an operation, none if its result is wrong. If it does not know them, every
	// order is right. The slice is read before the next call.
	Next func(state S, operation int) (all []S, known bool)
	// Last, if not nil, reports whether an order may end in a state.
	Last func(state S) bool
	// Over, if not nil, is called now and then, and ends the search if it returns true.
	Over func() bool

	dead  map[place[S]]struct{}
	steps int
	over  bool
}

// place is a set of operations and the state that they lead to.
type place[S comparable] struct {
	done  uint64
	state S
}

// lookAfter is how many places are visited between two calls of Over.
const lookAfter = 1 << 10

// From reports whether an order leads on from a state. Over reports whether the search was ended before it was known.
func (s *Search[S]) From(first S) (found, over bool) {
	if len(s.dead) > 64 {
		s.dead = nil
	}
	clear(s.dead)
	s.steps, s.over = 0, false
	found = s.from(0, first)
	return found, s.over
}

func (s *Search[S]) from(done uint64, state S) bool {
	if done&s.Must == s.Must && (s.Last == nil || s.Last(state)) {
		return true
	}
	here := place[S]{done, state}
	if len(s.dead) > 0 {
		if _, is := s.dead[here]; is {
			return false
		}
	}
	if s.steps++; s.Over != nil && s.steps%lookAfter == 0 {
		s.over = s.over || s.Over()
	}
	for rest := (uint64(1)<<len(s.Before) - 1) &^ done; rest != 0 && !s.over; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if s.Before[i]&^done != 0 {
			continue
		}
		next, known := s.Next(state, i)
		if !known {
			return true
		}
		for n := range next {
			if s.from(done|1<<i, next[n]) {
				return true
			}
		}
	}
	if s.dead == nil {
		s.dead = map[place[S]]struct{}{}
	}
	s.dead[here] = struct{}{}
	return false
}
