package engine

import "unsafe"

// shadow is the memory that an execution accesses: lines of words, in a hash table by address. The
// words have no numbers as objects have: which variables share one is the memory allocator's
// choice. It keeps alive what it has seen, so that within an execution an address stands for one
// variable only.
type shadow struct {
	addresses []uintptr // of lines, 0 if there is none; a power of two
	lines     []line
	shift     uint
	used      int
	keep      []unsafe.Pointer // one for each word that has an access
}

// line is words in a row, so that an access of some of them is looked up once.
type line [lineSize / wordSize]word

// word is what is known of wordSize bytes: which accesses are the last ones, as places in the log
// of [races], or 0.
type word struct {
	first  int32 // of its accesses, each of which knows the next
	latest int32 // one of these
}

const (
	wordSize = 8
	lineSize = 8 * wordSize
)

func newShadow() *shadow {
	s := &shadow{}
	s.resize(64)
	return s
}

func (s *shadow) resize(n int) {
	addresses, lines := s.addresses, s.lines
	s.addresses, s.lines, s.used = make([]uintptr, n), make([]line, n), 0
	s.shift = 64
	for ; n > 1; n /= 2 {
		s.shift--
	}
	for i, address := range addresses {
		if address != 0 {
			*s.line(address) = lines[i]
		}
	}
}

// line returns the line at an address. It is good until the next call.
func (s *shadow) line(address uintptr) *line {
	mask := len(s.addresses) - 1
	for i := int(uint64(address/lineSize) * 0x9e3779b97f4a7c15 >> s.shift); ; i++ {
		switch s.addresses[i&mask] {
		case address:
			return &s.lines[i&mask]
		case 0:
			return s.add(i&mask, address)
		}
	}
}

// add returns the line at an address that has none, and belongs in a place.
func (s *shadow) add(i int, address uintptr) *line {
	if s.used++; 2*s.used > len(s.lines) {
		s.resize(2 * len(s.lines))
		return s.line(address)
	}
	s.addresses[i], s.lines[i] = address, line{}
	return &s.lines[i]
}

// reset forgets all lines.
func (s *shadow) reset() {
	clear(s.addresses)
	clear(s.keep)
	s.keep, s.used = s.keep[:0], 0
}
