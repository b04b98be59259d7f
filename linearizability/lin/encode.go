package lin

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
)

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
