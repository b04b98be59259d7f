package machine

// What a worker of the machine of Join does with a task that it has, and in its body.

func (m *join) claim(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	got := w.got
	w.got = 0
	drops := w.task != 0 && w.result != joinOK
	won := s.status[got-1] == 0 || m.naive == "NoClaim"
	switch {
	case won:
		for _, c := range m.chain[got] {
			s.late[got-1] |= min(s.abort[c-1], 1)
		}
		if w.task != 0 {
			w.push()
		}
		if drops {
			s.status[got-1] = m.nobody()
			w.joinFrame = joinFrame{task: got, result: joinWithdrawn}
			m.drop(s, t)
			break
		}
		s.status[got-1] = uint8(t) + 1
		w.joinFrame = joinFrame{task: got, result: joinOK}
		w.at = got
		s.pc[t] = joinReadCancel
	case w.task == 0:
		s.pc[t] = joinFind
	case drops:
		s.pc[t] = joinCancelChild
	default:
		s.pc[t] = joinLook
	}
	return casAt("status", got-1, won)
}

// walk reads the abort of the task that it has come to. It goes on to its scope unless
// that is set.
func (m *join) walk(s *joinState, t int) (did Access, why uint8, over bool) {
	w := &s.worker[t]
	did, why = loadAt("abort", w.at-1), s.abort[w.at-1]
	w.at = m.scopes[w.at]
	if why != joinNone {
		w.at = 0
	}
	return did, why, w.at == 0
}

func (m *join) readCancel(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	if m.naive == "RunsCancelled" || m.naive == "ReadsOwn" {
		return m.readCancelWrong(s, t)
	}
	did, why, over := m.walk(s, t)
	switch {
	case why != joinNone:
		w.result = why
		m.drop(s, t)
	case over:
		s.ran[w.task-1]++
		s.pc[t] = joinBodyIdle
	}
	return did
}

// readCancelWrong ignores what it reads, or reads only once.
func (m *join) readCancelWrong(s *joinState, t int) Access {
	w := &s.worker[t]
	at, once := w.at, m.naive == "ReadsOwn"
	if once && s.abort[at-1] != joinNone {
		w.result = s.abort[at-1]
		w.at = 0
		m.drop(s, t)
	} else if w.at = m.scopes[at]; once || w.at == 0 {
		w.at = 0
		s.ran[w.task-1]++
		s.pc[t] = joinBodyIdle
	}
	return loadAt("abort", at-1)
}

func (m *join) bodyIdle(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	switch choice {
	case 0:
		m.goOn(s, t)
	case 1:
		if m.kids[w.task] == nil || !m.looks() {
			return disabled
		}
		w.at = m.pollsAt(w)
		s.pc[t] = joinPoll
	default:
		if !m.panics {
			return disabled
		}
		w.result = joinPanic
		m.raise(s, t)
	}
	return silent
}

func (m *join) poll(s *joinState, t, _ int) Access {
	did, why, over := m.walk(s, t)
	switch {
	case why != joinNone:
		s.worker[t].result = why
		m.raise(s, t)
	case over:
		m.goOn(s, t)
	}
	return did
}

// joinPoll is poll, between two joins.
func (m *join) joinPoll(s *joinState, t, _ int) Access {
	did, why, over := m.walk(s, t)
	switch {
	case why != joinNone && m.nested:
		s.worker[t].result = why
		m.withdraw(s, t)
	case why != joinNone:
		s.worker[t].result = why
		s.pc[t] = joinThrowIdle
	case over:
		s.pc[t] = joinPop
	}
	return did
}

func (m *join) fork(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.deque[t+1].append(m.kids[w.task][w.count])
	if m.latchOf(w.task) != 0 {
		s.pending++
	}
	w.count++
	s.pc[t] = joinBodyIdle
	return region()
}

// pop takes the newest child out of the deque of who has forked it. What waits for nothing
// is one step. A bit of choice is that it panics, and one that the next join looks first.
func (m *join) pop(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	d, c := &s.deque[t+1], m.awaited(w.joinFrame)
	found, ok, leaf := d.n > 0, w.result == joinOK, m.joins[c] == nil
	runs := found && ok && leaf
	throws, looks := choice&1 != 0, choice&2 != 0
	if choice != 0 && !runs || throws && !m.panics {
		return disabled
	}
	switch {
	case runs:
		s.ran[c-1]++
		if throws {
			s.threw[c-1] = 1
		}
		if throws && m.naive != "PopSwallows" {
			if looks {
				return disabled
			}
			m.throw(s, t, joinPanic)
			break
		}
		w.count--
		if !m.next(s, t, looks) {
			return disabled
		}
	case !found && ok:
		s.pc[t] = joinLook
	case !found || ok:
		w.got = c
		s.pc[t] = joinClaim
	default:
		m.waited(s, t)
	}
	if found {
		d.takeLast()
	}
	return casAt("deque", uint8(t)+1, true)
}
