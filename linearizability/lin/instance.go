package lin

import (
	"reflect"
	"slices"
	"strings"
)

// instance is an operation with its arguments.
type instance struct {
	op   *operation
	args []reflect.Value
	refs []ref // by parameter, those that are results of earlier calls; nil if there are none
	text string
	id   int
	met  []*answer
	by   []*instance // the same with a number of the call as first argument, see numbered
}

// Called implements [model.Invocation].
func (in *instance) Called() string { return in.text }

// Answered implements [model.Invocation].
func (in *instance) Answered() string { return "" }

// answer is an instance with a result.
type answer struct {
	*instance
	number  int // from 0 among those of the instance; -1 if the result cannot be compared
	id      int // among the answers of all instances
	result  string
	results []reflect.Value
	words   string
	gaveUp  bool      // it was cancelled, and so had no effect
	by      []*answer // see numbered
}

// Answered implements [model.Invocation].
func (a *answer) Answered() string { return a.words }

// instance returns the operation with these arguments. Equal arguments give the same instance.
func (m *machine) instance(o *operation, args []reflect.Value) *instance {
	return m.instanceOf(o, args, nil)
}

// instanceOf is instance with arguments that are results of earlier calls.
func (m *machine) instanceOf(o *operation, args []reflect.Value, refs []ref) *instance {
	texts := make([]string, len(args))
	for i, v := range args {
		if texts[i] = words(v); refs != nil && refs[i].n > 0 {
			texts[i] = refs[i].String()
		}
	}
	text := o.name + "(" + strings.Join(texts, ", ") + ")"
	for _, in := range m.byText[text] {
		if in.op == o && sameArgs(in.args, args) && slices.Equal(in.refs, refs) {
			return in
		}
	}
	in := &instance{op: o, args: args, refs: refs, text: text, id: m.known}
	m.known++
	m.byText[text] = append(m.byText[text], in)
	return in
}

func sameArgs(a, b []reflect.Value) bool {
	for i := range a {
		if !a[i].Comparable() || !b[i].Comparable() || !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// copies returns the arguments of one call. An argument that cannot be copied is shared.
func (in *instance) copies() []reflect.Value {
	all := make([]reflect.Value, len(in.args), len(in.args)+1)
	for i, v := range in.args {
		all[i] = tryClone(v)
	}
	return all
}

func tryClone(v reflect.Value) (n reflect.Value) {
	if flat(v.Type()) {
		return v
	}
	defer func() {
		if _, is := recover().(*refused); is {
			n = v
		}
	}()
	return clone(v)
}
