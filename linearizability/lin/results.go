package lin

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// reading is the memory of one result that its caller reads, as far as it may be shared with the structure.
type reading struct {
	met  map[target]bool
	left int // variables
}

// mostRead is how many variables of a result are read.
const mostRead = 256

// readResults tells the scheduler that the caller reads what it got. A structure may return memory that it goes on to
// write. The copy of the result does not show that, because no other thread runs while it is made.
func readResults(out []reflect.Value) {
	for _, v := range out {
		if flat(v.Type()) || v.Type() == errorType {
			continue
		}
		r := reading{met: map[target]bool{}, left: mostRead}
		r.follow(v)
	}
}

// follow reads what v leads to. The variable that has v itself belongs to the caller, or was read.
func (r *reading) follow(v reflect.Value) {
	t := v.Type()
	if flat(t) || t == errorType || guarded(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			r.follow(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			r.follow(v.Index(i))
		}
	case reflect.Interface:
		if !v.IsNil() {
			r.follow(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.read(v.Index(i))
		}
	case reflect.Pointer:
		if key := (target{v.Pointer(), t}); !v.IsNil() && !r.met[key] {
			r.met[key] = true
			r.read(v.Elem())
		}
	case reflect.Map:
		r.entries(v)
	}
}

// entries reads a map, whose keys are all one object, and what its values lead to. The order must be the same each time,
// so the values are not followed if the keys have none.
func (r *reading) entries(v reflect.Value) {
	if key := (target{v.Pointer(), v.Type()}); v.IsNil() || r.met[key] {
		return
	} else {
		r.met[key] = true
	}
	engine.ReadResult(v.UnsafePointer(), 1)
	if flat(v.Type().Elem()) || !flat(v.Type().Key()) || v.Len() > mostRead {
		return
	}
	values, order := map[string]reflect.Value{}, make([]string, 0, v.Len())
	for i := v.MapRange(); i.Next(); {
		key := string(encode(nil, i.Key()))
		values[key] = i.Value()
		order = append(order, key)
	}
	slices.Sort(order)
	for _, key := range order {
		r.follow(values[key])
	}
}

// read reads the variable v, and what it leads to.
func (r *reading) read(v reflect.Value) {
	t := v.Type()
	if guarded(t) {
		return
	}
	switch k := t.Kind(); {
	case k == reflect.Struct:
		for i := range t.NumField() {
			r.read(v.Field(i))
		}
		return
	case k == reflect.Array && t.Elem().Kind() >= reflect.Array:
		for i := range v.Len() {
			r.read(v.Index(i))
		}
		return
	}
	if r.left--; r.left < 0 || t.Size() == 0 {
		return
	}
	engine.ReadResult(unsafe.Pointer(v.UnsafeAddr()), t.Size())
	r.follow(v)
}

// guarded reports whether a type has an order of its own: a lock, or an atomic.
func guarded(t reflect.Type) bool {
	p := t.PkgPath()
	return p == "sync" || p == "sync/atomic" || strings.Contains(p, "/model/shim/")
}
