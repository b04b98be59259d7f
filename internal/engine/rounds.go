package engine

import "slices"

// seen is an object as a round has met it: its state before and after.
type seen struct {
	object        int32
	before, after int32
	wrote         bool // the thread itself
	lock          bool // it is a lock
}

// waiting is what is known of a loop in which a thread may be: what it has met
// since something last changed, and the rounds since then.
type waiting struct {
	reads  []seen
	rounds int
	passed []passed
}

// passed is a place where the thread has yielded, and in which round at last.
type passed struct {
	place  place
	rounds int
}

func find(among []seen, object int32) *seen {
	for i := range among {
		if among[i].object == object {
			return &among[i]
		}
	}
	return nil
}

// sum turns the steps of a round into one entry for each object, and reports
// whether the round has changed nothing, at no moment. Then locks that it has taken
// and given back are in the state in which they were, too.
func (s *spins) sum(round []seen, tries bool) (all []seen, same bool) {
	all = round[:0]
	same = true
	for _, r := range round {
		same = same && (r.lock && !tries || !r.wrote || r.before == r.after)
		known := find(all, r.object)
		if known == nil {
			all = append(all, r)
			continue
		}
		if known.after != r.before && (known.wrote || r.wrote) && !known.lock {
			same = false // somebody else has changed it meanwhile
		}
		if known.after != r.before && known.lock {
			known.before = r.before // the same, but that does not matter
		}
		known.after = r.after
		known.wrote = known.wrote || r.wrote
	}
	for i := range all {
		if r := &all[i]; same && r.lock {
			if o := s.content(r.object); o.now == r.after {
				o.now = r.before
			}
			r.after = r.before
		}
	}
	return all, same
}

// merge adds what a round has met, and reports whether something has changed
// since an earlier one. What has changed and was not met again is forgotten.
func (s *spins) merge(w *waiting, round []seen) (changed bool) {
	old := len(w.reads)
	for _, r := range round {
		known := find(w.reads, r.object)
		if known == nil {
			w.reads = append(w.reads, r)
			continue
		}
		changed = changed || known.after != r.before || r.before != r.after
		known.after = r.after
	}
	for i := old - 1; i >= 0; i-- {
		r := w.reads[i]
		if s.content(r.object).now != r.after && find(round, r.object) == nil {
			w.reads = slices.Delete(w.reads, i, i+1)
			changed = true
		}
	}
	return changed
}

func (w *waiting) pass(p place) {
	for i := range w.passed {
		if w.passed[i].place == p {
			w.passed[i].rounds = w.rounds
			return
		}
	}
	w.passed = append(w.passed, passed{p, w.rounds})
}

// last returns the place where the thread has yielded last.
func (w *waiting) last() (at place) {
	rounds := 0
	for _, p := range w.passed {
		if p.rounds > rounds {
			at, rounds = p.place, p.rounds
		}
	}
	return at
}

func (w *waiting) reset() {
	w.reads, w.passed, w.rounds = w.reads[:0], w.passed[:0], 0
}
