package machine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of Lend, under the names of tla/pool/MCLend.tla.

func (m *lending) properties() {
	fair := threads(len(m.Threads))
	m.Specs = map[string]Spec[lendState]{"Spec": {Fair: fair[:len(fair)-1]}, "EndSpec": {Fair: fair}}
	m.Invariants = map[string]func(*lendState) bool{
		"TypeOK":  m.typeOK,
		"Limit":   func(s *lendState) bool { return s.active <= m.workers-m.shrinks+m.spares },
		"UsesAll": func(s *lendState) bool { return s.refused == 0 || m.extra(s) >= int(m.spares) },
		"Counted": func(s *lendState) bool {
			return s.lends == countIf(m.all, func(w uint8) bool { return s.lent[w] == 1 })
		},
		"RestsFree": func(s *lendState) bool {
			return !slices.ContainsFunc(s.standby.all(), func(w uint8) bool { return s.lent[w-1] == 1 })
		},
		"StaysClosed": func(s *lendState) bool {
			return m.closers == 0 || s.pc[m.all+m.items+m.timers] != lendDone || s.alive == 0
		},
		"Once": m.eachItem(func(s *lendState, i uint8) bool { return s.ran[i] <= s.accepted[i] }),
		"NoLoss": m.eachItem(func(s *lendState, i uint8) bool {
			return s.accepted[i] == 0 || s.ran[i] > 0 || s.queue.has(i+1) || slices.Contains(s.hand[:], i+1)
		}),
		"Attended": m.attended,
	}
	m.Properties = map[string]func(from, to *lendState) bool{
		"TakesOnlySubmissions": m.eachWorker(func(from, to *lendState, w uint8) bool {
			return from.pc[w] != lendTake || to.pc[w] != lendAwaitOver || from.lent[w] == 0
		}),
		"LooksLast": m.eachWorker(func(from, to *lendState, w uint8) bool {
			return from.pc[w] != lendGiveBack || to.lent[w] == 1 ||
				!slices.ContainsFunc(from.queue.all(), func(i uint8) bool { return from.old[w][i-1] == 1 })
		}),
	}
	inTheEnd := func(then func(s *lendState) bool) explore.Temporal[lendState] {
		return explore.Temporal[lendState]{Form: explore.InTheEnd, Then: then}
	}
	m.Temporal = map[string]explore.Temporal[lendState]{
		"AllRun":       inTheEnd(m.eachItem(func(s *lendState, i uint8) bool { return s.ran[i] == 1 })),
		"AllGivenBack": inTheEnd(func(s *lendState) bool { return s.lends == 0 }),
		"AllEnd": inTheEnd(func(s *lendState) bool {
			return !slices.ContainsFunc(s.pc[:len(m.Threads)], func(pc uint8) bool { return pc != lendDone })
		}),
	}
	m.reached()
}

// eachItem returns the condition that each submission is as holds says; it is counted from 0.
func (m *lending) eachItem(holds func(s *lendState, i uint8) bool) func(*lendState) bool {
	return func(s *lendState) bool {
		return countIf(m.items, func(i uint8) bool { return !holds(s, i) }) == 0
	}
}

// eachWorker returns the condition that a step is for each worker as holds says.
func (m *lending) eachWorker(holds func(from, to *lendState, w uint8) bool) func(from, to *lendState) bool {
	return func(from, to *lendState) bool {
		return countIf(m.all, func(w uint8) bool { return !holds(from, to, w) }) == 0
	}
}

// comes is Comes.
func (s *lendState) comes(w uint8) bool {
	switch s.pc[w] {
	case lendUnmade, lendRest:
		return s.permit[w] == 1 && (s.lent[w] == 1 || s.released[w] == 0)
	case lendAwaitOver, lendLeave, lendDone:
		return false
	}
	return true
}

func (m *lending) attended(s *lendState) bool {
	others := s.pc[m.all : m.all+m.items+m.timers]
	return s.queue.n == 0 || s.armed == 1 || m.extra(s) >= int(m.spares) ||
		countIf(m.all, s.comes) > 0 ||
		slices.ContainsFunc(others, func(pc uint8) bool {
			return lendHandOver <= pc && pc <= lendArm || lendRing < pc && pc <= lendArmAgain
		}) || slices.Contains(others[m.items:], lendDone)
}

func (m *lending) typeOK(s *lendState) bool {
	return !slices.ContainsFunc(s.queue.all(), func(i uint8) bool { return i > m.items || s.accepted[i-1] == 0 }) &&
		s.back <= m.strays && s.served <= 1 && m.workers <= s.made && s.made <= m.all &&
		!slices.ContainsFunc(s.standby.all(), func(w uint8) bool { return w > s.made }) &&
		s.lends <= m.spares && max(s.surplus, s.active, s.alive) <= m.all && max(s.blocked, s.refused) <= m.blocks && s.done <= m.items &&
		!slices.Contains(s.idle[s.made:], 1) && max(s.hand[0], slices.Max(s.hand[:])) <= m.items && slices.Max(s.early[:]) <= m.most
}

// reached sets the events that SomethingUnreached looks for.
func (m *lending) reached() {
	some := func(from, n uint8, holds func(s *lendState, t, pc uint8) bool) func(*lendState) bool {
		return func(s *lendState) bool {
			return countIf(n, func(i uint8) bool { return holds(s, from+i, s.pc[from+i]) }) > 0
		}
	}
	worker := func(holds func(s *lendState, w, pc uint8) bool) func(*lendState) bool { return some(0, m.all, holds) }
	submitter := func(holds func(s *lendState, t, pc uint8) bool) func(*lendState) bool {
		return some(m.all, m.items, holds)
	}
	timer := func(holds func(s *lendState, t, pc uint8) bool) func(*lendState) bool {
		return some(m.all+m.items, m.timers, holds)
	}
	allows := func(s *lendState) bool { return m.extra(s) < int(m.spares) }
	if m.shrinks > 0 {
		m.Reached = map[string]func(*lendState) bool{
			"SurplusLent": worker(func(s *lendState, w, pc uint8) bool { return pc == lendWoken && s.lent[w] == 1 }),
			"HandedOver": submitter(func(s *lendState, _, pc uint8) bool {
				return pc == lendHandOver && s.idle != [lendMaxWorkers]uint8{}
			}),
		}
		return
	}
	m.Reached = map[string]func(*lendState) bool{
		"LentAtOnce": submitter(func(s *lendState, _, pc uint8) bool { return pc == lendLendNow && allows(s) && s.standby.n == 0 }),
		"LentAgain": some(m.all, m.items+m.timers, func(s *lendState, _, pc uint8) bool {
			return (pc == lendLendNow || pc == lendLendLate) && allows(s) && s.standby.n > 0
		}),
		"LentLate":     timer(func(s *lendState, _, pc uint8) bool { return pc == lendLendLate && allows(s) }),
		"Refused":      timer(func(s *lendState, _, pc uint8) bool { return pc == lendLendLate && !allows(s) }),
		"GivesBack":    worker(func(_ *lendState, _, pc uint8) bool { return pc == lendGiveBack }),
		"LooksAgain":   worker(func(s *lendState, _, pc uint8) bool { return pc == lendGiveLook && s.queue.n > 0 }),
		"WatchedAgain": worker(func(s *lendState, _, pc uint8) bool { return pc == lendWatch && s.queue.n > 0 && s.armed == 0 }),
		"ClaimFails":   timer(func(s *lendState, t, pc uint8) bool { return pc == lendClaimServedLate && s.seen[t] == 0 }),
	}
}
