package access

import "reflect"

// Visit returns f, a function that was not rewritten and synchronizes. Under the scheduler, the
// beginning and the end of its calls are recorded.
func Visit[F any](id uint32, f F) F {
	if !on() {
		return f
	}
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return f
	}
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		if !on() {
			return call(v, arguments)
		}
		visit(id)
		results := call(v, arguments)
		visit(id)
		return results
	}).Interface().(F)
}

func call(f reflect.Value, arguments []reflect.Value) []reflect.Value {
	if f.Type().IsVariadic() {
		return f.CallSlice(arguments)
	}
	return f.Call(arguments)
}
