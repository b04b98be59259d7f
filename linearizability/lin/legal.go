package lin

// legality walks through all orders of a scenario's calls in the specification.
type legality struct {
	m       *machine
	s       *script
	visited map[place]bool
	most    int // places left to visit
}

// place is how far each thread is, and the state.
type place struct {
	at    [maxThreads]uint8
	state int
}

const (
	maxThreads = 8
	mostPlaces = 20_000
)

// legal reports whether no order of the calls comes to a call that is not allowed, and none to a
// state in which all threads that are left are blocked. It cannot tell if the next state of some
// operation depends on its result, and another operation is not allowed everywhere, or blocks.
func (m *machine) legal(s *script) bool {
	if len(s.Threads) > maxThreads || !s.rolesKept() || !m.trusting && s.uncertain() {
		return false
	}
	if n, inThreads := s.ends(); !inThreads || n > 1 && !m.trusting {
		return false
	}
	state, known, ok := m.inOrder(m.first, s.Prepare)
	if !ok {
		return false
	}
	if !known {
		return true
	}
	l := legality{m: m, s: s, visited: map[place]bool{}, most: mostPlaces}
	return l.from(place{state: state})
}

// uncertain reports whether the scenario has such operations.
func (s *script) uncertain() bool {
	depends := s.Any(func(in *instance) bool { return in.op.rule != answers })
	return depends && s.Any(func(in *instance) bool { return in.op.panics || in.op.can >= 0 })
}

// inOrder runs calls one after the other. known is false if a call's next state depends on its
// result.
func (m *machine) inOrder(state int, calls []*instance) (end int, known, ok bool) {
	for _, in := range calls {
		if !m.ready(state, in) {
			return state, true, false
		}
		if in.op.rule != answers {
			return state, false, true
		}
		mv := m.run(state, in)
		if !mv.legal {
			return state, true, false
		}
		state = mv.next[0]
	}
	return state, true, true
}

func (l *legality) from(p place) bool {
	if l.visited[p] {
		return true
	}
	l.visited[p] = true
	if l.most--; l.most < 0 {
		return false
	}
	left, moved := false, false
	for i, calls := range l.s.Threads {
		n := int(p.at[i])
		if n == len(calls) {
			continue
		}
		left = true
		if calls[n].ends() {
			moved = true
			next := p
			next.at[i]++ // it was cancelled
			if !l.from(next) {
				return false
			}
		}
		if !l.m.ready(p.state, calls[n]) {
			continue
		}
		if calls[n].op.rule != answers {
			return true // what follows is not known
		}
		mv := l.m.run(p.state, calls[n])
		if !mv.legal {
			return false
		}
		moved = true
		next := p
		next.at[i]++
		next.state = mv.next[0]
		if !l.from(next) {
			return false
		}
	}
	if left {
		return moved
	}
	_, _, ok := l.m.inOrder(p.state, l.s.After)
	return ok
}

// rolesKept reports whether no two threads call operations of one role.
func (s *script) rolesKept() bool {
	by := map[string]int{}
	for i, calls := range s.Threads {
		for _, in := range calls {
			if in.op.role == "" {
				continue
			}
			if other, taken := by[in.op.role]; taken && other != i {
				return false
			}
			by[in.op.role] = i
		}
	}
	return true
}
