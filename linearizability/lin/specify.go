package lin

import (
	"fmt"
	"reflect"
	"strings"
)

// specify finds the method of the specification.
func (o *operation) specify(spec reflect.Type) error {
	m, found := spec.MethodByName(o.name)
	if !found {
		if _, found = reflect.PointerTo(spec).MethodByName(o.name); found {
			return fmt.Errorf("the method %s of the specification has a pointer receiver, so the function that makes it must return a *%s", o.name, spec)
		}
		return fmt.Errorf("the specification %s has no method %s", spec, o.name)
	}
	o.method = m.Index
	if ask, found := spec.MethodByName("Ask" + o.name); found {
		o.ask = ask.Index
	}
	fits := o.forms(m.Type, o.in, o.out, spec)
	if fits < 0 && (len(o.from) > 0 || o.handle >= 0) {
		in, out := o.asNumbers()
		if fits = o.forms(m.Type, in, out, spec); fits >= 0 {
			o.numbers = true
		}
	}
	in := o.in
	if o.numbers {
		in, _ = o.asNumbers()
	}
	if o.ask >= 0 {
		in = append([]reflect.Type{reflect.TypeFor[int]()}, in...)
		ask := spec.Method(o.ask)
		o.chooses = matches(ask.Type, in, []reflect.Type{reflect.SliceOf(spec)})
		if !o.chooses && !matches(ask.Type, in, nil) {
			return fmt.Errorf("the specification's method Ask%s is a %s; want func(%s), or the same with the result []%s", o.name, methodText(ask.Type), typesText(in), spec)
		}
	}
	if drop, found := spec.MethodByName("Drop" + o.name); found && o.ask >= 0 && o.cancels {
		if o.drop = drop.Index; !matches(drop.Type, in, nil) {
			return fmt.Errorf("the specification's method Drop%s is a %s; want func(%s)", o.name, methodText(drop.Type), typesText(in))
		}
	}
	if fits < 0 {
		return fmt.Errorf("the specification's method %s is a %s; want %s", o.name, methodText(m.Type), wanted(in, o.out, spec))
	}
	o.rule = rule(fits)
	if can, found := spec.MethodByName("Can" + o.name); found {
		if !matches(can.Type, in, []reflect.Type{reflect.TypeFor[bool]()}) {
			return fmt.Errorf("the specification's method Can%s is a %s; want func(%s) (bool)", o.name, methodText(can.Type), typesText(in))
		}
		o.can = can.Index
	}
	return nil
}

// forms returns the rule whose form a method has, or -1.
func (o *operation) forms(method reflect.Type, in, out []reflect.Type, spec reflect.Type) int {
	if o.ask >= 0 {
		in = append([]reflect.Type{reflect.TypeFor[int]()}, in...)
	}
	both := append(in[:len(in):len(in)], out...)
	switch {
	case matches(method, in, out):
		return int(answers)
	case matches(method, both, []reflect.Type{reflect.TypeFor[bool]()}):
		return int(permits)
	case matches(method, both, []reflect.Type{reflect.SliceOf(spec)}):
		return int(branches)
	}
	return -1
}

func matches(method reflect.Type, in, out []reflect.Type) bool {
	if method.NumIn() != len(in)+1 || method.NumOut() != len(out) || method.IsVariadic() {
		return false
	}
	for i, t := range in {
		if method.In(i+1) != t {
			return false
		}
	}
	for i, t := range out {
		if method.Out(i) != t {
			return false
		}
	}
	return true
}

func methodText(t reflect.Type) string {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return fmt.Sprintf("func(%s) (%s)", typesText(in), typesText(out))
}

func typesText(types []reflect.Type) string {
	var all []string
	for _, t := range types {
		all = append(all, t.String())
	}
	return strings.Join(all, ", ")
}

func wanted(in, out []reflect.Type, spec reflect.Type) string {
	both := typesText(append(in[:len(in):len(in)], out...))
	return fmt.Sprintf("func(%s) (%s), func(%s) bool or func(%s) []%s", typesText(in), typesText(out), both, both, spec)
}

// blocking reports whether a call may wait for other calls.
func (o *operation) blocking() bool { return o.can >= 0 || o.ask >= 0 }
