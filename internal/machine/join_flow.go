package machine

// How a worker of the machine of Join goes on after a step.

// awaited is the task that a frame waits for.
func (m *join) awaited(f joinFrame) uint8 { return m.joins[f.task][f.count-1] }

// The ways on from a step, as the macros of the module have them.

func (m *join) finish(s *joinState, t int) {
	s.pc[t] = joinWriteOutcome
	if m.naive == "OutcomeLast" {
		s.pc[t] = joinComplete
	}
}

func (m *join) drop(s *joinState, t int) {
	w := &s.worker[t]
	s.dropped[w.task-1]++
	if m.counts(w.task) != 0 && m.naive != "DropsSilently" {
		s.pc[t] = joinCancelScope
	} else {
		m.finish(s, t)
	}
}

// next has the frame on top wait for its newest child that is left, or end. It may look
// first whether that is still wanted; next reports whether it is at the place to.
func (m *join) next(s *joinState, t int, looks bool) bool {
	w := &s.worker[t]
	joins := w.count != 0 && m.latchOf(w.task) == 0 && m.kids[w.task] != nil
	switch {
	case joins && looks:
		w.at = m.pollsAt(w)
		s.pc[t] = joinJoinPoll
	case joins:
		s.pc[t] = joinPop
	case w.count == 0:
		m.finish(s, t)
	default:
		s.pc[t] = joinLook
	}
	return joins && m.looks() || !looks
}

// looks reports whether a task looks, while it runs, whether it is cancelled.
func (m *join) looks() bool { return m.panics || !m.patient }

// pollsAt is whose abort a task reads first.
func (m *join) pollsAt(w *joinWorker) uint8 {
	switch l := m.latchOf(w.task); {
	case l != 0:
		return l
	case m.nested && w.count > 0:
		return m.kids[w.task][w.count-1]
	}
	return w.task
}

// goOn goes on with the body.
func (m *join) goOn(s *joinState, t int) {
	w := &s.worker[t]
	switch {
	case int(w.count) < len(m.kids[w.task]):
		s.pc[t] = joinFork
	case m.latchOf(w.task) != 0:
		s.pc[t] = joinCount
	default:
		w.count = uint8(len(m.joins[w.task]))
		m.next(s, t, false)
	}
}

// raise is a panic of the body.
func (m *join) raise(s *joinState, t int) {
	s.pc[t] = joinThrowIdle
	if m.latchOf(s.worker[t].task) != 0 {
		s.pc[t] = joinCancelScope
	}
}

func (m *join) withdraw(s *joinState, t int) {
	s.pc[t] = joinPop
	if m.naive == "AbortsOnly" {
		s.pc[t] = joinCancelChild
	}
}

// waited ends the wait of who fails.
func (m *join) waited(s *joinState, t int) {
	w := &s.worker[t]
	w.count--
	w.listed = 0
	switch {
	case m.nested || m.latchOf(w.task) != 0:
		s.pc[t] = joinThrowIdle
	case w.count == 0:
		m.finish(s, t)
	default:
		m.withdraw(s, t)
	}
}

// throw has the task fail whose newest child has failed.
func (m *join) throw(s *joinState, t int, why uint8) {
	w := &s.worker[t]
	w.count--
	if m.naive == "ThrowsAtOnce" {
		w.count = 0
	}
	w.result = why
	s.pc[t] = joinThrowIdle
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
	s.pc[t] = joinBackIdle
}

// backIdle returns to the frame below.
func (m *join) backIdle(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	task := w.task
	w.depth--
	w.joinFrame, w.stack[w.depth] = w.stack[w.depth], joinFrame{}
	switch ok := w.result == joinOK; {
	case !ok && m.latchOf(w.task) == 0 && task == m.awaited(w.joinFrame): // withdrawn
		m.waited(s, t)
	case ok && w.thief == 0:
		s.pc[t] = joinLook
	default:
		m.resume(s, t)
	}
	return silent
}

// sweep has a worker that waits look into the next deque.
func (m *join) sweep(s *joinState, t int) {
	w := &s.worker[t]
	if next := m.nextOf(w.source+1, t, w.thief); next <= m.workers {
		w.source = next
		s.pc[t] = joinHelpOther
	} else {
		m.sleep(s, t)
	}
}

// resume goes on where a worker has taken what it has dropped or passed on.
func (m *join) resume(s *joinState, t int) {
	switch w := &s.worker[t]; {
	case w.result == joinOK:
		m.sweep(s, t)
	case w.thief != 0:
		s.pc[t] = joinReclaim
	default:
		s.pc[t] = joinOffer
	}
}

func (m *join) ended(s *joinState, t int) {
	if m.counts(s.worker[t].task) != 0 {
		s.pc[t] = joinCount
	} else {
		m.back(s, t)
	}
}
