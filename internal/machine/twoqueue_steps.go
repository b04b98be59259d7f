package machine

// The steps of TwoQueue.

func (m *twoq) after(w uint8) uint8 { return (w + 1) % m.workers }

// onQueue is a critical section on a workq, which may write even where it finds
// nothing.
func onQueue(w uint8) Access { return casAt("workq", w, true) }

func (m *twoq) pop(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	took := func(e twoqJoin) {
		w.curr, w.sub, w.again = e.task, e.sub, 1
		s.pc[t] = twoqJoinSub
	}
	switch q := &s.workq[t]; {
	case q.n > 0:
		w.curr = q.takeLast()
		s.pc[t] = twoqAdvance
	case w.stack.n > 0:
		took(w.stack.takeLast())
	case w.local.n > 0 && m.naive == "FetchFront":
		took(w.local.takeHead())
	case w.local.n > 0:
		took(w.local.takeLast())
	default:
		s.pc[t] = twoqSteal
	}
	return onQueue(uint8(t))
}

func (m *twoq) advance(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.at[w.curr-1]++
	n, kids := int(s.at[w.curr-1]), m.kids[w.curr]
	switch {
	case n <= len(kids) && m.naive == "ReadsChildLate":
		s.pc[t] = twoqPushContinuation
	case n <= len(kids):
		s.pc[t] = twoqReadChild
	case n <= 2*len(kids):
		w.sub = kids[n-len(kids)-1]
		s.pc[t] = twoqJoinSub
	default:
		s.pc[t] = twoqSetDone
	}
	return region()
}

func (m *twoq) readChild(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	kids := m.kids[w.curr]
	w.child = kids[min(int(s.at[w.curr-1]), len(kids))-1]
	s.pc[t] = twoqPushContinuation
	if m.naive == "ReadsChildLate" {
		s.pc[t] = twoqPushChild
	}
	return plainReadAt("at", w.curr-1)
}

func (m *twoq) pushContinuation(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.curr)
	if m.naive == "ReadsChildLate" {
		s.pc[t] = twoqReadChild
	} else {
		w.curr = 0
		s.pc[t] = twoqPushChild
	}
	return onQueue(uint8(t))
}

func (m *twoq) pushChild(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.child)
	s.forked[w.child-1]++
	w.child, w.curr = 0, 0
	s.pc[t] = twoqPop
	return onQueue(uint8(t))
}

func (m *twoq) join(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	e := twoqJoin{sub: w.sub, task: w.curr}
	again := w.again == 1
	w.sub, w.again = 0, 0
	if s.isDone[e.sub-1] == 1 {
		s.pc[t] = twoqAdvance
		return loadAt("is_done", e.sub-1)
	}
	switch {
	case !m.twoQueues:
		w.stack.append(e)
	case again:
		w.local.prepend(e)
	default:
		w.local.append(e)
	}
	w.curr = 0
	s.pc[t] = twoqPop
	if again {
		s.pc[t] = twoqSteal
	}
	return loadAt("is_done", e.sub-1)
}

func (m *twoq) setDone(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	done := w.curr
	s.isDone[done-1] = 1
	if w.stack.n > 0 && w.stack.at[w.stack.n-1].sub == done {
		w.curr = w.stack.takeLast().task
		s.pc[t] = twoqAdvance
	} else {
		w.curr = 0
		s.pc[t] = twoqPop
	}
	return storeAt("is_done", done-1)
}

func (m *twoq) steal(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	victim, first := w.victim, m.after(uint8(t))
	q := &s.workq[victim]
	w.victim = first
	switch next := m.after(victim); {
	case q.n > 0 && m.pushesStolen:
		w.curr = q.takeHead()
		s.pc[t] = twoqPushStolen
	case q.n > 0:
		w.curr = q.takeHead()
		s.pc[t] = twoqAdvance
	case next == uint8(t):
		s.pc[t] = twoqReadRoot
	default:
		w.victim = next
	}
	return onQueue(victim)
}

func (m *twoq) pushStolen(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.curr)
	w.curr = 0
	s.pc[t] = twoqPop
	return onQueue(uint8(t))
}

func (m *twoq) readRoot(s *twoqState, t, _ int) Access {
	s.pc[t] = twoqPop
	if s.isDone[0] == 1 {
		s.pc[t] = twoqDone
	}
	return load("is_done")
}
