package sync

import (
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Map is [std.Map]. Under the scheduler it starts with its entries from before the execution, and
// the real map does not change. Range visits keys in the order in which they were first stored.
type Map struct{ m std.Map }

func (m *Map) pointer() unsafe.Pointer { return address(m) }

// Load is [std.Map.Load].
func (m *Map) Load(key any) (value any, ok bool) {
	if !engine.On() {
		return m.m.Load(key)
	}
	engine.Read(m.pointer())
	m.used(false)
	e := m.content().find(key)
	e.acquire()
	return e.value, e.present
}

// Store is [std.Map.Store].
func (m *Map) Store(key, value any) {
	if !engine.On() {
		m.m.Store(key, value)
		return
	}
	engine.Write(m.pointer())
	m.put(key, entry{value: value, present: true})
}

// Clear is [std.Map.Clear].
func (m *Map) Clear() {
	if !engine.On() {
		m.m.Clear()
		return
	}
	engine.Write(m.pointer())
	changed := false
	c := m.content()
	for _, k := range c.keys {
		if c.find(k).present {
			m.put(k, entry{})
			changed = true
		}
	}
	if !changed {
		m.onlyRead()
	}
}

// LoadOrStore is [std.Map.LoadOrStore].
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	if !engine.On() {
		return m.m.LoadOrStore(key, value)
	}
	engine.Write(m.pointer())
	e := m.content().find(key)
	e.acquire()
	if e.present {
		m.onlyRead()
		return e.value, true
	}
	m.put(key, entry{value: value, present: true})
	return value, false
}

// LoadAndDelete is [std.Map.LoadAndDelete].
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	if !engine.On() {
		return m.m.LoadAndDelete(key)
	}
	engine.Write(m.pointer())
	e := m.content().find(key)
	e.acquire()
	m.remove(key, e)
	return e.value, e.present
}

// Delete is [std.Map.Delete].
func (m *Map) Delete(key any) {
	if !engine.On() {
		m.m.Delete(key)
		return
	}
	engine.Write(m.pointer())
	m.remove(key, m.content().find(key))
}

// Swap is [std.Map.Swap].
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	if !engine.On() {
		return m.m.Swap(key, value)
	}
	engine.Write(m.pointer())
	e := m.content().find(key)
	e.acquire()
	m.put(key, entry{value: value, present: true})
	return e.value, e.present
}

// CompareAndSwap is [std.Map.CompareAndSwap].
func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	if !engine.On() {
		return m.m.CompareAndSwap(key, old, new)
	}
	engine.Write(m.pointer())
	e := m.content().find(key)
	e.acquire()
	if !e.present || e.value != old {
		m.onlyRead()
		return false
	}
	m.put(key, entry{value: new, present: true})
	return true
}

// CompareAndDelete is [std.Map.CompareAndDelete].
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	if !engine.On() {
		return m.m.CompareAndDelete(key, old)
	}
	engine.Write(m.pointer())
	e := m.content().find(key)
	e.acquire()
	if !e.present || e.value != old {
		m.onlyRead()
		return false
	}
	m.remove(key, e)
	return true
}

func (m *Map) remove(key any, e *entry) {
	if e.present {
		m.put(key, entry{})
	} else {
		m.onlyRead()
	}
}

// Range is [std.Map.Range]. The visit of each key is a step, and gets the value of that moment.
// The search chooses whether a key stored during the call is visited, for the first few such keys.
func (m *Map) Range(f func(key, value any) bool) {
	if !engine.On() {
		m.m.Range(f)
		return
	}
	engine.Read(m.pointer())
	m.used(false)
	c := m.content()
	keys := c.present(nil)
	seen := map[any]bool{}
	for i, key := range keys {
		if i > 0 {
			engine.Read(m.pointer())
			m.used(false)
		}
		seen[key] = true
		e := c.find(key)
		e.acquire()
		if e.present && !f(key, e.value) {
			return
		}
	}
	for range mostExtra {
		engine.Read(m.pointer())
		m.used(false)
		keys = c.present(seen)
		if len(keys) == 0 {
			return
		}
		seen[keys[0]] = true
		e := c.find(keys[0])
		if engine.Choose(2) == 0 {
			engine.Describe("skips a key that was stored meanwhile")
		} else {
			engine.Describe("visits a key that was stored meanwhile")
			engine.AcquireChosen(unsafe.Pointer(e))
			if !f(keys[0], e.value) {
				return
			}
		}
	}
}

const mostExtra = 4

// put is a write, and onlyRead says that a step was none. Both are parts of a step.

func (m *Map) put(key any, e entry) {
	m.used(true)
	m.content().put(key, e)
}

func (m *Map) onlyRead() {
	engine.OnlyRead()
	m.used(false)
}

// used reports an access to the object.
func (m *Map) used(write bool) { engine.Uses(m.pointer(), unsafe.Sizeof(*m), write) }
