package engine

import (
	"bytes"
	"reflect"
	"slices"
	"sort"
	"unsafe"

	"github.com/stealproof/stealproof/internal/report"
)

// memory is what the package variables lead to: blocks, each with its content at the beginning of
// the search. After an execution, each block that has changed gets that content again.
//
// Small blocks are compared after each execution. A large one is compared if rewritten code may
// have written to it, and now and then. If another package has changed it without that, an
// execution may have begun in another state than the first one.
type memory struct {
	small   []*block
	large   []*block  // by address
	starts  []uintptr // their addresses; Go does not move what package variables lead to
	end     uintptr   // behind all of them
	written []*block  // large ones, in this execution
	hooked  bool      // there are large ones
	ends    int       // executions
	changed string    // the first variable that an execution could not put back
}

// block is a piece of memory, or the content of a map.
type block struct {
	of        string        // the variable that leads to it
	place     reflect.Value // addressable, or a map
	was       reflect.Value // a copy; for a map that of its header
	now, then []byte        // the bytes of place and of was
	keys      []reflect.Value
	values    []reflect.Value // of a map, by key
	fixed     bool            // it cannot be put back
	written   bool
}

const (
	compared = 4 << 10 // bytes of small blocks
	often    = 128     // executions between two looks at all blocks
	first    = 4       // executions after each of which all blocks are looked at
)

// takeMemory finds the memory.
func takeMemory() *memory {
	searched = true
	m := &memory{}
	r := reach{seen: map[reached]bool{}, pointing: map[reflect.Type]bool{}}
	r.from(variables)
	all := r.blocks[len(variables):]
	m.small = r.blocks[:len(variables):len(variables)]
	slices.SortStableFunc(all, func(a, b *block) int { return a.size() - b.size() })
	left := compared
	for i, b := range all {
		if left -= b.size(); left < 0 {
			m.large, m.hooked = all[i:], true
			break
		}
		m.small = append(m.small, b)
	}
	slices.SortStableFunc(m.large, func(a, b *block) int {
		return int(uint64(a.address())>>1) - int(uint64(b.address())>>1)
	})
	for _, b := range m.large {
		m.starts = append(m.starts, b.address())
		m.end = max(m.end, b.address()+b.length())
	}
	return m
}

func newBlock(of string, place reflect.Value) *block {
	c := reflect.New(place.Type()).Elem()
	c.Set(place)
	return &block{of: of, place: place, was: c, now: bytesOf(place), then: bytesOf(c)}
}

func newMapBlock(of string, m reflect.Value) *block {
	b := &block{of: of, place: m}
	for i := m.MapRange(); i.Next(); {
		b.keys, b.values = append(b.keys, i.Key()), append(b.values, copyOf(i.Value()))
	}
	return b
}

func copyOf(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// bytesOf returns the bytes of a variable.
func bytesOf(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}

func (b *block) isMap() bool { return b.place.Kind() == reflect.Map && b.now == nil }

func (b *block) address() uintptr {
	if b.isMap() {
		return b.place.Pointer()
	}
	return b.place.Addr().Pointer()
}

// length is the number of bytes that belong to the block. Of a map it is its first byte.
func (b *block) length() uintptr { return max(1, uintptr(len(b.now))) }

// size is the cost of a comparison.
func (b *block) size() int {
	if b.isMap() {
		const entry = 1024
		return entry * (len(b.keys) + 1)
	}
	return len(b.now)
}

func (b *block) differs() bool {
	if !b.isMap() {
		return !bytes.Equal(b.now, b.then)
	}
	if b.place.Len() != len(b.keys) {
		return true
	}
	for i, k := range b.keys {
		now := b.place.MapIndex(k)
		if !now.IsValid() || !bytes.Equal(bytesOf(copyOf(now)), bytesOf(b.values[i])) {
			return true
		}
	}
	return false
}

// restore puts the content back.
func (b *block) restore() {
	if !b.isMap() {
		b.place.Set(b.was)
		return
	}
	b.place.Clear()
	for i, k := range b.keys {
		b.place.SetMapIndex(k, b.values[i])
	}
}

// wrote is called before a write to p, or before a step on the object at p.
func (m *memory) wrote(p unsafe.Pointer) {
	at := uintptr(p)
	if at >= m.end || at < m.starts[0] {
		return
	}
	i := sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > at })
	for i--; i >= 0; i-- {
		b := m.large[i]
		if at < m.starts[i]+b.length() && !b.written {
			b.written = true
			m.written = append(m.written, b)
		}
		if m.starts[i] < at { // blocks at the same address may contain p too
			return
		}
	}
}

// restore puts back what an execution has changed. With all it looks at everything.
func (m *memory) restore(all bool) {
	for _, b := range m.small {
		if b.differs() {
			m.putBack(b)
		}
	}
	for _, b := range m.written {
		if b.written = false; b.differs() {
			m.putBack(b)
		}
	}
	clear(m.written)
	m.written = m.written[:0]
	m.ends++
	if !m.hooked || !all && m.ends > first && m.ends%often != 0 {
		return
	}
	for _, b := range m.large {
		if b.differs() {
			if m.ends > first {
				m.is(b)
			}
			m.putBack(b)
		}
	}
}

// putBack restores a block that has changed. A block that cannot be put back may change in the
// first execution: packages prepare much at their first use.
func (m *memory) putBack(b *block) {
	switch {
	case !b.fixed:
		b.restore()
	case m.ends == 0:
		copy(b.then, b.now)
	default:
		m.is(b)
	}
}

func (m *memory) is(b *block) {
	if m.changed == "" {
		m.changed = b.of
	}
}

// failure says that an execution began in another state than the first one.
func (m *memory) failure() *Failure {
	return &Failure{Rule: report.RuleState, Detail: "what the package variable " + m.changed + " leads to was changed by code that was not rewritten, and could not be put back"}
}
