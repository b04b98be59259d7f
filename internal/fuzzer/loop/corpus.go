package loop

import (
	"cmp"
	"slices"

	"github.com/stealproof/stealproof/internal/engine"
)

// entry is an input with a feature that no earlier input had.
type entry struct {
	Bytes
	features []uint16
	steps    int
}

// corpus is the set of inputs from which a fuzzer makes new ones.
type corpus struct {
	entries []*entry
	known   [engine.Features]bool
	covered int // number of features
}

// isNew reports whether a feature is new.
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

// note records the features of an execution.
func (c *corpus) note(features []uint16) {
	for _, f := range features {
		if !c.known[f] {
			c.known[f] = true
			c.covered++
		}
	}
}

// minimal returns entries that have all features together, preferring small ones. They are few, but not always
// the fewest possible.
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
