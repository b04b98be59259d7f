package machine

import (
	"slices"

	"github.com/stealproof/stealproof/model"
)

// The actions of the machine of Join.

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

// next has the frame on top wait for its newest child that is left, or end.
func (m *join) next(s *joinState, t int) {
	if s.worker[t].count == 0 {
		m.finish(s, t)
	} else {
		s.pc[t] = joinLook
	}
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
		m.next(s, t)
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
	w := &s.worker[t]
	if m.naive == "AbortsOnly" {
		s.pc[t] = joinCancelChild
		return
	}
	w.got = m.awaited(w.joinFrame)
	s.pc[t] = joinClaim
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

func (m *join) ended(s *joinState, t int) {
	if m.counts(s.worker[t].task) != 0 {
		s.pc[t] = joinCount
	} else {
		m.back(s, t)
	}
}

// setAbort sets the abort of a task, if it is not set.
func (m *join) setAbort(s *joinState, task, why uint8) bool {
	won := s.abort[task-1] == joinNone
	if won {
		s.abort[task-1] = why
	}
	return won
}

// may reports whether a worker may run a task while another one waits.
func (m *join) may(t, task uint8) bool { return m.root[t] == m.root[task] || m.naive == "HelpsFutures" }

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
	drops := w.task != 0 && w.result != joinOK && m.latchOf(w.task) == 0
	won := s.status[got-1] == 0 || m.naive == "NoClaim"
	switch {
	case won:
		for _, c := range m.chain[got] {
			s.late[got-1] |= min(s.abort[c-1], 1)
		}
		if w.task != 0 {
			w.stack[w.depth] = w.joinFrame
			w.depth++
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
		if w.count == 0 || !m.panics && m.patient {
			return disabled
		}
		w.at = w.task
		if l := m.latchOf(w.task); l != 0 {
			w.at = l
		} else if m.nested {
			w.at = m.kids[w.task][w.count-1]
		}
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

func (m *join) look(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	switch status, fails := s.status[c-1], w.result != joinOK; {
	case status == m.completed() && fails:
		m.waited(s, t)
	case status == m.completed():
		s.pc[t] = joinReadOutcome
	case fails && m.latchOf(w.task) != 0 && w.listed == 0:
		s.pc[t] = joinOffer
	case fails:
		m.sleep(s, t)
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

func (m *join) readOutcome(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	c := m.awaited(w.joinFrame)
	did, o := plainReadAt("outcome", c-1), s.outcome[c-1]
	if c == m.latch {
		did, o = loadAt("abort", c-1), max(s.abort[c-1], joinOK)
	}
	w.listed = 0
	w.count--
	if o == joinOK || o == joinPanic && m.naive == "SwallowsPanic" || o != joinPanic && m.root[c] != m.root[w.task] {
		m.next(s, t)
		return did
	}
	if m.naive == "ThrowsAtOnce" {
		w.count = 0
	}
	w.result = o
	s.pc[t] = joinThrowIdle
	return did
}

// taken has a worker that waits go on with what it has taken.
func (m *join) taken(s *joinState, t int) {
	w := &s.worker[t]
	w.source, w.thief = 0, 0
	s.pc[t] = joinClaim
	if !m.may(w.got, w.task) {
		s.pc[t] = joinPass
	}
}

func (m *join) helpOwn(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	self := uint8(t) + 1
	switch d := &s.deque[self]; {
	case d.n > 0:
		w.got = d.takeLast()
		m.taken(s, t)
	case w.thief == self:
		w.source = m.nextOf(0, t, self)
		s.pc[t] = joinHelpOther
	default:
		s.pc[t] = joinHelpThief
	}
	return casAt("deque", self, true)
}

func (m *join) helpThief(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	thief := w.thief
	if d := &s.deque[thief]; d.n > 0 {
		w.got = d.takeHead()
		m.taken(s, t)
	} else {
		w.source = m.nextOf(0, t, thief)
		s.pc[t] = joinHelpOther
	}
	return casAt("deque", thief, true)
}

func (m *join) helpOther(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	source := w.source
	d, i := &s.deque[source], 0
	if source == 0 && m.naive != "HelpsFutures" {
		i = m.mine(d, w.task)
	}
	if i < int(d.n) {
		w.got = d.takeAt(i)
		m.taken(s, t)
	} else if next := m.nextOf(source+1, t, w.thief); next <= m.workers {
		w.source = next
	} else {
		m.sleep(s, t)
	}
	return casAt("deque", source, true)
}

// mine returns the index of the first item of the injector that a worker may run while a
// task waits: of what was put back.
func (m *join) mine(d *joinList, task uint8) int {
	return d.first(func(v uint8) bool { return m.may(v, task) && m.scopes[v] != 0 })
}

// first returns the index of the first item that will do, or of none.
func (l *joinList) first(will func(uint8) bool) int {
	if i := slices.IndexFunc(l.at[:l.n], will); i >= 0 {
		return i
	}
	return int(l.n)
}

func (m *join) pass(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.deque[0].append(w.got)
	if m.naive == "PassesOnly" {
		w.got = 0
		s.pc[t] = joinLook
	} else {
		w.at = w.got
		s.pc[t] = joinPassReadCancel
	}
	return casAt("deque", 0, true)
}

func (m *join) passReadCancel(s *joinState, t, _ int) Access {
	did, why, over := m.walk(s, t)
	switch {
	case why != joinNone:
		s.pc[t] = joinClaim
	case over:
		s.worker[t].got = 0
		s.pc[t] = joinLook
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
		if m.await(s, t, joinLook) == disabled {
			return disabled
		}
		return region() // as the third choice
	}
	s.pc[t] = joinLook
	if choice == 2 { // the protocol Park wakes it
		if w.result != joinOK || m.latchOf(w.task) == 0 || m.mine(&s.deque[0], w.task) == int(s.deque[0].n) {
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

func (m *join) throwIdle(s *joinState, t, choice int) Access {
	w := &s.worker[t]
	switch {
	case choice == 0 && !m.recovers:
		return disabled
	case choice == 0:
		w.result = joinOK
		m.next(s, t)
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
	s.pc[t] = joinReadHead
	if m.naive == "LeavesChild" {
		m.waited(s, t)
	}
	return casAt("abort", c-1, won)
}

func (m *join) offer(s *joinState, t, _ int) Access {
	s.pc[t] = joinReclaim
	if d := &s.deque[t+1]; d.n > 0 {
		s.worker[t].got = d.takeLast()
		s.pc[t] = joinClaim
	}
	return casAt("deque", uint8(t)+1, true)
}

func (m *join) reclaim(s *joinState, t, _ int) Access {
	d := &s.deque[0]
	i := d.first(func(v uint8) bool {
		return m.scopes[v] != 0 && slices.ContainsFunc(m.chain[v], func(c uint8) bool { return s.abort[c-1] != joinNone })
	})
	s.pc[t] = joinReadHead
	if i < int(d.n) {
		s.worker[t].got = d.takeAt(i)
		s.pc[t] = joinClaim
	}
	return region()
}

func (m *join) writeOutcome(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.outcome[w.task-1] = w.result
	s.pc[t] = joinComplete
	if m.naive == "CompletesLast" || m.naive == "OutcomeLast" {
		s.pc[t] = joinCloseList
	}
	return plainWriteAt("outcome", w.task-1)
}

func (m *join) complete(s *joinState, t, _ int) Access {
	task := s.worker[t].task
	s.status[task-1] = m.completed()
	switch m.naive {
	case "CompletesLast":
		m.ended(s, t)
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
		s.pc[t] = joinComplete
	default:
		m.ended(s, t)
	}
}

// countDown counts a task of the latch, or the body of the Scope, as ended.
func (m *join) countDown(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	body := m.latchOf(w.task) != 0
	s.pending--
	switch {
	case s.pending == 0:
		if body {
			w.stack[w.depth] = joinFrame{task: w.task, count: 1, result: w.result}
			w.depth++
		}
		w.joinFrame = joinFrame{task: m.latch, result: joinOK}
		s.pc[t] = joinComplete
	case body:
		w.count = 1
		s.pc[t] = joinLook
	default:
		m.back(s, t)
	}
	return cas("pending", true)
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
