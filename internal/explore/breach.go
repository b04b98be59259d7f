package explore

import "cmp"

// breach is a broken rule, at a step of a state.
type breach struct {
	chunk, step int
	rule        Rule
	name        string
	from        uint32 // none for an initial state
	to          fingerprint
	stuck       bool // the state itself breaks the rule
}

// fault holds the first breach that a goroutine has found.
type fault struct{ first *breach }

func (f *fault) note(b breach) {
	if f.first == nil || b.before(f.first) {
		f.first = &b
	}
}

func (b *breach) before(other *breach) bool {
	return cmp.Or(cmp.Compare(b.chunk, other.chunk), cmp.Compare(b.step, other.step)) < 0
}

func (x *search[S]) note(f *fault) {
	if f.first != nil && (x.broken == nil || f.first.before(x.broken)) {
		x.broken = f.first
	}
	f.first = nil
}
