package access

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// sortEntries sorts by keys. The addresses of pointers differ from run to run. So pointers are in the order in which
// [Key] met them, and others in that of the values that they point to.
func sortEntries[K comparable, V any](entries []Entry[K, V]) {
	met := metPointers()
	slices.SortStableFunc(entries, func(a, b Entry[K, V]) int {
		return met.compare(reflect.ValueOf(&a.Key).Elem(), reflect.ValueOf(&b.Key).Elem(), deepest)
	})
}

// deepest is how many pointers a comparison follows.
const deepest = 4

// pointers numbers pointers in the order in which an execution used them as keys.
type pointers struct{ numbers map[unsafe.Pointer]int }

func (m *pointers) meet(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		p := v.UnsafePointer()
		if _, known := m.numbers[p]; !known && p != nil {
			if m.numbers == nil {
				m.numbers = map[unsafe.Pointer]int{}
			}
			m.numbers[p] = len(m.numbers) + 1
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.meet(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			m.meet(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			m.meet(v.Index(i))
		}
	}
}

// compare orders two values of one type that can be keys.
func (m *pointers) compare(a, b reflect.Value, deep int) int {
	switch a.Kind() {
	case reflect.Bool:
		return truth(a.Bool()) - truth(b.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		return cmp.Or(cmp.Compare(real(a.Complex()), real(b.Complex())), cmp.Compare(imag(a.Complex()), imag(b.Complex())))
	case reflect.String:
		return strings.Compare(a.String(), b.String())
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return m.comparePointers(a, b, deep)
	case reflect.Interface:
		return m.compareInterfaces(a, b, deep)
	case reflect.Struct:
		for i := range a.NumField() {
			if c := m.compare(a.Field(i), b.Field(i), deep); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if c := m.compare(a.Index(i), b.Index(i), deep); c != 0 {
				return c
			}
		}
	}
	return 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *pointers) comparePointers(a, b reflect.Value, deep int) int {
	p, q := a.UnsafePointer(), b.UnsafePointer()
	switch {
	case p == q:
		return 0
	case p == nil || q == nil:
		return truth(p != nil) - truth(q != nil)
	case m.numbers[p] != 0 && m.numbers[q] != 0:
		return m.numbers[p] - m.numbers[q]
	case m.numbers[p] != m.numbers[q]: // those without a number come last
		return m.numbers[q] - m.numbers[p]
	}
	if a.Kind() == reflect.Pointer && deep > 0 {
		if c := m.compare(a.Elem(), b.Elem(), deep-1); c != 0 {
			return c
		}
	}
	return cmp.Compare(uintptr(p), uintptr(q)) // as good as any
}

func (m *pointers) compareInterfaces(a, b reflect.Value, deep int) int {
	if a.IsNil() || b.IsNil() {
		return truth(!a.IsNil()) - truth(!b.IsNil())
	}
	a, b = a.Elem(), b.Elem()
	if s, t := a.Type(), b.Type(); s != t {
		return cmp.Or(strings.Compare(s.PkgPath(), t.PkgPath()), strings.Compare(s.String(), t.String()))
	}
	return m.compare(a, b, deep)
}

// Key returns a key of a map with pointers, and remembers the order in which the execution uses them.
func Key[K any](k K) K {
	if on() {
		k := k // only this one is allocated
		if v := reflect.ValueOf(&k).Elem(); v.Kind() >= reflect.Array && v.Kind() != reflect.String {
			metPointers().meet(v)
		}
	}
	return k
}
