package access

import "unsafe"

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

// Delete returns a function that deletes m[k].
func Delete[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) {
	return func(k K) { delete(MapW(id, m), k) }
}

// ClearMap is clear(m).
func ClearMap[M ~map[K]V, K comparable, V any](id uint32, m M) { clear(MapW(id, m)) }
