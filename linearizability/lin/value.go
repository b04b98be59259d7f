package lin

import (
	"fmt"
	"reflect"
	"slices"
)

// This file has what "by value" means for states, arguments and results:
//
//   - numbers, strings, booleans: themselves
//   - arrays and structs: their parts, unexported fields too
//   - pointers: what they point to; two pointers to one variable stay two pointers to one variable
//   - slices: their elements up to the length; maps: their entries, in any order. None is equal to
//     an empty one.
//   - interfaces: the dynamic type and its value; for type error only the text. A copy has the same error, because
//     errors.Is compares pointers.
//   - functions, channels and unsafe pointers: nil; others are refused
//
// Slices that share memory are refused, and so are pointers into memory that belongs to something
// else, because a copy would no longer share it.

// refused says why a value cannot be copied.
type refused struct{ why string }

func (r *refused) Error() string { return r.why }

// clone returns a copy of v by value. It panics with a *refused.
func clone(v reflect.Value) reflect.Value {
	if !v.IsValid() || flat(v.Type()) {
		return v
	}
	c := copier{at: map[target]reflect.Value{}}
	n := reflect.New(v.Type()).Elem()
	n.Set(v)
	c.deepen(n, v.Type().String())
	c.apart()
	return n
}

// target identifies the variable that a pointer or a map leads to.
type target struct {
	p uintptr
	t reflect.Type
}

// span is memory that belongs to one pointer or slice.
type span struct {
	from, to uintptr
	path     string
}

type copier struct {
	at    map[target]reflect.Value
	spans []span
}

// deepen replaces what v leads to by copies. v is addressable and not read-only.
func (c *copier) deepen(v reflect.Value, path string) {
	t := v.Type()
	if flat(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			c.deepen(field(v, i), path+"."+t.Field(i).Name)
		}
	case reflect.Array:
		for i := range v.Len() {
			c.deepen(v.Index(i), path+"[i]")
		}
	case reflect.Slice:
		c.slice(v, path)
	case reflect.Pointer, reflect.Map:
		c.reference(v, path)
	case reflect.Interface:
		if !v.IsNil() && t != errorType {
			n := reflect.New(v.Elem().Type()).Elem()
			n.Set(v.Elem())
			c.deepen(n, path)
			v.Set(n)
		}
	default:
		if !v.IsZero() {
			panic(&refused{fmt.Sprintf("%s is a %s, which cannot be copied", path, t.Kind())})
		}
	}
}

func (c *copier) slice(v reflect.Value, path string) {
	if v.IsNil() {
		return
	}
	size := v.Type().Elem().Size()
	if v.Cap() > 0 && size > 0 {
		c.spans = append(c.spans, span{v.Pointer(), v.Pointer() + uintptr(v.Cap())*size, path})
	}
	n := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(n, v)
	for i := range n.Len() {
		c.deepen(n.Index(i), path+"[i]")
	}
	v.Set(n)
}

func (c *copier) reference(v reflect.Value, path string) {
	if v.IsNil() {
		return
	}
	key := target{v.Pointer(), v.Type()}
	if n, known := c.at[key]; known {
		v.Set(n)
		return
	}
	if v.Kind() == reflect.Pointer {
		n := reflect.New(v.Type().Elem())
		if size := v.Type().Elem().Size(); size > 0 {
			c.spans = append(c.spans, span{v.Pointer(), v.Pointer() + size, path})
		}
		n.Elem().Set(v.Elem())
		n = n.Convert(v.Type())
		c.at[key] = n
		c.deepen(n.Elem(), "(*"+path+")")
		v.Set(n)
		return
	}
	n := reflect.MakeMapWithSize(v.Type(), v.Len())
	c.at[key] = n
	for i := v.MapRange(); i.Next(); {
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		k.Set(i.Key())
		e.Set(i.Value())
		c.deepen(k, path+"'s key")
		c.deepen(e, path+"[k]")
		n.SetMapIndex(k, e)
	}
	v.Set(n)
}

// apart refuses memory that belongs to two pointers or slices.
func (c *copier) apart() {
	slices.SortFunc(c.spans, func(a, b span) int {
		if a.from != b.from {
			return compare(a.from, b.from)
		}
		return compare(a.to, b.to)
	})
	for i := 1; i < len(c.spans); i++ {
		if a, b := c.spans[i-1], c.spans[i]; b.from < a.to {
			panic(&refused{fmt.Sprintf("%s and %s share memory, which a copy would not", a.path, b.path)})
		}
	}
}

func compare(a, b uintptr) int {
	if a < b {
		return -1
	}
	return 1
}

// field returns a field of an addressable struct, exported or not.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	if f.CanSet() {
		return f
	}
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

// flat reports whether a copy of a value of this type shares nothing with it.
func flat(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k <= reflect.Complex128 || k == reflect.String:
		return k != reflect.Invalid
	case k == reflect.Array:
		return flat(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
