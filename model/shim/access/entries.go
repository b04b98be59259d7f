package access

// Entry is an entry of a map that is ranged over.
type Entry[K comparable, V any] struct {
	Key   K
	value V // if no index finds the key
	lost  bool
}

// Entries returns the entries to range over. Under the scheduler they come in an order that a replay repeats.
func Entries[M ~map[K]V, K comparable, V any](id uint32, m M) []Entry[K, V] {
	MapR(id, m)
	entries := make([]Entry[K, V], 0, len(m))
	for k, v := range m {
		e := Entry[K, V]{Key: k}
		if k != k { // a NaN, or a value that has one
			e.value, e.lost = v, true
		}
		entries = append(entries, e)
	}
	if on() {
		sortEntries(entries)
	}
	return entries
}

// Value returns the value of an entry of m, and reports whether m still has the entry.
func Value[M ~map[K]V, K comparable, V any](id uint32, m M, e Entry[K, V]) (v V, ok bool) {
	MapR(id, m)
	if !e.lost {
		v, ok = m[e.Key]
		return v, ok
	}
	for k := range m { // only clear removes such an entry, and it removes all of them
		if k != k {
			return e.value, true
		}
	}
	return v, false
}

// Zero returns a key and a value for the variables of a loop whose rounds share them.
func Zero[M ~map[K]V, K comparable, V any](M) (k K, v V) { return k, v }
