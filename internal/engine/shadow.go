package engine

import "unsafe"

// shadow is the detector's record of the memory that an execution accesses: lines of words, in a
// hash table by address. Words are not numbered as objects are, since the memory allocator decides
// which variables share a word. It keeps the variables alive, so that within an execution an
// address stands for one variable only.
type shadow struct {
	addresses []uintptr // of lines, 0 if there is none; the length is a power of two
	lines     []line
	shift     uint
	used      int
	keep      []unsafe.Pointer // one for each word with an access
}

// line is a row of words, so that one look-up serves an access of several words.
type line [lineSize / wordSize]word

// word has the last accesses of wordSize bytes, as indices in the log of [races], or 0.
type word struct {
	first  int32 // of its accesses; each has the index of the next
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

// line returns the line at an address. It is valid until the next call.
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

// add adds a line for an address, with index i, and returns it.
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
