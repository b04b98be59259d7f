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
func (m *join) putBack(d *joinList, t uint8) {
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
		s.pc[t] = joinLook
		if m.naive == "IgnoresClosed" {
			s.pc[t] = joinPark
		}
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
			w.count = 1
			w.push()
		}
		w.joinFrame = joinFrame{task: m.latch, result: joinOK}
		s.pc[t] = joinComplete
	case body:
		w.count = 1
		s.pc[t] = joinLook
		if w.result != joinOK {
			s.pc[t] = joinOffer
		}
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
