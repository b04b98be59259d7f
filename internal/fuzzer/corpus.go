package fuzzer

import (
	"cmp"
	"slices"

	"github.com/stealproof/stealproof/internal/engine"
)

// entry is an input that had a feature that none before it had.
type entry struct {
	Bytes
	features []uint16
	steps    int
}

// corpus is what a fuzzer goes on from.
type corpus struct {
	entries []*entry
	known   [engine.Features]bool
	covered int // features
}

// isNew reports whether some feature has not been met yet.
func (c *corpus) isNew(features []uint16) bool {
	for _, f := range features {
		if !c.known[f] {
			return true
		}
	}
	return false
}

// add adds an entry.
func (c *corpus) add(b Bytes, o *engine.Outcome) {
	c.entries = append(c.entries, &entry{Bytes: b, features: slices.Clone(o.Features), steps: o.Steps})
	c.note(o.Features)
}

// note notes what has been met.
func (c *corpus) note(features []uint16) {
	for _, f := range features {
		if !c.known[f] {
			c.known[f] = true
			c.covered++
		}
	}
}

// minimal returns entries that have all features together, small ones first: few
// of them, not the fewest.
func (c *corpus) minimal() []*entry {
	all := slices.Clone(c.entries)
	slices.SortStableFunc(all, func(a, b *entry) int {
		return cmp.Compare(len(a.Program)+len(a.Schedule), len(b.Program)+len(b.Schedule))
	})
	var known [engine.Features]bool
	var kept []*entry
	for _, e := range all {
		needed := false
		for _, f := range e.features {
			needed = needed || !known[f]
			known[f] = true
		}
		if needed {
			kept = append(kept, e)
		}
	}
	return kept
}
