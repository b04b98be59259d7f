package access

import (
	"reflect"

	"github.com/stealproof/stealproof/internal/engine"
)

// Give reports that memory goes to code that was not rewritten. It returns v.
func Give[T any](id uint32, v T) T {
	if on() {
		engine.Give(id)
	}
	return v
}

// GiveBy is Give for the receiver of a method of an interface. It reports the call if the dynamic type
// was not rewritten, or embeds one that was not.
func GiveBy[T any](id uint32, v T) T {
	if on() && outside(reflect.TypeOf(v)) {
		engine.Give(id)
	}
	return v
}

// CopyBy is GiveBy for a call whose arguments have no calls. It also reports what the call reads to copy the receiver.
func CopyBy[T any](id, copied uint32, method string, v T) T {
	if on() {
		if outside(reflect.TypeOf(v)) {
			engine.Give(id)
		}
		copies(copied, reflect.ValueOf(v), method)
	}
	return v
}

// GiveLater and GiveByLater are for functions that are used as values. Their calls are not seen.

func GiveLater[T any](id uint32, v T) T {
	if on() {
		engine.GiveLater(id)
	}
	return v
}

func GiveByLater[T any](id uint32, v T) T {
	if on() && outside(reflect.TypeOf(v)) {
		engine.GiveLater(id)
	}
	return v
}

// outside reports whether some method of a type may not have been rewritten.
func outside(t reflect.Type) bool {
	if t == nil {
		return false // the call panics
	}
	return engine.IsOutside(t)
}
