package engine

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// A call through an interface copies the receiver of a method that has a value receiver, if the interface holds a pointer,
// or if an embedded pointer leads to the receiver. The compiler writes the method that does so.

// Reading is a piece of memory that a call reads to copy a receiver.
type Reading struct {
	At   unsafe.Pointer
	Size uintptr
}

// CopiedBy returns what a call of v's method reads before the method begins. The name of a method that is not exported
// has the path of its package before it.
func CopiedBy(v reflect.Value, method string) (all []Reading) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil // the call panics
	}
	way := wayTo(v.Type(), method)
	if !way.reads() {
		return nil
	}
	add := func(at unsafe.Pointer, size uintptr) {
		if size > 0 {
			all = append(all, Reading{at, size})
		}
	}
	for _, i := range way.fields {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return nil
			}
			v = v.Elem()
		}
		v = v.Field(i)
		if kind := v.Kind(); v.CanAddr() && (kind == reflect.Pointer || kind == reflect.Interface) {
			add(unsafe.Pointer(v.UnsafeAddr()), v.Type().Size())
		}
	}
	switch {
	case v.Kind() == reflect.Interface:
		all = append(all, CopiedBy(v, method)...)
	case !way.copies:
	case v.Kind() == reflect.Pointer && !v.IsNil():
		add(v.UnsafePointer(), v.Type().Elem().Size())
	case v.Kind() != reflect.Pointer && v.CanAddr():
		add(unsafe.Pointer(v.UnsafeAddr()), v.Type().Size())
	}
	return all
}

// MayCopy reports whether a call of the method through an interface that holds a value of the type may read memory before the
// method begins.
func MayCopy(t reflect.Type, method string) bool {
	w := wayTo(t, method)
	for _, i := range w.fields {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
			if kind := t.Field(i).Type.Kind(); kind == reflect.Pointer || kind == reflect.Interface || w.copies {
				return true
			}
		}
		t = t.Field(i).Type
	}
	return t.Kind() == reflect.Interface || w.copies && t.Kind() == reflect.Pointer
}

// unexported tells for methods that are not exported, by path.Type.Method, whether the receiver is a value. Package reflect
// does not list these methods.
var unexported = map[string]bool{}

// RegisterMethods registers methods of a package that are not exported, as Type.Method or *Type.Method.
func RegisterMethods(pkg, names string) {
	for n := range strings.FieldsSeq(names) {
		n, pointer := strings.CutPrefix(n, "*")
		unexported[pkg+"."+n] = !pointer
	}
}

// declares reports whether a type declares a method, and whether the receiver is a value.
func declares(t reflect.Type, method string) (own, byValue bool) {
	dot := strings.LastIndexByte(method, '.')
	if dot < 0 {
		_, byValue = t.MethodByName(method)
		return hasOwn(t, method), byValue
	}
	if path := t.PkgPath(); path != method[:dot] && path != "main" { // reflect calls each command's package main
		return false, false
	}
	name, _, _ := strings.Cut(t.Name(), "[") // without type arguments
	byValue, own = unexported[method[:dot]+"."+name+method[dot:]]
	return own, byValue
}

// requires reports whether an interface has a method.
func requires(t reflect.Type, method string) bool {
	path, name := "", method
	if dot := strings.LastIndexByte(method, '.'); dot >= 0 {
		path, name = method[:dot], method[dot+1:]
	}
	for i := range t.NumMethod() {
		m := t.Method(i)
		if m.Name == name && (m.PkgPath == path || m.PkgPath == "main" && path != "") {
			return true
		}
	}
	return false
}

// way leads to the receiver of a method, or to an interface that has the method: through embedded fields.
type way struct {
	t      reflect.Type
	method string
	fields []int
	copies bool // the receiver is a value
}

// reads reports whether a call may read something on the way.
func (w *way) reads() bool { return w.copies || len(w.fields) > 0 }

// waysMet remembers ways. A slice takes the place of a map, as for typesMet.
var waysMet []way

func wayTo(t reflect.Type, method string) way {
	if i := slices.IndexFunc(waysMet, func(w way) bool { return w.t == t && w.method == method }); i >= 0 {
		return waysMet[i]
	}
	w := findWay(t, method)
	w.t, w.method = t, method
	waysMet = append(waysMet, w)
	return w
}

// findWay looks at the type, then at its embedded fields, then at theirs, as Go does.
func findWay(t reflect.Type, method string) way {
	type field struct {
		t    reflect.Type
		path []int
	}
	for level, depth := []field{{t, nil}}, 0; len(level) > 0 && depth < 10; depth++ {
		var next []field
		for _, at := range level {
			of := at.t
			if of.Kind() == reflect.Pointer && of.Name() == "" {
				of = of.Elem()
			}
			if of.Kind() == reflect.Interface {
				if requires(of, method) {
					return way{fields: at.path}
				}
				continue
			}
			own, byValue := declares(of, method)
			switch {
			case own:
				return way{fields: at.path, copies: byValue}
			case of.Kind() == reflect.Struct:
				for i := range of.NumField() {
					if f := of.Field(i); f.Anonymous {
						next = append(next, field{f.Type, append(slices.Clip(at.path), i)})
					}
				}
			}
		}
		level = next
	}
	return way{}
}
