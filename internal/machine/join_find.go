package machine

import (
	"slices"
)

// What a worker of the machine of Join does to find a task, and with one that it may not run.

// may reports whether a worker may run a task while another one waits.
func (m *join) may(t, task uint8) bool { return m.root[t] == m.root[task] || m.naive == "HelpsFutures" }

// nextOf is the next deque to look into from v on, or workers+1.
func (m *join) nextOf(v uint8, t int, thief uint8) uint8 {
	for v == uint8(t)+1 || v == thief {
		v++
	}
	return v
}

// find has a choice for each deque, one to go, and one for each worker's deque to take more
// from there.
func (m *join) find(s *joinState, t, choice int) Access {
	w, workers := &s.worker[t], int(m.workers)
	if choice == workers+1 {
		if slices.ContainsFunc(m.roots, func(r uint8) bool { return s.status[r-1] != m.completed() }) {
			return disabled
		}
		s.pc[t] = joinDone
		return region()
	}
	v, more := choice, choice > workers
	if more {
		v -= workers + 1
	}
	switch d := &s.deque[v]; {
	case d.n == 0 || more && (v == t+1 || m.counts(d.head()) == 0):
		return disabled
	case v == t+1:
		w.got = d.takeLast()
	default:
		w.got = d.takeHead()
	}
	s.pc[t] = joinClaim
	if more {
		w.source = uint8(v)
		s.pc[t] = joinMore
	}
	return region()
}

// more goes on, or not, where it has taken something.
func (m *join) more(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	d, source := &s.deque[w.source], w.source
	switch again := choice == 1; {
	case d.n == 0 && again:
		return disabled
	case d.n == 0:
		s.pc[t] = joinClaim
		if w.more.n > 0 {
			s.pc[t] = joinStock
		}
		w.source = 0
	default:
		w.more.append(d.takeHead())
		if !again {
			w.source = 0
			s.pc[t] = joinStock
		}
	}
	return casAt("deque", source, true)
}

func (m *join) stock(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	if v := w.more.takeHead(); m.naive != "KeepsMore" {
		s.deque[t+1].append(v)
	}
	if w.more.n == 0 {
		s.pc[t] = joinClaim
	}
	return casAt("deque", uint8(t)+1, true)
}

// taken has a worker that waits go on with what it has taken.
func (m *join) taken(s *joinState, t int) {
	w := &s.worker[t]
	if !m.may(w.got, w.task) {
		s.pc[t] = joinPass
		return
	}
	w.source, w.thief = 0, 0
	s.pc[t] = joinClaim
}

func (m *join) helpOwn(s *joinState, t, _ int) Access {
	s.pc[t] = joinHelpOther
	if d := &s.deque[t+1]; d.n > 0 {
		s.worker[t].got = d.takeLast()
		m.taken(s, t)
	}
	return casAt("deque", uint8(t)+1, true)
}

func (m *join) helpOther(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	source := w.source
	d, i := &s.deque[source], 0
	if source == 0 && m.naive != "HelpsFutures" {
		i = m.mine(d, w.task)
	}
	switch {
	case i < int(d.n):
		w.got = d.takeAt(i)
		m.taken(s, t)
	case source == 0 && w.thief != uint8(t)+1:
		s.pc[t] = joinHelpThief
	default:
		m.sweep(s, t)
	}
	return casAt("deque", source, true)
}

func (m *join) helpThief(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	thief := w.thief
	if d := &s.deque[thief]; d.n > 0 {
		w.got = d.takeHead()
		m.taken(s, t)
	} else {
		m.sweep(s, t)
	}
	return casAt("deque", thief, true)
}

// mine returns the index of the first item of the injector that a worker may run while a
// task waits: of what was put back.
func (m *join) mine(d *numbers, task uint8) int {
	return d.first(func(v uint8) bool { return m.may(v, task) && m.scopes[v] != 0 })
}

// first returns the index of the first item that will do, or of none.
func (l *numbers) first(will func(uint8) bool) int {
	if i := slices.IndexFunc(l.at[:l.n], will); i >= 0 {
		return i
	}
	return int(l.n)
}

func (m *join) pass(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	m.putBack(&s.deque[0], w.got)
	if m.naive == "PassesOnly" {
		w.got, w.at = 0, 0
		m.resume(s, t)
	} else {
		w.at = w.got
		s.pc[t] = joinPassReadCancel
	}
	return casAt("deque", 0, true)
}

func (m *join) passReadCancel(s *joinState, t, _ int) Access {
	did, over := m.sift(s, t)
	if over {
		s.worker[t].got = 0
		m.resume(s, t)
	}
	return did
}

// putBack puts a task behind others that were put back, and before all submissions.
func (m *join) putBack(d *numbers, t uint8) {
	i := d.first(func(v uint8) bool { return m.scopes[v] == 0 })
	copy(d.at[i+1:], d.at[i:])
	d.at[i], d.n = t, d.n+1
}

// sift is walk of what is dropped if it is cancelled.
func (m *join) sift(s *joinState, t int) (did Access, over bool) {
	did, why, over := m.walk(s, t)
	if why != joinNone {
		s.worker[t].why = why
		s.pc[t] = joinDiscard
		return did, false
	}
	return did, over
}

func (m *join) discard(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	got, why := w.got, w.why
	w.got, w.why = 0, joinNone
	won := s.status[got-1] == 0
	if won {
		s.status[got-1] = m.nobody()
		w.push()
		w.joinFrame = joinFrame{task: got, result: why}
		m.drop(s, t)
	} else {
		m.resume(s, t)
	}
	return casAt("status", got-1, won)
}
