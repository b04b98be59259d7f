package refine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// region is the region that a thread is in: several accesses of the code that are one step of the machine.
// Given the values that the code has read so far, the machine says which accesses these are, and in which
// order. Plain accesses may come in another order, because other threads cannot see the order. The machine
// takes the step at the last access.
type region struct {
	on      bool
	parts   []machine.Part
	done    []bool
	left    int // number of parts that are not done
	views   []machine.View
	written []written
	during  []moved // all accesses since it began
}

// written is the value that the code last wrote to a word.
type written struct {
	word  int
	value uint64
	known bool
}

func (f *Follower) beginRegion(m int) {
	r := &f.regions[m]
	r.on, r.views, r.written, r.during = true, r.views[:0], r.written[:0], r.during[:0]
	r.parts, r.done = append(r.parts[:0], f.w.Region(m, nil)...), r.done[:0]
	r.count()
}

// count gives done an entry for each part, and counts the parts that are left.
func (r *region) count() {
	for len(r.done) < len(r.parts) {
		r.done = append(r.done, false)
	}
	r.done = r.done[:len(r.parts)]
	r.left = 0
	for i, d := range r.done {
		if !d && r.parts[i].Form != machine.Anew {
			r.left++
		}
	}
}

// again asks the machine for the parts again, because words may have changed.
func (f *Follower) again(m int) {
	r := &f.regions[m]
	r.parts = append(r.parts[:0], f.w.Region(m, r.views)...)
	r.count()
}

// inRegion compares an access with the parts of a region.
func (f *Follower) inRegion(m int, a *model.Access) error {
	r := &f.regions[m]
	i := f.find(r, a)
	if i < 0 {
		f.again(m)
		if i = f.find(r, a); i < 0 {
			return f.diverges(a, m, "the region has no such access next")
		}
	}
	for k := range i { // new memory comes before writes to it
		if r.parts[k].Form == machine.Anew && !r.done[k] {
			r.done[k] = true
			f.renew(&r.parts[k])
		}
	}
	word := int(r.parts[i].Object)
	if !f.bind(a.Object, word) {
		return f.diverges(a, m, "another object")
	}
	values, is := f.words[word].values, f.w.Word(word)
	own := slices.IndexFunc(r.written, func(w written) bool { return w.word == word })
	if a.Kind != model.Store && a.Kind != model.PlainWrite && (a.Kind != model.PlainRead || a.Size > 0) {
		if own >= 0 {
			if w := r.written[own]; w.known && w.value != a.Read {
				return f.diverges(a, m, "another value read")
			}
		} else if !values.Same(word, is, a.Read) {
			return f.diverges(a, m, "another value read")
		}
	}
	if !slices.ContainsFunc(r.views, func(v machine.View) bool { return v.Word == word }) {
		r.views = append(r.views, machine.View{Word: word, Value: is})
	}
	if a.Kind == model.Store || a.Kind == model.PlainWrite || a.Kind == model.ReadWrite {
		w := written{word, a.Wrote, a.Kind != model.PlainWrite || a.Size > 0}
		if own >= 0 {
			r.written[own] = w
		} else {
			r.written = append(r.written, w)
		}
	}
	r.done[i] = true
	if r.left--; r.left == 0 {
		if a.Kind == model.Load || len(r.parts) > 2 {
			if f.again(m); r.left > 0 {
				return nil
			}
		}
		return f.endRegion(m, a)
	}
	return nil
}

// find returns the part that an access matches, or -1.
func (f *Follower) find(r *region, a *model.Access) int {
	word := *f.object(a.Object)
	for i := range r.parts {
		p := &r.parts[i]
		if r.done[i] || p.Form == machine.Anew {
			continue
		}
		if p.Kind == a.Kind && (word == p.Object || word == none && f.unbound(r, i)) {
			return i
		}
		if p.Kind != model.PlainRead && p.Kind != model.PlainWrite {
			return -1 // a synchronizing part must come first
		}
	}
	return -1
}

// unbound reports whether the word of a part has no object yet, or gets a new one.
func (f *Follower) unbound(r *region, i int) bool {
	word := r.parts[i].Object
	if f.words[word].object == none {
		return true
	}
	for k := range i {
		p := &r.parts[k]
		if p.Form == machine.Anew && !r.done[k] && word >= p.Object && word < p.Object+int32(p.Count) {
			return true
		}
	}
	return false
}

// renew forgets the objects of words that get new memory.
func (f *Follower) renew(p *machine.Part) {
	for w := int(p.Object); w < int(p.Object)+p.Count; w++ {
		if o := f.words[w].object; o != none {
			*f.object(o) = foreign
			f.words[w].object = none
		}
	}
}

// endRegion takes the step.
func (f *Follower) endRegion(m int, a *model.Access) error {
	r := &f.regions[m]
	for k := range r.parts {
		if r.parts[k].Form == machine.Anew && !r.done[k] {
			f.renew(&r.parts[k])
		}
	}
	r.on = false
	s, torn := f.w.DoRegion(m, r.views)
	f.movedRegion(m, s)
	if torn {
		f.Torn++
	}
	for _, w := range r.written {
		if w.known && !f.words[w.word].values.Same(w.word, f.w.Word(w.word), w.value) {
			f.w.Undo()
			return f.diverges(a, m, "another value written to "+f.w.WordName(w.word))
		}
	}
	f.did(m, s)
	return nil
}

// passEmpty lets a thread pass a region without accesses. It reports whether the thread was at such a region.
func (f *Follower) passEmpty(m int) bool {
	if f.regions[m].on || !f.atRegion(m) {
		return false
	}
	f.beginRegion(m)
	if f.regions[m].left > 0 {
		return false
	}
	return f.endRegion(m, f.now) == nil
}

// atRegion reports whether a thread is about to enter a region.
func (f *Follower) atRegion(m int) bool {
	at, _ := f.w.At(m)
	a := &f.actions[at]
	if a.region == none && !a.Silent {
		switch f.w.Peek(m, 0).Form {
		case machine.Region:
			a.region = 1
		case machine.Single:
			a.region = 0
		}
	}
	return a.region == 1
}
