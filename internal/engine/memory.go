package engine

import (
	"bytes"
	"os"
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
// have written to it, and now and then. So are all, unless they have many bytes, if other code was
// given memory. If that code has changed a large one without that, an execution may have begun in
// another state than the first one.
type memory struct {
	small       []*block
	spans       []span
	maps        []*block        // small ones
	large       []*block        // by address
	starts      []uintptr       // their addresses; Go does not move what package variables lead to
	pages       [mostPages]bool // by the number of a page: a large one may be in it
	bytes       int             // of large ones
	written     []*block        // large ones, in this execution
	hooked      bool            // there are large ones
	given       bool            // in this execution, other code was given memory
	ends        int             // executions
	environment environment
	changed     string // the first variable that an execution could not put back
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
	compared = 4 << 10  // bytes of small blocks
	largest  = 256      // bytes of a small block that is no map
	many     = 16 << 10 // bytes of large blocks that are not compared each time that other code is given memory
	often    = 128      // executions between two looks at all blocks
	first    = 4        // executions after each of which all blocks are looked at
)

// takeMemory finds the memory.
func takeMemory() *memory {
	searched = true
	m := &memory{environment: environment{was: os.Environ()}}
	r := reach{seen: map[reached]bool{}, pointing: map[reflect.Type]bool{}}
	r.from(variables)
	m.divide(r.blocks[:len(variables)], r.blocks[len(variables):])
	slices.SortStableFunc(m.large, func(a, b *block) int {
		return int(uint64(a.address())>>1) - int(uint64(b.address())>>1)
	})
	for _, b := range m.large {
		m.starts = append(m.starts, b.address())
		m.bytes += b.size()
		m.mark(b)
	}
	return m
}

// divide finds the small blocks: the variables, and what they lead to, up to a sum. No plain
// memory of more than some bytes is small.
func (m *memory) divide(variables, behind []*block) {
	isBig := func(b *block) bool { return !b.isMap() && b.size() > largest }
	behind = slices.SortedStableFunc(slices.Values(behind), func(a, b *block) int { return a.size() - b.size() })
	left := compared
	for i, b := range slices.Concat(variables, behind) {
		if i >= len(variables) && !isBig(b) {
			left -= b.size()
		}
		if isBig(b) || left < 0 {
			m.large = append(m.large, b)
		} else {
			m.small = append(m.small, b)
		}
	}
	m.hooked = len(m.large) > 0
	m.join()
}

const (
	pageSize  = 1 << 12
	mostPages = 1 << 12
)

// page returns the number of the page of an address. Pages mostPages apart share a number.
func page(at uintptr) uintptr { return at / pageSize % mostPages }

// mark marks the pages of a large block.
func (m *memory) mark(b *block) {
	last := min(b.address()+b.length()-1, b.address()+pageSize*mostPages)
	for at := b.address() &^ (pageSize - 1); at <= last; at += pageSize {
		m.pages[page(at)] = true
	}
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
	if m.pages[page(uintptr(p))] {
		m.find(uintptr(p))
	}
}

// find notes the large blocks that are written at an address.
func (m *memory) find(at uintptr) {
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
	m.restoreSmall()
	m.environment.restore()
	for _, b := range m.written {
		if b.written = false; b.differs() {
			m.putBack(b)
		}
	}
	if len(m.written) > 0 {
		clear(m.written)
		m.written = m.written[:0]
	}
	m.ends++
	given := m.given && m.bytes <= many
	m.given = false
	if !m.hooked || !all && !given && m.ends > first && m.ends%often != 0 {
		return
	}
	for _, b := range m.large {
		if b.differs() {
			if m.ends > first && !given {
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
