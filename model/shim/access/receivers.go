package access

import (
	"reflect"

	"github.com/stealproof/stealproof/internal/engine"
)

// The compiler writes methods that copy a receiver and then call a method of the program. These functions report the copy.
// The name of a method that is not exported has the path of its package before it.

// Copied reports what a call of v's method copies. It returns v.
func Copied[T any](id uint32, method string, v T) T {
	if on() {
		copies(id, reflect.ValueOf(v), method)
	}
	return v
}

// CopyOn wraps a method expression, whose calls may copy the receiver.
func CopyOn[F any](id uint32, method string, f F) F {
	v := reflect.ValueOf(f)
	if t := v.Type().In(0); t.Kind() != reflect.Interface && !engine.MayCopy(t, method) {
		return f
	}
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		if on() {
			copies(id, arguments[0], method)
		}
		return call(v, arguments)
	}).Interface().(F)
}

// Held keeps v, the receiver of a method value, for the enclosing call of Bound. It returns v.
func Held[T any](v T) T {
	if owned() {
		hold(reflect.ValueOf(v))
	}
	return v
}

// Bound wraps a method value of an interface or of a type parameter, whose calls may copy the receiver.
func Bound[F any](id uint32, method string, f F) F {
	if !owned() {
		return f
	}
	held := release()
	if !held.IsValid() || !engine.MayCopy(held.Type(), method) {
		return f
	}
	return wrapped(f, func() {
		if on() {
			copies(id, held, method)
		}
	})
}

func copies(id uint32, v reflect.Value, method string) {
	for _, r := range engine.CopiedBy(v, method) {
		read(id, r.At, r.Size)
	}
}

// heldReceiver is the receiver between a call of Held and the call of Bound. Generic code must not access it, see found.
var heldReceiver reflect.Value

func hold(v reflect.Value) { heldReceiver = v }

func release() reflect.Value {
	v := heldReceiver
	heldReceiver = reflect.Value{}
	return v
}
