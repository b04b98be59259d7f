package engine

// round is what a thread has done since it yielded last. If that changed nothing, the thread may be in a loop that waits
// for another one: see await.
type round struct {
	seen    []seen // objects of its steps
	changed bool   // it has changed an object, to an unknown value
}

func (r *round) reset() { r.seen, r.changed = r.seen[:0], false }

// sees adds a step.
func (r *round) sees(s seen) { r.seen = append(r.seen, s) }

// changes says that an object has an unknown value.
func (r *round) changes() { r.changed = true }

// of returns the first step on an object, or nil.
func (r *round) of(object int32) *seen { return find(r.seen, object) }

// same reports whether the round has changed nothing. Then all has one entry for each object.
func (r *round) same(s *spins, tries bool) (all []seen, same bool) {
	if r.changed {
		return nil, false
	}
	r.seen, same = s.sum(r.seen, tries)
	return r.seen, same
}
