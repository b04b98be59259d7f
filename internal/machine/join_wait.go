package machine

import (
	"github.com/stealproof/stealproof/model"
)

// How a worker of the machine of Join waits for a task.

func (m *join) look(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	switch status, fails := s.status[c-1], w.result != joinOK; {
	case status == m.completed() && fails:
		m.waited(s, t)
	case status == m.completed():
		s.pc[t] = joinReadOutcome
	case fails:
		s.pc[t] = joinPark
	case status == 0 && m.help != "none":
		w.got = c
		s.pc[t] = joinClaim
	case m.help == "all" && m.may(c, w.task):
		w.thief = status
		if status == 0 || status > m.workers {
			w.thief = uint8(t) + 1
		}
		s.pc[t] = joinHelpOwn
	default:
		m.sleep(s, t)
	}
	return loadAt("status", c-1)
}

func (m *join) readOutcome(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	did, o := plainReadAt("outcome", c-1), s.outcome[c-1]
	if c == m.latch {
		did, o = loadAt("abort", c-1), max(s.abort[c-1], joinOK)
	}
	w.listed = 0
	if o == joinOK || o == joinPanic && m.naive == "SwallowsPanic" || o != joinPanic && m.root[c] != m.root[w.task] {
		w.count--
		if !m.next(s, t, choice == 1) {
			return disabled
		}
	} else if choice == 1 {
		return disabled
	} else {
		m.throw(s, t, o)
	}
	return did
}

func (m *join) readHead(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	switch head := s.waiters[c-1]; {
	case head != joinClosed || m.naive == "IgnoresClosed":
		w.seen = head
		s.pc[t] = joinRegister
	case w.result == joinOK:
		s.pc[t] = joinLook
	default:
		m.waited(s, t)
	}
	return loadAt("waiters", c-1)
}

func (m *join) register(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	won := s.waiters[c-1] == w.seen
	s.pc[t] = joinReadHead
	if won {
		s.waiters[c-1].prepend(uint8(t) + 1)
		s.pc[t] = joinLook
		if m.naive == "IgnoresClosed" {
			s.pc[t] = joinPark
		}
		if m.naive != "ListsAgain" {
			w.listed = 1
		}
	}
	w.seen = numbers{}
	return casAt("waiters", c-1, won)
}

// await takes a permit.
func (m *join) await(s *joinState, t int, then uint8) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t] = 0
	s.pc[t] = then
	return single(model.LockStep, int32(t), "permit")
}

func (m *join) park(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	if choice == 0 {
		if m.await(s, t, joinLook) == disabled {
			return disabled
		}
		return region() // as the third choice
	}
	s.pc[t] = joinLook
	if choice == 2 { // the protocol Park wakes it
		found := false
		for v := range s.deque[:m.workers+1] {
			d := &s.deque[v]
			found = found || v != t+1 && m.mine(d, w.task) < int(d.n)
		}
		if w.result != joinOK || m.latchOf(w.task) == 0 || !found {
			return disabled
		}
		return region()
	}
	if w.nudged == m.nudges {
		return disabled
	}
	w.nudged++
	return silent
}
