package lin

import (
	"encoding/binary"
	"fmt"
	"math"
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
//   - interfaces: the dynamic type and its value; for type error only the text
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
		if !v.IsNil() {
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

// encoder writes values as bytes. Equal values have equal bytes, and others do not.
type encoder struct {
	b    []byte
	seen []target
}

var errorType = reflect.TypeFor[error]()

// encode appends the bytes of v. It panics with a *refused.
func encode(b []byte, v reflect.Value) []byte {
	e := encoder{b: b}
	e.value(v)
	return e.b
}

func (e *encoder) value(v reflect.Value) {
	t := v.Type()
	switch k := t.Kind(); k {
	case reflect.Bool:
		if v.Bool() {
			e.b = append(e.b, 1)
		} else {
			e.b = append(e.b, 0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.b = binary.AppendVarint(e.b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.b = binary.AppendUvarint(e.b, v.Uint())
	case reflect.Float32, reflect.Float64:
		e.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		e.float(real(v.Complex()))
		e.float(imag(v.Complex()))
	case reflect.String:
		e.text(v.String())
	case reflect.Struct:
		for i := range t.NumField() {
			e.value(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Slice:
		e.b = binary.AppendUvarint(e.b, uint64(v.Len()))
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Map:
		e.entries(v)
	case reflect.Pointer:
		e.pointer(v)
	case reflect.Interface:
		e.dynamic(v)
	default:
		if !v.IsZero() {
			panic(&refused{fmt.Sprintf("a %s cannot be compared", t)})
		}
	}
}

// float writes a number. The two zeros are equal, and so are all that are no numbers.
func (e *encoder) float(f float64) {
	switch {
	case f == 0:
		f = 0
	case f != f:
		f = math.NaN()
	}
	e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(f))
}

func (e *encoder) text(s string) {
	e.b = binary.AppendUvarint(e.b, uint64(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) pointer(v reflect.Value) {
	if v.IsNil() {
		e.b = append(e.b, 0)
		return
	}
	key := target{v.Pointer(), v.Type()}
	if i := slices.Index(e.seen, key); i >= 0 {
		e.b = binary.AppendUvarint(append(e.b, 2), uint64(i))
		return
	}
	e.seen = append(e.seen, key)
	e.b = append(e.b, 1)
	e.value(v.Elem())
}

func (e *encoder) dynamic(v reflect.Value) {
	if v.IsNil() {
		e.b = append(e.b, 0)
		return
	}
	e.b = append(e.b, 1)
	if v.Type() == errorType && v.CanInterface() {
		e.text(v.Interface().(error).Error())
		return
	}
	e.text(v.Elem().Type().String())
	e.value(v.Elem())
}

// entries writes the entries of a map in the order of their bytes.
func (e *encoder) entries(v reflect.Value) {
	var all []string
	for i := v.MapRange(); i.Next(); {
		one := encoder{seen: e.seen}
		one.value(i.Key())
		one.value(i.Value())
		all = append(all, string(one.b))
	}
	slices.Sort(all)
	e.b = binary.AppendUvarint(e.b, uint64(len(all)))
	for _, s := range all {
		e.text(s)
	}
}
