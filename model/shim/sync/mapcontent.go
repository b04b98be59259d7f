package sync

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// content is the entries of a [Map] during an execution.
type content struct {
	keys    []any // all keys ever stored, in order
	entries map[any]*entry
}

// fresh reports whether the map is unused. Its memory changes with the first use, and is zero
// again only after an assignment of the zero value.
func (m *Map) fresh() bool {
	return *(*[unsafe.Sizeof(Map{})]byte)(m.pointer()) == [unsafe.Sizeof(Map{})]byte{}
}

// entry is the result of one write. A thread that sees it is ordered after that write, and after
// no other.
type entry struct {
	value   any
	present bool // the write was no deletion
}

// absent is the entry of keys that were never stored.
var absent = new(entry)

func (e *entry) acquire() {
	if e != absent {
		engine.Acquire(unsafe.Pointer(e))
	}
}

// content returns the entries of the map. It is called within a step, or by Range.
func (m *Map) content() *content {
	c := engine.Companion[content](m.pointer())
	if m.fresh() {
		m.m.Load(nil) // marks the map as used
		*c = content{}
	}
	if c.entries == nil {
		c.entries = map[any]*entry{}
		m.m.Range(func(k, v any) bool {
			c.keys = append(c.keys, k)
			c.entries[k] = &entry{v, true}
			return true
		})
		slices.SortStableFunc(c.keys, compare) // the real order is random
	}
	return c
}

func (c *content) find(key any) *entry {
	if e, ok := c.entries[key]; ok {
		return e
	}
	return absent
}

// present returns the present keys that are not in seen.
func (c *content) present(seen map[any]bool) (keys []any) {
	for _, k := range c.keys {
		if !seen[k] && c.entries[k].present {
			keys = append(keys, k)
		}
	}
	return keys
}

// put is a write. It is a part of a step.
func (c *content) put(key any, e entry) {
	if _, ok := c.entries[key]; !ok {
		c.keys = append(c.keys, key)
	}
	written := &e
	c.entries[key] = written
	engine.Release(unsafe.Pointer(written))
}

// compare orders keys of the most common kinds. It calls none of their methods.
func compare(a, b any) int {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case x.CanInt() && y.CanInt():
		return cmp.Compare(x.Int(), y.Int())
	case x.CanUint() && y.CanUint():
		return cmp.Compare(x.Uint(), y.Uint())
	case x.Kind() == reflect.String && y.Kind() == reflect.String:
		return cmp.Compare(x.String(), y.String())
	}
	return 0
}
