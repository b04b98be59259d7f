package access

import "reflect"

// Unseen says that the scheduler cannot control v, and why. If it is called under the scheduler, the
// search ends as not checked. It returns v.
func Unseen[T any](id uint32, why string, v T) T {
	if on() {
		refuse(id, why)
	}
	return v
}

// Assembly is Unseen for a function that is written in assembly. It may run while there is one thread.
func Assembly[T any](id uint32, why string, v T) T {
	if on() && !alone() {
		refuse(id, why)
	}
	return v
}

// Guarded returns f, a function, so that its calls are unseen.
func Guarded[F any](id uint32, why string, f F) F {
	return wrapped(f, func() { Unseen(id, why, 0) })
}

// Sited returns f, a function, so that its calls set the site. It is for a call whose arguments are the
// results of another call.
func Sited[F any](id uint32, f F) F {
	return wrapped(f, func() { setSite(id) })
}

// wrapped returns a function that calls first and then f.
func wrapped[F any](f F, first func()) F {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return f
	}
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		first()
		return call(v, arguments)
	}).Interface().(F)
}
