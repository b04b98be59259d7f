package machine

import (
	"slices"
)

// How tasks fail and are cancelled in the machine of Join.

// setAbort sets the abort of a task, if it is not set.
func (m *join) setAbort(s *joinState, task, why uint8) bool {
	won := s.abort[task-1] == joinNone
	if won {
		s.abort[task-1] = why
	}
	return won
}

func (m *join) throwIdle(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	switch recovers := choice != 1; {
	case recovers && !m.recovers:
		return disabled
	case recovers:
		w.result = joinOK
		if !m.next(s, t, choice == 2) {
			return disabled
		}
	case w.count > 0 && m.nested:
		m.withdraw(s, t)
	default:
		s.pc[t] = joinCancel
	}
	return silent
}

func (m *join) cancel(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	task := w.task
	if m.naive == "AbortsRoot" {
		task = m.root[task]
	}
	won := m.setAbort(s, task, w.result)
	switch {
	case m.counts(w.task) != 0:
		s.pc[t] = joinCancelScope
	case w.count == 0:
		m.finish(s, t)
	default:
		m.withdraw(s, t)
	}
	return casAt("abort", task-1, won)
}

func (m *join) cancelScope(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	won := m.setAbort(s, m.latch, w.result)
	if m.latchOf(w.task) != 0 {
		s.pc[t] = joinCount
	} else {
		m.finish(s, t)
	}
	return casAt("abort", m.latch-1, won)
}

func (m *join) cancelChild(s *joinState, t, _ int) Access {
	c := m.awaited(s.worker[t].joinFrame)
	won := m.setAbort(s, c, joinWithdrawn)
	switch m.naive {
	case "LeavesChild":
		m.waited(s, t)
	case "AbortsOnly":
		s.pc[t] = joinReadHead
	default:
		s.pc[t] = joinOffer
	}
	return casAt("abort", c-1, won)
}

func (m *join) offer(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	if d := &s.deque[t+1]; d.n > 0 {
		w.got = d.takeLast()
		w.at = w.got
		s.pc[t] = joinOfferReadCancel
	} else {
		w.thief = uint8(t) + 1
		s.pc[t] = joinReclaim
	}
	return casAt("deque", uint8(t)+1, true)
}

func (m *join) offerReadCancel(s *joinState, t, _ int) Access {
	did, over := m.sift(s, t)
	if over {
		s.pc[t] = joinPass
	}
	return did
}

func (m *join) reclaim(s *joinState, t, _ int) Access {
	w, d := &s.worker[t], &s.deque[0]
	i := d.first(func(v uint8) bool {
		return m.scopes[v] != 0 && slices.ContainsFunc(m.chain[v], func(c uint8) bool { return s.abort[c-1] != joinNone })
	})
	if i < int(d.n) {
		w.got = d.takeAt(i)
		w.at = w.got
		s.pc[t] = joinOfferReadCancel
	} else {
		w.thief = 0
		s.pc[t] = joinReadHead
	}
	return region()
}
