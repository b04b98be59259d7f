package access

import "reflect"

// Visit returns f, a function that was not rewritten and synchronizes. Under the scheduler, the
// beginning and the end of its calls are recorded, and those of functions that it returns.
func Visit[F any](id uint32, f F) F {
	if !on() {
		return f
	}
	return visiting(f, func() { visit(id) }, func() { visit(id) })
}

// VisitLater is Visit for a function that is used as a value. Nothing else makes the call a step, if
// Go's race detector judges the execution.
func VisitLater[F any](id uint32, f F) F {
	return visiting(f, func() { callOut(id); visit(id) }, func() { visit(id) })
}

// visiting returns a function that calls f, with begin before and end after.
func visiting[F any](f F, begin, end func()) F {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return f
	}
	return noting(v, begin, end).Interface().(F)
}

func noting(f reflect.Value, begin, end func()) reflect.Value {
	return reflect.MakeFunc(f.Type(), func(arguments []reflect.Value) []reflect.Value {
		if !on() {
			return call(f, arguments)
		}
		begin()
		results := call(f, arguments)
		end()
		for i, r := range results {
			if r.Kind() == reflect.Func && !r.IsNil() {
				results[i] = noting(r, begin, end)
			}
		}
		return results
	})
}

// found is the method that the next call of VisitBy is about, or "".
var found string

// find, remember and forget are the only code that uses it. They are not generic: code of a generic function
// belongs to the package that calls it, and Go's race detector would see it.
func find(v reflect.Value, method string) { found = visitedMethod(v, method) }

func remember(name string) { found = name }

func forget() string {
	name := found
	found = ""
	return name
}

// Found returns v, the receiver of a method of an interface. It tells VisitBy whether the calls of the
// method are recorded, which the dynamic type decides.
func Found[T any](method string, v T) T {
	forget()
	if on() {
		find(reflect.ValueOf(v), method)
	}
	return v
}

// FoundOutside is Found for a method whose calls are recorded, by its full name, unless the dynamic type
// is under control.
func FoundOutside[T any](method string, v T) T {
	forget()
	if on() && outside(reflect.TypeOf(v)) {
		remember(method)
	}
	return v
}

// FoundLater is Found for a method that is used as a value.
func FoundLater[T any](method string, v T) T {
	find(reflect.ValueOf(v), method)
	return v
}

// VisitBy is Visit for the method that Found has looked at.
func VisitBy[F any](id uint32, f F) F {
	name := forget()
	if name == "" {
		return f
	}
	return visiting(f, func() { callOut(id); visitNamed(id, name) }, func() { visitNamed(id, name) })
}

// Begin is for a call of such a function whose end is recorded by End or Ends. It returns f itself, so
// that the stack of the call has no other functions.
func Begin[F any](id uint32, f F) F {
	if on() {
		beginsVisit(id)
	}
	return f
}

// BeginBy is Begin for the method that Found has looked at.
func BeginBy[F any](id uint32, f F) F {
	if name := forget(); name != "" {
		beginVisit(id, name)
	}
	return f
}

// Ends records the end of a call.
func Ends(id uint32) {
	if on() {
		endVisit(id)
	}
}

// End is Ends for a call with a result, which it returns. If the result is a function, its calls are
// recorded as well.
func End[T any](id uint32, v T) T {
	if !on() {
		return v
	}
	endVisit(id)
	if f := reflect.ValueOf(v); f.Kind() == reflect.Func && !f.IsNil() {
		return noting(f, func() { callOut(id); visit(id) }, func() { visit(id) }).Interface().(T)
	}
	return v
}

// VisitOn is Visit for an expression of an interface's method: its first argument is the receiver.
func VisitOn[F any](id uint32, method string, f F) F {
	v := reflect.ValueOf(f)
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		name := ""
		if on() {
			name = visitedMethod(arguments[0], method)
		}
		if name == "" {
			return call(v, arguments)
		}
		note := func() { visitNamed(id, name) }
		return call(noting(v, func() { callOut(id); note() }, note), arguments)
	}).Interface().(F)
}

// Visits records a call whose end is not seen, and returns v.
func Visits[T any](id uint32, v T) T {
	if on() {
		beginsVisit(id)
	}
	return v
}

func call(f reflect.Value, arguments []reflect.Value) []reflect.Value {
	if f.Type().IsVariadic() {
		return f.CallSlice(arguments)
	}
	return f.Call(arguments)
}
