package lin

import (
	"reflect"
	"slices"

	"github.com/stealproof/stealproof/model"
)

// This file has operations of two parts, a request and its reply: dual data structures, by Scherer and Scott,
// "Nonblocking Concurrent Objects with Condition Synchronization" (DISC 2004).

// numbered returns what the specification's methods get for a call: the same instance, or one that also has the number
// of the call if the operation has a request.
func (in *instance) numbered(call int) *instance {
	if in.op.ask < 0 {
		return in
	}
	for len(in.by) <= call {
		in.by = append(in.by, nil)
	}
	if in.by[call] == nil {
		n := *in
		n.by, n.args = nil, append([]reflect.Value{reflect.ValueOf(call)}, in.args...)
		in.by[call] = &n
	}
	return in.by[call]
}

// numbered is like that of an instance.
func (a *answer) numbered(call int) *answer {
	if a.op.ask < 0 {
		return a
	}
	for len(a.by) <= call {
		a.by = append(a.by, nil)
	}
	if a.by[call] == nil {
		n := *a
		n.by, n.instance = nil, a.instance.numbered(call)
		a.by[call] = &n
	}
	return a.by[call]
}

// numbered returns an operation with the number of its call.
func numbered(in model.Invocation, call int) model.Invocation {
	switch in := in.(type) {
	case *answer:
		return in.numbered(call)
	case *instance:
		return in.numbered(call)
	}
	return in
}

// instanceOf returns an operation without its result.
func instanceOf(in model.Invocation) *instance {
	if a, is := in.(*answer); is {
		return a.instance
	}
	return in.(*instance)
}

// asks reports whether an operation registers a request. A call that gave up takes it back, or had no effect.
func asks(in model.Invocation) bool {
	a, is := in.(*answer)
	return instanceOf(in).op.ask >= 0 && !(is && a.gaveUp && a.op.drop < 0)
}

// dropped returns the states after a request was taken back.
func (m *machine) dropped(state int, in *instance) (all []int) {
	if in.op.drop < 0 {
		return []int{state}
	}
	m.protect(func() {
		s := clone(m.states[state])
		s.Method(in.op.drop).Call(in.copies())
		all = []int{m.number(s)}
	})
	return all
}

// request returns the states that a request can lead to. The instance has the number of its call.
func (m *machine) request(state int, in *instance) (all []int) {
	key := moveKey{state, in}
	all, known := m.asked[key]
	if known {
		return all
	}
	m.protect(func() {
		once, first := m.registers(state, in)
		again, second := m.registers(state, in)
		m.same(in, slices.Equal(once, again), first, second)
		all = once
	})
	in.op.panics = in.op.panics || len(all) == 0
	m.asked[key] = all
	return all
}

// registers is request without a memory. It also returns what the method did, in words.
func (m *machine) registers(state int, in *instance) (all []int, text string) {
	s := clone(m.states[state])
	out := s.Method(in.op.ask).Call(in.copies())
	if !in.op.chooses {
		return []int{m.number(s)}, outcome("", s)
	}
	for i := range out[0].Len() {
		all = append(all, m.number(out[0].Index(i)))
	}
	slices.Sort(all)
	return all, words(out[0])
}
