package engine

import (
	"bytes"
	"cmp"
	"slices"
	"unsafe"
)

// span is small blocks with no large gap between them in memory. To compare it as a whole costs much
// less than to compare each block. If only a gap has changed, all blocks are compared.
type span struct {
	blocks    []*block
	now, then []byte
}

// join makes spans of the small blocks, except of maps.
func (m *memory) join() {
	var plain []*block
	for _, b := range m.small {
		switch {
		case b.isMap():
			m.maps = append(m.maps, b)
		case len(b.now) > 0:
			plain = append(plain, b)
		}
	}
	slices.SortStableFunc(plain, func(a, b *block) int { return cmp.Compare(a.address(), b.address()) })
	for _, b := range plain {
		if n := len(m.spans); n == 0 || !m.spans[n-1].add(b) {
			m.spans = append(m.spans, span{blocks: []*block{b}, now: b.now})
		}
	}
	size := 0
	for _, s := range m.spans {
		size += len(s.now)
	}
	then := make([]byte, 0, size) // in one piece, so that it takes few cache lines
	for i := range m.spans {
		s := &m.spans[i]
		from := len(then)
		then = append(then, s.now...)
		s.then = then[from:len(then):len(then)]
	}
}

const largestGap = 16

// add adds a block that begins in the span or soon after its end. Otherwise it returns false. A span may go
// on in another variable, which checkptr does not allow.
//
//go:nocheckptr
func (s *span) add(b *block) bool {
	first := unsafe.SliceData(s.now)
	from := b.address() - uintptr(unsafe.Pointer(first))
	if from > uintptr(len(s.now))+largestGap {
		return false
	}
	s.now = unsafe.Slice(first, max(uintptr(len(s.now)), from+b.length()))
	s.blocks = append(s.blocks, b)
	return true
}

// restoreSmall puts back small blocks.
func (m *memory) restoreSmall() {
	for i := range m.spans {
		if s := &m.spans[i]; !bytes.Equal(s.now, s.then) {
			m.putBackThose(s.blocks)
			copy(s.then, s.now) // of a block that cannot be put back, or of a gap
		}
	}
	m.putBackThose(m.maps)
}

func (m *memory) putBackThose(blocks []*block) {
	for _, b := range blocks {
		if b.differs() {
			m.putBack(b)
		}
	}
}
