package lin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// This file finds mistakes in the use of Check, which would look like faults of the structure.

// outcome says what a call of the specification did.
func outcome(result string, state reflect.Value) string {
	if result == "" {
		return "left " + words(state)
	}
	return "returned " + result + " and left " + words(state)
}

// same notes a specification that does two different things in one state.
func (m *machine) same(in *instance, are bool, first, second string) {
	if !are && m.fault == nil {
		m.fault = fmt.Errorf("the specification's method %s depends on more than its receiver and arguments: in the same state, %s first %s, and then %s",
			in.op.name, in.text, first, second)
	}
}

// comparable returns an error if a result can never be compared.
func (o *operation) comparable() error {
	for i, t := range o.out {
		if k := t.Kind(); k == reflect.Func || k == reflect.Chan || k == reflect.UnsafePointer {
			return fmt.Errorf("result %d of %s is a %s, which cannot be compared; give a function that returns values", i+1, o.name, t)
		}
	}
	return nil
}

// possible returns an error if an option has a value that it cannot have, or if the specification is of no plain type.
func (c *config) possible(spec reflect.Type) error {
	switch {
	case c.ownSteps != nil && *c.ownSteps < 1:
		return fmt.Errorf("WaitFree(%d): the bound must be 1 or more", *c.ownSteps)
	case c.rounds < 0:
		return fmt.Errorf("Rounds(%d): want 0 or more", c.rounds)
	case c.budget < 0:
		return fmt.Errorf("For(%v): want 0 or more", c.budget)
	case c.condition > Quiescent:
		return fmt.Errorf("there is no Condition(%d)", uint8(c.condition))
	case c.progress > waitFree || c.progress == waitFree && c.ownSteps == nil:
		return fmt.Errorf("there is no Progress(%d)", uint8(c.progress))
	case spec.Kind() == reflect.Interface:
		return fmt.Errorf("the function that makes the specification returns the interface %s; it must return a plain type", spec)
	case c.oneRole() && len(c.texts) == 0:
		return fmt.Errorf("all operations have the role %s, so no scenario can have two threads", c.ops[0].role)
	}
	return nil
}

// oneRole reports whether all operations have the same role.
func (c *config) oneRole() bool {
	return c.ops[0].role != "" && !slices.ContainsFunc(c.ops, func(o *operation) bool { return o.role != c.ops[0].role })
}

// refuses returns the reason why no scenario has an operation.
func (m *machine) refuses(o *operation) string {
	for _, other := range m.ops {
		if other.rule != answers && o.panics {
			return fmt.Sprintf("the results of %s decide whether the specification allows it, and they are not determined", other.name)
		}
	}
	return "the specification may not allow it there"
}

// null reports whether a value is a nil pointer or a nil interface.
func null(v reflect.Value) bool {
	return (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil()
}

// makings remembers the structure that was made last, so that its memory is not used again.
type makings struct {
	last  reflect.Value
	again bool // it was made twice
}

// made is called with each structure.
func (m *makings) made(on reflect.Value) reflect.Value {
	is := on
	if is.Kind() == reflect.Interface {
		is = is.Elem()
	}
	if k := is.Kind(); k == reflect.Map || k == reflect.Chan || k == reflect.Pointer && !is.IsNil() && is.Type().Elem().Size() > 0 {
		m.again = m.again || m.last.IsValid() && m.last.Type() == is.Type() && m.last.UnsafePointer() == is.UnsafePointer()
		m.last = is
	}
	return on
}

// errSame says that the structures on real cores are one.
var errSame = errors.New("the function that makes the structure returned the same one twice; it must make a new one each time")

// notes are what may be wrong with the test if the structure seems to break a rule.
func (k *checker) notes() (all []string) {
	if k.player.makings.again {
		all = append(all, "note: the function that makes the structure returned the same one twice, so it may begin in another state")
	}
	if len(k.m.states) == 1 {
		all = append(all, "note: no call changes the specification; perhaps its methods need pointer receivers")
	}
	return all
}
