package machine

import (
	"slices"

	"github.com/stealproof/stealproof/model"
)

// The actions of the machine of Join.

// awaited is the task that a frame waits for.
func (m *join) awaited(f joinFrame) uint8 { return m.joins[f.task][f.count-1] }

// The four ways on from a step, as the macros of the module have them.

func (m *join) finish(s *joinState, t int) {
	switch m.naive {
	case "CompletesLast":
		s.pc[t] = joinCloseList
	case "OutcomeLast":
		s.pc[t] = joinComplete
	default:
		s.pc[t] = joinWriteOutcome
	}
}

func (m *join) next(s *joinState, t int) {
	if s.worker[t].count == 0 {
		m.finish(s, t)
	} else {
		s.pc[t] = joinLook
	}
}

func (m *join) sleep(s *joinState, t int) {
	w := &s.worker[t]
	w.source, w.thief = 0, 0
	s.pc[t] = joinReadHead
	if w.listed == 1 {
		s.pc[t] = joinPark
	}
}

func (m *join) back(s *joinState, t int) {
	w := &s.worker[t]
	if w.depth == 0 {
		w.joinFrame = joinFrame{result: joinOK}
		s.pc[t] = joinFind
		return
	}
	w.depth--
	w.joinFrame, w.stack[w.depth] = w.stack[w.depth], joinFrame{}
	s.pc[t] = joinLook
}

// nextOf is the next deque to look into from v on, or workers+1.
func (m *join) nextOf(v uint8, t int, thief uint8) uint8 {
	for v == uint8(t)+1 || v == thief {
		v++
	}
	return v
}

func (m *join) find(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	if choice > int(m.workers) {
		if slices.ContainsFunc(m.roots, func(r uint8) bool { return s.status[r-1] != m.completed() }) {
			return disabled
		}
		s.pc[t] = joinDone
		return region()
	}
	d := &s.deque[choice]
	switch {
	case d.n == 0:
		return disabled
	case choice == t+1:
		w.got = d.takeLast()
	default:
		w.got = d.takeHead()
	}
	s.pc[t] = joinClaim
	return region()
}

func (m *join) claim(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	got := w.got
	w.got = 0
	won := s.status[got-1] == 0 || m.naive == "NoClaim"
	switch {
	case won:
		s.status[got-1] = uint8(t) + 1
		if w.task != 0 {
			w.stack[w.depth] = w.joinFrame
			w.depth++
		}
		w.joinFrame = joinFrame{task: got, result: joinOK}
		s.pc[t] = joinReadCancel
	case w.task == 0:
		s.pc[t] = joinFind
	default:
		s.pc[t] = joinLook
	}
	return casAt("status", got-1, won)
}

func (m *join) readCancel(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	if s.cancelled != 0 && m.naive != "RunsCancelled" {
		s.dropped[w.task-1]++
		w.result = joinCancelled
		m.finish(s, t)
	} else {
		s.ran[w.task-1]++
		s.pc[t] = joinBodyIdle
	}
	return load("cancelled")
}

// mayPanic reports whether the children that have been forked are the first that
// the task waits for.
func (m *join) mayPanic(f joinFrame) bool {
	for _, t := range m.joins[f.task][:f.count] {
		if !slices.Contains(m.kids[f.task][:f.count], t) {
			return false
		}
	}
	return m.panics
}

func (m *join) bodyIdle(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	switch {
	case choice == 1 && !m.mayPanic(w.joinFrame):
		return disabled
	case choice == 1:
		w.result = joinPanic
		s.pc[t] = joinCancel
	case int(w.count) < len(m.kids[w.task]):
		s.pc[t] = joinFork
	default:
		w.count = uint8(len(m.joins[w.task]))
		m.next(s, t)
	}
	return silent
}

func (m *join) fork(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.deque[t+1].append(m.kids[w.task][w.count])
	w.count++
	s.pc[t] = joinBodyIdle
	return casAt("deque", uint8(t)+1, true)
}

func (m *join) cancel(s *joinState, t, _ int) Access {
	won := s.cancelled == 0
	if won {
		s.cancelled = s.worker[t].task
	}
	m.next(s, t)
	return cas("cancelled", won)
}

func (m *join) look(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	switch status := s.status[c-1]; {
	case status == m.completed():
		s.pc[t] = joinReadOutcome
	case status == 0 && m.help != "none":
		w.got = c
		s.pc[t] = joinClaim
	case m.help == "all":
		w.thief = status
		s.pc[t] = joinHelpOwn
	default:
		m.sleep(s, t)
	}
	return loadAt("status", c-1)
}

func (m *join) readOutcome(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	o := s.outcome[c-1]
	if o == joinPanic && m.naive != "SwallowsPanic" || o == joinCancelled && w.result == joinOK {
		w.result = o
	}
	w.count--
	if o == joinPanic && m.naive == "ThrowsAtOnce" {
		w.count = 0
	}
	w.listed = 0
	m.next(s, t)
	return plainReadAt("outcome", c-1)
}

// take takes an item of a deque, if there is one, and goes to claim it. That is one
// access here, which may write even where it finds nothing.
func (m *join) take(s *joinState, t int, from uint8, newest bool) (did Access, taken bool) {
	did = casAt("deque", from, true)
	w, d := &s.worker[t], &s.deque[from]
	if d.n == 0 {
		return did, false
	}
	if newest {
		w.got = d.takeLast()
	} else {
		w.got = d.takeHead()
	}
	w.source, w.thief = 0, 0
	s.pc[t] = joinClaim
	return did, true
}

func (m *join) helpOwn(s *joinState, t, _ int) Access {
	did, taken := m.take(s, t, uint8(t)+1, true)
	if !taken {
		s.pc[t] = joinHelpThief
	}
	return did
}

func (m *join) helpThief(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	did, taken := m.take(s, t, w.thief, false)
	if taken {
		return did
	}
	if next := m.nextOf(0, t, w.thief); next <= m.workers {
		w.source = next
		s.pc[t] = joinHelpOther
	} else {
		m.sleep(s, t)
	}
	return did
}

func (m *join) helpOther(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	did, taken := m.take(s, t, w.source, false)
	if taken {
		return did
	}
	if next := m.nextOf(w.source+1, t, w.thief); next <= m.workers {
		w.source = next
	} else {
		m.sleep(s, t)
	}
	return did
}

func (m *join) readHead(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	if s.waiters[c-1] == joinClosed && m.naive != "IgnoresClosed" {
		s.pc[t] = joinLook
	} else {
		w.seen = s.waiters[c-1]
		s.pc[t] = joinRegister
	}
	return loadAt("waiters", c-1)
}

func (m *join) register(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	won := s.waiters[c-1] == w.seen
	s.pc[t] = joinReadHead
	if won {
		s.waiters[c-1] = w.seen.before(uint8(t) + 1)
		s.pc[t] = joinPark
		if m.naive != "ListsAgain" {
			w.listed = 1
		}
	}
	w.seen = joinList{}
	return casAt("waiters", c-1, won)
}

// await takes a permit.
func (m *join) await(s *joinState, t int, then uint8) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t] = 0
	s.pc[t] = then
	return Access{Single, model.LockStep, int32(t), "permit"}
}

func (m *join) park(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	if choice == 0 {
		return m.await(s, t, joinLook)
	}
	if w.nudged == m.nudges {
		return disabled
	}
	w.nudged++
	s.pc[t] = joinLook
	return silent
}

func (m *join) writeOutcome(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.outcome[w.task-1] = w.result
	s.pc[t] = joinComplete
	if m.naive == "OutcomeLast" {
		s.pc[t] = joinCloseList
	}
	return plainWriteAt("outcome", w.task-1)
}

func (m *join) complete(s *joinState, t, _ int) Access {
	task := s.worker[t].task
	s.status[task-1] = m.completed()
	switch m.naive {
	case "CompletesLast":
		m.back(s, t)
	case "OutcomeLast":
		s.pc[t] = joinWriteOutcome
	default:
		s.pc[t] = joinCloseList
	}
	return storeAt("status", task-1)
}

// woken goes on when all are woken, or to the next.
func (m *join) woken(s *joinState, t int) {
	switch {
	case s.worker[t].wake.n > 0:
		s.pc[t] = joinWake
	case m.naive == "CompletesLast":
		s.pc[t] = joinWriteOutcome
	default:
		m.back(s, t)
	}
}

func (m *join) closeList(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	task := w.task
	w.wake, s.waiters[task-1] = s.waiters[task-1], joinClosed
	m.woken(s, t)
	return casAt("waiters", task-1, true)
}

func (m *join) wake(s *joinState, t, _ int) Access {
	p := s.worker[t].wake.takeHead()
	m.woken(s, t)
	if p == 0 {
		return silent // a list closed twice, and NoClaim has failed before
	}
	s.permit[p-1] = 1
	return storeAt("permit", p-1)
}
