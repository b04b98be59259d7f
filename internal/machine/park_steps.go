package machine

import "github.com/stealproof/stealproof/model"

// The steps of a worker that searches, and that goes to sleep.

// searches is Searches: how much a worker of a kind adds to those that search.
func (m *park) searches(kind uint8) uint8 {
	if kind == parkHelping && m.naive != "HelperCounts" {
		return 0
	}
	return 1
}

// sees reports whether there is a task at the source where a worker is that it takes.
func (m *park) sees(s *parkState, t int) bool {
	source := m.nth(t, s.worker[t].n)
	return s.ready[source] > 0 && (source != 0 || s.worker[t].waiting == parkIdle)
}

// grab takes it.
func (m *park) grab(s *parkState, t int) {
	p := &s.worker[t]
	s.ready[m.nth(t, p.n)]--
	p.task, p.n = 1, 1
}

// marked says in tree whether helpers might have taken it.
func (m *park) marked(s *parkState, t int) {
	p := &s.worker[t]
	p.tree = 0
	if m.nth(t, p.n) != 0 {
		p.tree = 1
	}
}

// visit has a worker look at the source where it is, and take a task or go on to the next
// source. Over says that it was the last one.
func (m *park) visit(s *parkState, t int, marks bool) (did Access, found, over bool) {
	p := &s.worker[t]
	source := m.nth(t, p.n)
	found = m.sees(s, t)
	switch {
	case found:
		if marks {
			m.marked(s, t)
		}
		m.grab(s, t)
	case p.n < m.sources:
		p.n++
	default:
		p.n, over = 1, true
	}
	return casAt("ready", source, found), found, over
}

// sweep is Sweep: the worker begins to search, or does so again.
func (s *parkState) sweep(t int) {
	s.pc[t] = parkTake
	if s.worker[t].waiting == 1 {
		s.pc[t] = parkLookLatch
	}
}

// early reports whether a process notifies before it publishes.
func (m *park) early(t int) bool { return t == 0 && m.naive == "NotifyBeforePublish" }

// done is Return: the end of notify.
func (m *park) done(s *parkState, t int) {
	s.worker[t].tree = 0
	switch {
	case t != 0:
		s.pc[t] = parkWorkIdle
	case s.worker[t].sent < m.tasks:
		s.pc[t] = parkPublish
	default:
		s.pc[t] = parkDone
	}
}

func (m *park) workIdle(s *parkState, t, choice int) Access {
	p := &s.worker[t]
	publishes := t == 0 && m.tasks > 0 || t != 0 && p.task == 1 && p.sent < m.spawns
	switch {
	case choice == 0 && !publishes || choice == 1 && t == 0 && m.tasks > 0:
		return disabled
	case choice == 0 && m.early(t):
		s.pc[t] = parkNotifyLook
	case choice == 0:
		s.pc[t] = parkPublish
	case t == 0:
		s.pc[t] = parkDone
	default:
		s.ran += p.task
		p.task = 0
		s.pc[t] = parkLookFirst
	}
	return silent
}

func (m *park) lookFirst(s *parkState, t, _ int) Access {
	did, found, over := m.visit(s, t, false)
	switch {
	case found:
		s.pc[t] = parkWorkIdle
	case over:
		s.pc[t] = parkSearch
	}
	return did
}

func (m *park) search(s *parkState, t, choice int) Access {
	did, adds := silent, m.searches(s.worker[t].waiting)
	if adds > 0 {
		did = swap("state")
	}
	*s.searching() += adds
	if choice == 0 {
		s.sweep(t)
	} else {
		s.pc[t] = parkAnnounce // it has just woken somebody
	}
	return did
}

func (m *park) lookLatch(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	s.pc[t] = parkTake
	switch {
	case s.latch[t-1] == 0:
	case m.naive == "LatchSilent":
		p.waiting, p.task = 0, 1
		s.pc[t] = parkWorkIdle
	default:
		p.tree = 1
		s.pc[t] = parkLeave
	}
	return loadAt("latch", uint8(t-1))
}

func (m *park) take(s *parkState, t, _ int) Access {
	did, found, over := m.visit(s, t, true)
	switch {
	case found:
		s.pc[t] = parkLeave
	case over:
		s.pc[t] = parkAnnounce
	}
	return did
}

func (m *park) leave(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	*s.searching() -= m.searches(p.waiting)
	did := swap("state")
	if m.searches(p.waiting) == 0 {
		did = load("state")
	}
	if p.task == 0 { // its own goes on
		p.waiting, p.task = 0, 1
	}
	switch {
	case s.quiet() || m.naive == "LastSearcherSilent":
		p.tree, s.pc[t] = 0, parkWorkIdle
	case *s.sleeping(parkIdle) == m.workers-1:
		s.pc[t] = parkGlance
	default:
		s.pc[t] = parkNotifyLock
	}
	return did
}

func (m *park) glance(s *parkState, t, _ int) Access {
	s.pc[t] = parkNotifyLock
	if s.ready[0] == 0 || m.naive == "NoGlance" {
		s.worker[t].tree, s.pc[t] = 0, parkWorkIdle
	}
	return loadAt("ready", 0)
}

func (m *park) announce(s *parkState, t, _ int) Access {
	if s.mu == 1 {
		return disabled
	}
	kind := s.worker[t].waiting
	*s.asleep(t) = 1
	*s.searching() -= m.searches(kind)
	*s.sleeping(kind)++
	s.pc[t] = parkReadClosed
	if m.naive == "ClosedAfterRecheck" {
		s.pc[t] = parkRecheck
	}
	return region()
}

func (m *park) readClosed(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	p.c = s.closed &^ p.waiting
	switch {
	case m.naive == "NoRecheck" || m.naive == "ClosedAfterRecheck":
		s.parkOrRetract(t)
	case p.waiting == 1 && m.naive != "NoLatchRecheck":
		s.pc[t] = parkRecheckLatch
	default:
		s.pc[t] = parkRecheck
	}
	return load("closed")
}

// parkOrRetract follows when nothing has been found.
func (s *parkState) parkOrRetract(t int) {
	s.pc[t] = parkPark
	if s.worker[t].c == 1 {
		s.pc[t] = parkRetract
	}
}

func (m *park) recheckLatch(s *parkState, t, _ int) Access {
	s.pc[t] = parkRecheck
	if s.latch[t-1] == 1 {
		s.pc[t] = parkRetract
	}
	return loadAt("latch", uint8(t-1))
}

func (m *park) recheck(s *parkState, t, _ int) Access {
	did, found, over := m.visit(s, t, true)
	switch {
	case found:
		s.worker[t].c, s.pc[t] = 0, parkRetract
	case over && m.naive == "ClosedAfterRecheck":
		s.pc[t] = parkReadClosed
	case over:
		s.parkOrRetract(t)
	}
	return did
}

func (m *park) park(s *parkState, t, choice int) Access {
	p, permit := &s.worker[t], &s.permit[t-1]
	switch {
	case choice == 0 && *permit == 1:
		*permit = 0
	case choice == 1 && *permit == 0 && p.strays < m.strays:
		p.strays++
	default:
		return disabled
	}
	s.pc[t] = parkRetract
	return single(model.LockStep, int32(t-1), "permit")
}

func (m *park) retract(s *parkState, t, _ int) Access {
	if s.mu == 1 {
		return disabled
	}
	p := &s.worker[t]
	exits := p.c == 1
	p.c = 0
	if sleeps := s.asleep(t); *sleeps == 1 {
		*sleeps = 0
		*s.sleeping(p.waiting)--
		if exits {
			s.pc[t] = parkDone
			return region()
		}
		*s.searching() += m.searches(p.waiting)
	}
	if p.task == 1 {
		s.pc[t] = parkLeave
	} else {
		s.sweep(t)
	}
	return region()
}
