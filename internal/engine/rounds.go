package engine

import "slices"

// seen is an object in a round of a loop: its state before and after.
type seen struct {
	object        int32
	before, after int32
	wrote         bool // by the thread itself
	lock          bool // the object is a lock
}

// waiting is the loop in which a thread may be: the objects of its rounds, and the number of
// rounds since one of them changed.
type waiting struct {
	reads  []seen
	rounds int
	passed []passed
}

// passed is a place where the thread has yielded, and the last round in which it did.
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

// sum turns the steps of a round into one entry for each object. It reports whether the round
// changed nothing, not even for a moment. If so, locks that the round took and released get the
// state from before the round again.
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
			same = false // another thread has changed it meanwhile
		}
		if known.after != r.before && known.lock {
			known.before = r.before // another thread has used the lock, which does not matter
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

// merge adds the objects of a round, and reports whether one has changed since an earlier round.
// An object that has changed and is not in this round is dropped.
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
