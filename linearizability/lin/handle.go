package lin

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// ResultOf takes the operation's next parameter from the result of an earlier call: a ticket, a handle, the node of a
// list. The other operation has a result of the parameter's type. Such an argument is written as Lock#2: the result of
// the second call of Lock, counted from the preparation on and then in the thread itself. The last part of a scenario
// counts the calls of all threads. Generated scenarios use each result once.
//
// The earlier call has given nothing if its result is nil, or if the last of its results is false or an error. Then the
// call with the argument is left out.
//
// The specification gets the argument and the result by value. A handle may have no value, such as a pointer into the
// structure. Then the specification's methods have an int in place of the parameter and of the result. It is a number
// from 1 on, the same for the same handle, and 0 for nil.
func ResultOf(op string) OpOption {
	return opOption(func(o *operation) {
		if o.from == nil {
			o.from = map[int]*source{}
		}
		o.from[len(o.given)] = &source{name: op}
		o.given = append(o.given, nil)
	})
}

// source is the operation whose result is an argument.
type source struct {
	name string
	op   *operation
}

// ref is an argument that is the result of a call. It is none if n is 0.
type ref struct {
	of *operation
	n  int
}

func (r ref) String() string { return r.of.name + "#" + strconv.Itoa(r.n) }

// link finds the operations whose results are arguments of others.
func (c *config) link() error {
	for _, o := range c.ops {
		for i, from := range o.from {
			if i >= len(o.in) {
				continue // arguments says so
			}
			at := slices.IndexFunc(c.ops, func(other *operation) bool { return other.name == from.name })
			if at < 0 {
				return fmt.Errorf("parameter %d of %s is the ResultOf %s, and there is no such operation", i+1, o.name, from.name)
			}
			from.op = c.ops[at]
			n := slices.IndexFunc(from.op.out, func(t reflect.Type) bool { return t.AssignableTo(o.in[i]) })
			switch h := &from.op.handle; {
			case n < 0:
				return fmt.Errorf("parameter %d of %s is a %s, and %s has no such result", i+1, o.name, o.in[i], from.name)
			case *h >= 0 && *h != n:
				return fmt.Errorf("two parameters take different results of %s", from.name)
			case !from.op.out[n].Comparable():
				return fmt.Errorf("result %d of %s is a %s, which cannot be told from others", n+1, from.name, from.op.out[n])
			default:
				*h = n
			}
		}
	}
	return nil
}

// asNumbers returns the types of parameters and results with numbers in the place of handles.
func (o *operation) asNumbers() (in, out []reflect.Type) {
	in, out = slices.Clone(o.in), slices.Clone(o.out)
	for i := range o.from {
		in[i] = reflect.TypeFor[int]()
	}
	if o.handle >= 0 {
		out[o.handle] = reflect.TypeFor[int]()
	}
	return in, out
}

// bind finds the methods of the specification for all operations.
func (c *config) bind(spec reflect.Type) error {
	if err := c.link(); err != nil {
		return err
	}
	for _, o := range c.ops {
		if err := o.bind(spec); err != nil {
			return err
		}
	}
	return c.agree()
}

// agree checks that the specification has numbers for a handle everywhere or nowhere.
func (c *config) agree() error {
	for _, o := range c.ops {
		for _, from := range o.from {
			if o.numbers != from.op.numbers {
				return fmt.Errorf("the specification's methods %s and %s must both have an int in the place of the handle, or both its type", from.name, o.name)
			}
		}
	}
	return nil
}

// parseRef reads an argument that is the result of a call.
func (o *operation) parseRef(i int, text string) (r ref, is bool) {
	name, number, found := strings.Cut(text, "#")
	from := o.from[i]
	if n, err := strconv.Atoi(number); found && from != nil && err == nil && n > 0 && strings.EqualFold(name, from.name) {
		return ref{from.op, n}, true
	}
	return ref{}, false
}

// refs reports whether each call finds the results that its arguments are.
func (s *script) refsFound() bool {
	if s.unfit {
		return false
	}
	found := true
	follow := func(before, calls []*instance) {
		for i, in := range calls {
			for _, r := range in.refs {
				found = found && (r.n == 0 || count(before, r.of)+count(calls[:i], r.of) >= r.n)
			}
		}
	}
	follow(nil, s.Prepare)
	all := s.Prepare[:len(s.Prepare):len(s.Prepare)]
	for _, calls := range s.Threads {
		follow(s.Prepare, calls)
		all = append(all, calls...)
	}
	follow(all, s.After)
	return found
}

func count(calls []*instance, of *operation) (n int) {
	for _, in := range calls {
		if in.op == of {
			n++
		}
	}
	return n
}

// handles has the results of one execution that are arguments of other calls, by client, the last part's at the end.
type handles struct {
	by      [][]handle
	numbers map[any]int
}

type handle struct {
	op    *operation
	value reflect.Value
	none  bool // the call has given nothing
}

func newHandles(s *script) *handles {
	return &handles{by: make([][]handle, len(s.Threads)+2), numbers: map[any]int{}}
}

// slot returns the place of a client.
func (h *handles) slot(client int) int {
	if client == afterClient {
		return len(h.by) - 1
	}
	return client
}

// keep keeps the result of a call.
func (h *handles) keep(client int, o *operation, out []reflect.Value) {
	if o.handle >= 0 {
		at := h.slot(client)
		h.by[at] = append(h.by[at], handle{o, out[o.handle], gaveNothing(out, o.handle)})
	}
}

// gaveNothing reports whether a call has no handle for its caller.
func gaveNothing(out []reflect.Value, handle int) bool {
	if v := out[handle]; v.Kind() != reflect.Struct && v.Kind() != reflect.Array && nilable(v.Kind()) && v.IsNil() {
		return true
	}
	last := out[len(out)-1]
	if last.Kind() == reflect.Bool {
		return !last.Bool() // also if it is the handle: the token of a TryLock
	}
	return len(out)-1 != handle && last.Type() == errorType && !last.IsNil()
}

func nilable(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Interface || k == reflect.Chan || k == reflect.Map || k == reflect.Slice || k == reflect.Func
}

// arguments returns the handles that are arguments of a call, by parameter. It reports false if one of them was not
// given, so that the call is left out.
func (h *handles) arguments(client int, in *instance) (values []reflect.Value, given bool) {
	if in.refs == nil {
		return nil, true
	}
	visible := h.by[0]
	for i, own := 1, h.slot(client); i <= own; i++ {
		if i == own || own == len(h.by)-1 {
			visible = append(visible[:len(visible):len(visible)], h.by[i]...)
		}
	}
	values = make([]reflect.Value, len(in.refs))
	for i, r := range in.refs {
		if r.n == 0 {
			continue
		}
		left := r.n
		at := slices.IndexFunc(visible, func(x handle) bool {
			if x.op == r.of {
				left--
			}
			return left == 0
		})
		if at < 0 || visible[at].none {
			return nil, false
		}
		values[i] = visible[at].value
	}
	return values, true
}

// number returns the number of a handle as the specification sees it.
func (h *handles) number(v reflect.Value) reflect.Value {
	n := 0
	if !nilable(v.Kind()) || !v.IsNil() {
		key := v.Interface()
		if n = h.numbers[key]; n == 0 {
			n = len(h.numbers) + 1
			h.numbers[key] = n
		}
	}
	return reflect.ValueOf(n)
}

// seen returns a call as the specification sees it, with the handles that are its arguments.
func (m *machine) seen(h *handles, in *instance, values []reflect.Value) *instance {
	if in.refs == nil {
		return in
	}
	args := slices.Clone(in.args)
	for i, v := range values {
		switch {
		case !v.IsValid():
		case in.op.numbers:
			args[i] = h.number(v)
		default:
			args[i] = reflect.New(in.op.in[i]).Elem()
			args[i].Set(tryClone(v))
		}
	}
	return m.instance(in.op, args)
}

// shown returns results as the specification sees them.
func (h *handles) shown(o *operation, out []reflect.Value) []reflect.Value {
	if o.handle < 0 || !o.numbers {
		return out
	}
	out = slices.Clone(out)
	out[o.handle] = h.number(out[o.handle])
	return out
}
