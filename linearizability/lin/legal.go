package lin

// legality walks through all orders of a scenario's calls in the specification.
type legality struct {
	m       *machine
	s       *script
	visited map[place]bool
	most    int // places left to visit
	prospect
}

// prospect is what may become of a scenario.
type prospect struct {
	blocks     bool // in some order, all threads that are left wait for ever
	blocksLast bool // in some order, a call of the last part waits for ever
	unknown    bool // the results decide
}

// place is how far each thread is, and the state.
type place struct {
	at    [maxThreads]uint8 // twice the calls that are done, and one more if the next one has made its request
	state int
}

const (
	maxThreads = 8
	mostPlaces = 20_000
)

// legal reports whether no order of the calls comes to a call that is not allowed. It cannot tell if the next state of
// some operation depends on its result, and another operation is not allowed everywhere.
func (m *machine) legal(s *script) bool {
	_, is := m.prospect(s)
	return is
}

// prospect is legal. It also says what may become of the scenario.
func (m *machine) prospect(s *script) (p prospect, legal bool) {
	if len(s.Threads) > maxThreads || !s.rolesKept() || !s.refsFound() || !m.trusting && s.uncertain() {
		return p, false
	}
	if n, inThreads := s.ends(); !inThreads || n > 1 && !m.trusting {
		return p, false
	}
	state, known, ok := m.inOrder(m.first, s.Prepare, 0)
	if !ok {
		return p, false
	}
	if !known {
		return prospect{unknown: true}, true
	}
	l := legality{m: m, s: s, visited: map[place]bool{}, most: mostPlaces}
	legal = l.from(place{state: state})
	return l.prospect, legal
}

// uncertain reports whether the scenario has such operations.
func (s *script) uncertain() bool {
	depends := s.Any(func(in *instance) bool { return in.op.rule != answers })
	return depends && s.Any(func(in *instance) bool { return in.op.panics && in.refs == nil })
}

// inOrder runs calls one after the other. known is false if a call's next state depends on its
// result. It is not ok if a call is not allowed, or waits for ever. The calls before these are so many.
func (m *machine) inOrder(state int, calls []*instance, before int) (end int, known, ok bool) {
	for i, in := range calls {
		if in.refs != nil {
			return state, false, true
		}
		in = in.numbered(1 + before + i)
		if in.op.ask >= 0 {
			all := m.request(state, in)
			if len(all) != 1 {
				return state, false, len(all) > 0
			}
			state = all[0]
		}
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
		n := int(p.at[i]) / 2
		if n == len(calls) {
			continue
		}
		left = true
		in := calls[n].numbered(l.number(i, n))
		if next := l.cancelled(p, i, in); next != nil {
			moved = true
			if !l.from(*next) {
				return false
			}
		}
		steps, next, known, ok := l.step(p, i, in)
		switch {
		case !ok:
			return false
		case !known:
			l.unknown = true
			return true
		}
		for _, state := range next {
			moved = true
			if !l.from(p.with(i, steps, state)) {
				return false
			}
		}
	}
	if left {
		l.blocks = l.blocks || !moved
		return true
	}
	return l.last(p.state)
}

// cancelled returns the place after a call was cancelled, or nil.
func (l *legality) cancelled(p place, thread int, in *instance) *place {
	asked := p.at[thread] % 2
	if !in.ends() || asked == 1 && in.op.drop < 0 {
		return nil
	}
	state := p.state
	if asked == 1 {
		next := l.m.dropped(state, in)
		if len(next) == 0 {
			return nil
		}
		state = next[0]
	}
	p = p.with(thread, 2-asked, state)
	return &p
}

// step makes the next step of a thread: a request, or a call or its reply. There is no next state if it waits.
func (l *legality) step(p place, thread int, in *instance) (steps uint8, next []int, known, ok bool) {
	if in.refs != nil {
		return 0, nil, false, true
	}
	if asked := p.at[thread]%2 == 1; in.op.ask >= 0 && !asked {
		next = l.m.request(p.state, in)
		return 1, next, true, len(next) > 0
	} else if steps = 2; asked {
		steps = 1
	}
	switch {
	case !l.m.ready(p.state, in):
		return steps, nil, true, true
	case in.op.rule != answers:
		return steps, nil, false, true // what follows is not known
	}
	mv := l.m.run(p.state, in)
	return steps, mv.next, true, mv.legal
}

// last looks whether the calls of the last part are allowed.
func (l *legality) last(state int) bool {
	before := l.number(len(l.s.Threads), 0) - 1
	for i := range l.s.After {
		_, known, ok := l.m.inOrder(state, l.s.After[:i+1], before)
		if l.unknown = l.unknown || !known; !known {
			return true
		}
		if !ok {
			// A call that waits ends the last part.
			l.blocksLast = l.m.waits(state, l.s.After[:i+1], before)
			return l.blocksLast
		}
	}
	return true
}

// waits reports whether the last of these calls waits for ever after the others.
func (m *machine) waits(state int, calls []*instance, before int) bool {
	n := len(calls) - 1
	state, _, ok := m.inOrder(state, calls[:n], before)
	in := calls[n].numbered(1 + before + n)
	if ok && in.op.ask >= 0 {
		all := m.request(state, in)
		if ok = len(all) == 1; ok {
			state = all[0]
		}
	}
	return ok && !m.ready(state, in)
}

// number returns the number of a call, the same as in a history in which all calls are made.
func (l *legality) number(thread, n int) int {
	n += 1 + len(l.s.Prepare)
	for _, calls := range l.s.Threads[:thread] {
		n += len(calls)
	}
	return n
}

// with returns the place after so many half calls of a thread.
func (p place) with(thread int, steps uint8, state int) place {
	p.at[thread] += steps
	p.state = state
	return p
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
