package lin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// machine is the specification. It numbers the states that it meets, and runs each operation once
// in each state. So a state is a small number for all others.
type machine struct {
	ops     []*operation
	create  func() reflect.Value
	states  []reflect.Value
	ids     map[string]int
	moves   map[moveKey]move
	allowed map[allowedKey][]int
	asked   map[moveKey][]int // by the methods Ask
	enabled map[moveKey]bool
	fault   error // why a state cannot be copied; the first one
	byText  map[string][]*instance
	known   int // instances
	answers int // how many there are

	first    int    // the first state
	trusting bool   // scenarios are allowed if it is not known that they are not
	panicked string // what a method of the specification panicked with last
}

type moveKey struct {
	state int
	in    *instance
}

type allowedKey struct {
	state int
	of    *answer
}

// move is what an operation with rule answers does.
type move struct {
	next   []int // one state
	result string
	legal  bool // it did not panic
}

func newMachine(ops []*operation, create func() reflect.Value) *machine {
	return &machine{
		ops: ops, create: create, ids: map[string]int{}, moves: map[moveKey]move{}, allowed: map[allowedKey][]int{},
		enabled: map[moveKey]bool{}, asked: map[moveKey][]int{}, byText: map[string][]*instance{},
	}
}

// number returns the number of a state.
func (m *machine) number(state reflect.Value) int {
	key := string(encode(nil, state))
	id, known := m.ids[key]
	if !known {
		id = len(m.states)
		m.ids[key] = id
		m.states = append(m.states, clone(state)) // its memory is its own
	}
	return id
}

// protect runs f. It reports whether f did not panic. It keeps the reason if a value cannot be
// copied or compared.
func (m *machine) protect(f func()) (ran bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
			return
		case *refused:
			if m.fault == nil {
				m.fault = fmt.Errorf("the specification: %w", r)
			}
		default:
			m.panicked = fmt.Sprint(r)
		}
	}()
	f()
	return true
}

// begin creates the first state.
func (m *machine) begin() error {
	var made reflect.Value
	if !m.protect(func() {
		if made = m.create(); !null(made) {
			m.first = m.number(made)
		}
	}) && m.fault == nil {
		return fmt.Errorf("the function that makes the specification panics: %s", m.panicked)
	}
	if m.fault == nil && null(made) {
		return errors.New("the function that makes the specification returns nil")
	}
	return m.fault
}

// run runs an operation with rule answers.
func (m *machine) run(state int, in *instance) move {
	key := moveKey{state, in}
	mv, known := m.moves[key]
	if known {
		return mv
	}
	m.protect(func() {
		once, first := m.call(state, in)
		again, second := m.call(state, in)
		m.same(in, once.result == again.result && once.next[0] == again.next[0], first, second)
		mv = once
	})
	in.op.ran, in.op.panics = in.op.ran || mv.legal, in.op.panics || !mv.legal
	m.moves[key] = mv
	return mv
}

// call is run without a memory. It also returns what the method did, in words.
func (m *machine) call(state int, in *instance) (mv move, text string) {
	s := clone(m.states[state])
	out := s.Method(in.op.method).Call(in.copies())
	return move{[]int{m.number(s)}, results(out), true}, outcome(list(out), s)
}

// results returns the bytes of results.
func results(out []reflect.Value) string {
	var b []byte
	for _, v := range out {
		b = encode(b, v)
	}
	return string(b)
}

// next returns the states that an operation with its result can lead to.
func (m *machine) next(state int, a *answer) (all []int) {
	if a.gaveUp {
		return m.dropped(state, a.instance)
	}
	if !m.ready(state, a.instance) {
		return nil // it should not have returned
	}
	if a.op.rule == answers {
		if mv := m.run(state, a.instance); mv.legal && mv.result == a.result {
			return mv.next
		}
		return nil
	}
	key := allowedKey{state, a}
	all, known := m.allowed[key]
	if known {
		return all
	}
	m.protect(func() {
		once, first := m.allows(state, a)
		again, second := m.allows(state, a)
		m.same(a.instance, slices.Equal(once, again), first, second)
		all = once
	})
	m.allowed[key] = all
	return all
}

// allows is next for a method that judges the result. It also returns what the method did, in words.
func (m *machine) allows(state int, a *answer) (all []int, text string) {
	s := clone(m.states[state])
	args := a.copies()
	for _, v := range a.results {
		args = append(args, tryClone(v))
	}
	out := s.Method(a.op.method).Call(args)[0]
	if a.op.rule == permits {
		if out.Bool() {
			all = append(all, m.number(s))
		}
		return all, outcome(words(out), s)
	}
	for i := range out.Len() {
		all = append(all, m.number(out.Index(i)))
	}
	slices.Sort(all) // they may come in any order
	return all, words(out)
}

// ready reports whether an operation does not block in a state.
func (m *machine) ready(state int, in *instance) bool {
	if in.op.can < 0 {
		return true
	}
	key := moveKey{state, in}
	is, known := m.enabled[key]
	if !known {
		m.protect(func() { is = clone(m.states[state]).Method(in.op.can).Call(in.copies())[0].Bool() })
		m.enabled[key] = is
	}
	return is
}

// answered returns the answer of an instance with these results.
func (m *machine) answered(in *instance, out []reflect.Value) (a *answer) {
	m.protect(func() {
		key := results(out)
		for _, known := range in.met {
			if known.result == key {
				a = known
				return
			}
		}
		a = &answer{instance: in, number: len(in.met), id: m.answers, result: key, words: list(out)}
		m.answers++
		for _, v := range out {
			a.results = append(a.results, clone(v))
		}
		a.gaveUp = in.ends() && in.op.gaveUp(out)
		in.met = append(in.met, a)
	})
	if a == nil {
		a = &answer{instance: in, number: -1, words: "a result that cannot be compared"}
	}
	return a
}
