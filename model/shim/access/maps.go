package access

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// identity returns the object of a map. All its keys are the same object.
func identity[M ~map[K]V, K comparable, V any](m M) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

// MapR reports that m is about to be read. It returns m.
func MapR[M ~map[K]V, K comparable, V any](id uint32, m M) M {
	if on() {
		read(id, identity(m), 1)
	}
	return m
}

// MapW reports that m is about to be written. It returns m.
func MapW[M ~map[K]V, K comparable, V any](id uint32, m M) M {
	if on() {
		write(id, identity(m), 1)
	}
	return m
}

// Elem returns a function that reads m[k].
func Elem[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) V {
	return func(k K) V { return MapR(id, m)[k] }
}

// Lookup returns a function that reads m[k] and reports whether the key is present.
func Lookup[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) (V, bool) {
	return func(k K) (V, bool) {
		v, ok := MapR(id, m)[k]
		return v, ok
	}
}

// SetElem returns a function that takes k, and returns a function that writes m[k].
func SetElem[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) func(V) {
	return func(k K) func(V) {
		return func(v V) { MapW(id, m)[k] = v }
	}
}

// Delete returns a function that deletes m[k].
func Delete[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) {
	return func(k K) { delete(MapW(id, m), k) }
}

// ClearMap is clear(m).
func ClearMap[M ~map[K]V, K comparable, V any](id uint32, m M) { clear(MapW(id, m)) }

// Keys returns the keys to range over. Under the scheduler they are sorted if their type has an
// order.
func Keys[M ~map[K]V, K comparable, V any](id uint32, m M) []K {
	MapR(id, m)
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	if on() {
		sortKeys(keys)
	}
	return keys
}

func sortKeys[K comparable](keys []K) {
	var by func(a, b reflect.Value) int
	switch reflect.TypeFor[K]().Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		by = func(a, b reflect.Value) int { return cmp.Compare(a.Int(), b.Int()) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		by = func(a, b reflect.Value) int { return cmp.Compare(a.Uint(), b.Uint()) }
	case reflect.Float32, reflect.Float64:
		by = func(a, b reflect.Value) int { return cmp.Compare(a.Float(), b.Float()) }
	case reflect.String:
		by = func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) }
	default:
		return
	}
	slices.SortFunc(keys, func(a, b K) int { return by(reflect.ValueOf(a), reflect.ValueOf(b)) })
}
