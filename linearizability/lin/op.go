package lin

import (
	"fmt"
	"reflect"
	"strings"
)

// operation is an operation of the structure, and the method of the specification that describes
// it.
type operation struct {
	name    string
	call    reflect.Value // func(S, parameters...) (results...)
	in      []reflect.Type
	out     []reflect.Type
	given   [][]any // the values of Args, by parameter
	sets    [][]reflect.Value
	fresh   []bool          // a parameter that gets another value in each call of a scenario
	from    map[int]*source // the parameters that are results of earlier calls
	handle  int             // the result that is an argument of other calls, or -1
	numbers bool            // the specification has a number in the place of a handle
	role    string
	cancels bool    // a scenario may cancel its context
	wrong   error   // of its options
	givesUp []error // what it returns then, beside the error of the context
	rule    rule
	method  int  // the index of the specification's method
	can     int  // the index of its Can method, or -1
	ask     int  // the index of its Ask method, or -1
	chooses bool // the Ask method returns the possible next states
	drop    int  // the index of its Drop method, or -1
	ran     bool // the specification's method did not panic in some state
	panics  bool // and it did in some state
}

// rule is what a method of the specification says.
type rule uint8

const (
	answers  rule = iota // func(parameters...) results: the only result
	permits              // func(parameters..., results...) bool: whether the result is allowed
	branches             // func(parameters..., results...) []M: the next states; none if it is not allowed
)

// An OpOption says more about an operation: see [Args], [ArgsFrom], [ResultOf], [Role] and [Cancels].
type OpOption interface{ applyOp(*operation) }

type opOption func(*operation)

func (f opOption) applyOp(o *operation) { f(o) }

// Args gives the values of an operation's next parameter. The first Args of an [Op] is for the
// first parameter. A parameter without Args gets two values if its type is a number, a string or a
// bool. A number that is not the first parameter gets a new value in each call instead.
func Args(values ...any) OpOption {
	return opOption(func(o *operation) { o.given = append(o.given, values) })
}

// Role says who calls the operation. In each scenario, one thread makes all calls of the operations
// with one role. For example, a queue with one producer gives its Push the role "producer".
func Role(name string) OpOption { return opOption(func(o *operation) { o.role = name }) }

// Op is an operation. The method is a method expression such as (*Cache).Get, or a function whose
// first parameter is the structure. The specification must have a method of this name. It has one
// of three forms, for an operation with parameters P and results R, and a specification of type M:
//
//	func (m M) Get(P) R           the only result that is right
//	func (m M) Get(P, R) bool     whether this result is right; it changes m to the next state
//	func (m M) Get(P, R) []M      the possible next states; none if the result is wrong
//
// If the specification has a method CanGet(P) bool, Get blocks while that is false. If the
// specification's Get panics in a state, the call is not allowed there, and no scenario makes it.
//
// An operation may have two parts, a request and its reply, as in a rendezvous. Then the specification has a method
// AskGet(call int, P), which registers the request and never blocks. The number call is at least 1
// and tells the calls apart. It is also the first argument of Get and CanGet. AskGet may return a []M with the possible
// next states. With [Cancels], DropGet(call int, P) takes a request back. Without DropGet, a call that gives up counts as
// never made.
func Op(name string, method any, options ...OpOption) Option {
	return option(func(c *config) {
		o := &operation{name: name, call: reflect.ValueOf(method), can: -1, ask: -1, drop: -1, handle: -1}
		for i, more := range options {
			if more == nil {
				o.wrong = fmt.Errorf("option %d of %s is nil", i+1, name)
				break
			}
			more.applyOp(o)
		}
		c.ops = append(c.ops, o)
	})
}

// types finds the types of the operation's parameters and results.
func (o *operation) types(structure reflect.Type) error {
	if o.name == "" || strings.ContainsAny(o.name, " ()|;,\"#") {
		return fmt.Errorf("%q is no name for an operation", o.name)
	}
	if o.call.Kind() != reflect.Func || o.call.IsNil() {
		return fmt.Errorf("the method of %s is not a function", o.name)
	}
	t := o.call.Type()
	if t.IsVariadic() {
		return fmt.Errorf("%s has a variable number of parameters; give a function with a fixed number", o.name)
	}
	if t.NumIn() == 0 || !structure.AssignableTo(t.In(0)) {
		return fmt.Errorf("the first parameter of %s must be a %s", o.name, structure)
	}
	for i := 1; i < t.NumIn(); i++ {
		o.in = append(o.in, t.In(i))
	}
	for i := range t.NumOut() {
		o.out = append(o.out, t.Out(i))
	}
	return nil
}

// bind checks the options of an operation, and the types of the specification's method.
func (o *operation) bind(spec reflect.Type) error {
	if o.wrong != nil {
		return o.wrong
	}
	if err := o.comparable(); err != nil {
		return err
	}
	if err := o.cancelable(); err != nil {
		return err
	}
	if err := o.arguments(); err != nil {
		return err
	}
	return o.specify(spec)
}

// arguments finds the values of each parameter.
func (o *operation) arguments() error {
	if len(o.given) > len(o.in) {
		return fmt.Errorf("%s has %d parameters, but Args for %d", o.name, len(o.in), len(o.given))
	}
	o.fresh = make([]bool, len(o.in))
	for i, t := range o.in {
		if o.from[i] != nil {
			o.sets = append(o.sets, nil)
			continue
		}
		if i >= len(o.given) {
			set := o.usual(t)
			if k := t.Kind(); k == reflect.Func || k == reflect.Chan {
				return fmt.Errorf("parameter %d of %s is a %s: give a function without this parameter, which calls the method", i+1, o.name, t)
			}
			if set == nil {
				return fmt.Errorf("parameter %d of %s is a %s: give some values with lin.Args", i+1, o.name, t)
			}
			o.fresh[i] = i > 0 && number(t)
			o.sets = append(o.sets, set)
			continue
		}
		if len(o.given[i]) == 0 {
			return fmt.Errorf("the Args for parameter %d of %s are empty", i+1, o.name)
		}
		var set []reflect.Value
		for _, x := range o.given[i] {
			v, err := as(x, t)
			if err != nil {
				return fmt.Errorf("the Args for parameter %d of %s: %w", i+1, o.name, err)
			}
			set = append(set, v)
		}
		o.sets = append(o.sets, set)
	}
	return nil
}

// as returns a value of type t.
func as(x any, t reflect.Type) (reflect.Value, error) {
	v := reflect.ValueOf(x)
	n := reflect.New(t).Elem()
	switch {
	case !v.IsValid():
		if k := t.Kind(); k != reflect.Interface && k != reflect.Pointer && k != reflect.Map && k != reflect.Slice && k != reflect.Func && k != reflect.Chan {
			return n, fmt.Errorf("nil is no %s", t)
		}
		return n, nil
	case v.Type().AssignableTo(t):
		n.Set(v)
	case v.CanConvert(t) && (number(v.Type()) && number(t) || v.Kind() == t.Kind()):
		if n.Set(v.Convert(t)); !fits(v, n) {
			return n, fmt.Errorf("%v is no %s", x, t)
		}
	default:
		return n, fmt.Errorf("%v is a %T, not a %s", x, x, t)
	}
	return n, nil
}

// fits reports whether n, a value of another type, is the same number as v. A floating-point number may be rounded.
func fits(v, n reflect.Value) bool {
	if !number(v.Type()) {
		return true
	}
	if n.CanFloat() {
		return !v.CanFloat() || !n.OverflowFloat(v.Float())
	}
	back := n.Convert(v.Type())
	return back.Equal(v) && negative(v) == negative(n)
}

func negative(v reflect.Value) bool {
	return v.CanInt() && v.Int() < 0 || v.CanFloat() && v.Float() < 0
}

func number(t reflect.Type) bool { return reflect.Int <= t.Kind() && t.Kind() <= reflect.Float64 }

// usual returns the values of a parameter without Args, or nil.
func (o *operation) usual(t reflect.Type) (set []reflect.Value) {
	if t == contextType {
		return o.contexts()
	}
	var values []any
	switch k := t.Kind(); {
	case number(t), k == reflect.Interface && t.NumMethod() == 0:
		values = []any{1, 2}
	case k == reflect.String:
		values = []any{"a", "b"}
	case k == reflect.Bool:
		values = []any{false, true}
	}
	for _, x := range values {
		v, err := as(x, t)
		if err != nil {
			return nil
		}
		set = append(set, v)
	}
	return set
}
