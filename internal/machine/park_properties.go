package machine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of Park, under the names of tla/pool/MCPark.tla.

// any reports whether it holds of one of the processes from first to last.
func (m *park) any(first, last uint8, holds func(w int) bool) bool {
	for w := int(first); w <= int(last); w++ {
		if holds(w) {
			return true
		}
	}
	return false
}

func (m *park) anyWorker(holds func(w int) bool) bool { return m.any(1, m.workers, holds) }

// between returns a test whether a process is at a label from first to last.
func (s *parkState) between(first, last uint8) func(w int) bool {
	return func(w int) bool { return first <= s.pc[w] && s.pc[w] <= last }
}

// idles reports whether a worker is in the sleepers of the idle kind.
func (s *parkState) idles(w int) bool { return s.worker[w].waiting == parkIdle && *s.asleep(w) == 1 }

// helps is the same of the helping kind.
func (s *parkState) helps(w int) bool { return s.worker[w].waiting == parkHelping && *s.asleep(w) == 1 }

func (s *parkState) claimed(w int) bool {
	return s.between(parkReadClosed, parkRetract)(w) && *s.asleep(w) == 0
}

func (s *parkState) atWork(w int) bool {
	return s.claimed(w) || s.between(parkLookLatch, parkAnnounce)(w)
}

func (s *parkState) searches(w int) bool { return s.atWork(w) && s.worker[w].waiting == parkIdle }

// counts reports whether a worker has been claimed, and counts as one that searches.
func (s *parkState) counts(w int) bool { return s.claimed(w) && s.searches(w) }

// parked is Asleep.
func (s *parkState) parked(w int) bool { return s.pc[w] == parkPark && s.permit[w-1] == 0 }

func (s *parkState) anyReady() bool { return s.ready != [parkMaxSources]uint8{} }

func (m *park) notifying(s *parkState, last uint8) bool {
	return m.any(0, m.workers, s.between(parkGlance, last))
}

// looks is Looks: a worker that has announced is to look at a source again.
func (m *park) looks(s *parkState, source uint8) func(w int) bool {
	return func(w int) bool {
		switch s.pc[w] {
		case parkReadClosed, parkRecheckLatch:
			return true
		case parkRecheck:
			for n := s.worker[w].n; n <= m.sources; n++ {
				if m.nth(w, n) == source {
					return true
				}
			}
		case parkRetract:
			return s.worker[w].c == 0
		}
		return false
	}
}

// workConserved is the conclusion of WorkConservation for a source.
func (m *park) workConserved(s *parkState, source uint8) bool {
	looks := m.looks(s, source)
	return m.anyWorker(s.searches) || m.notifying(s, parkNotifyClaim) ||
		m.anyWorker(func(w int) bool { return s.idles(w) && looks(w) })
}

// helpConserved is that of HelpConservation.
func (m *park) helpConserved(s *parkState, source uint8) bool {
	looks, notifies := m.looks(s, source), s.between(parkGlance, parkNotifyClaim)
	return m.anyWorker(s.atWork) || m.anyWorker(func(w int) bool { return *s.asleep(w) == 1 && looks(w) }) ||
		m.any(0, m.workers, func(p int) bool {
			return notifies(p) && (s.pc[p] == parkNotifyLook || s.worker[p].tree == 1)
		})
}

// conserves reports whether some of these sleep only if all that is in the sources from
// first on is conserved.
func (m *park) conserves(sleep func(s *parkState, w int) bool, first uint8, conserved func(s *parkState, source uint8) bool) func(*parkState) bool {
	return func(s *parkState) bool {
		for source := first; source < m.sources; source++ {
			if s.ready[source] > 0 && !conserved(s, source) && m.anyWorker(func(w int) bool { return sleep(s, w) }) {
				return false
			}
		}
		return true
	}
}

// count is how many workers it holds of.
func (m *park) count(holds func(w int) bool) (n uint8) {
	for w := 1; w <= int(m.workers); w++ {
		if holds(w) {
			n++
		}
	}
	return n
}

// sum adds what workers, and the outsider, have.
func (m *park) sum(s *parkState, of func(p *parkWorker) uint8) (n uint8) {
	for w := range m.workers + 1 {
		n += of(&s.worker[w])
	}
	return n
}

// out is how many workers have left.
func (m *park) out(s *parkState) uint8 { return m.count(s.between(parkDone, parkDone)) }

func (m *park) properties() {
	m.Specs = map[string]Spec[parkState]{"Spec": {Fair: threads(m.closer + 1 + int(m.waiters))}}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *parkState) bool{
		"ClaimsOne": func(from, to *parkState) bool {
			return m.count(from.counts) == 0 || !m.anyWorker(func(w int) bool { return to.claimed(w) && !from.claimed(w) })
		},
	}
	m.Temporal = map[string]explore.Temporal[parkState]{
		"Termination": {Form: explore.InTheEnd, Then: func(s *parkState) bool {
			return !m.any(0, uint8(len(m.Threads)-1), func(t int) bool { return s.pc[t] != parkDone })
		}},
		"AllTaken":  {Form: explore.InTheEnd, Then: func(s *parkState) bool { return !s.anyReady() }},
		"LatchSeen": {Form: explore.InTheEnd, Then: func(s *parkState) bool { return m.sum(s, func(p *parkWorker) uint8 { return p.waiting }) == 0 }},
	}
	m.reached()
}

func (m *park) invariants() map[string]func(*parkState) bool {
	return map[string]func(*parkState) bool{
		"TypeOK":           m.typeOK,
		"CountsSearching":  func(s *parkState) bool { return *s.searching() == m.count(s.searches) },
		"CountsIdle":       func(s *parkState) bool { return *s.sleeping(parkIdle) == m.count(s.idles) },
		"CountsHelping":    func(s *parkState) bool { return *s.sleeping(parkHelping) == m.count(s.helps) },
		"NoBorrow":         m.noBorrow,
		"Sleepers":         m.sleepers,
		"Mutex":            m.mutex,
		"NoLoss":           m.noLoss,
		"Throttled":        func(s *parkState) bool { return m.count(s.counts) <= 1 },
		"WorkConservation": m.conserves((*parkState).idles, 0, m.workConserved),
		"HelpConservation": m.conserves((*parkState).helps, 1, m.helpConserved),
		"NoLostWakeup":     m.noLostWakeup,
		"NoLostLatch":      m.noLostLatch,
		"NoLostClaim":      m.noLostClaim,
		"NoLostClose":      m.noLostClose,
		"Drained":          m.drained,
		"Waits":            m.waits,
	}
}

func (m *park) typeOK(s *parkState) bool {
	fits := max(*s.searching(), *s.sleeping(parkIdle), *s.sleeping(parkHelping)) <= m.workers && m.closes <= s.next && s.next <= m.workers
	for _, r := range s.ready {
		fits = fits && r <= m.tasks+m.workers*m.spawns
	}
	for w := range m.workers + 1 {
		p := &s.worker[w]
		fits = fits && p.sent <= m.tasks+m.spawns && 1 <= p.n && p.n <= m.sources && p.x <= m.workers && p.strays <= m.strays
	}
	return fits
}

func (m *park) noBorrow(s *parkState) bool {
	return !slices.ContainsFunc(s.counters[:], func(n uint8) bool { return int8(n) < 0 })
}

func (m *park) sleepers(s *parkState) bool {
	return !m.anyWorker(func(w int) bool {
		helps := int(s.worker[w].waiting)
		return s.sleepers[1-helps][w-1] == 1 || s.sleepers[helps][w-1] == 1 && !s.between(parkReadClosed, parkRetract)(w)
	})
}

func (m *park) mutex(s *parkState) bool {
	return (s.mu == 1) == m.any(0, m.workers, s.between(parkNotifyClaim, parkNotifyClaim))
}

func (m *park) noLoss(s *parkState) bool {
	there := s.ran + m.sum(s, func(p *parkWorker) uint8 { return p.task + p.waiting })
	for _, n := range s.ready {
		there += n
	}
	return there == m.sum(s, func(p *parkWorker) uint8 { return p.sent })+m.waiters
}

func (m *park) noLostWakeup(s *parkState) bool {
	parked := m.count(s.parked)
	if parked == 0 || parked+m.out(s) < m.workers || m.notifying(s, parkNotifyUnpark) {
		return true
	}
	tasks := s.ready
	if !m.anyWorker(func(w int) bool { return s.parked(w) && s.worker[w].waiting == parkIdle }) {
		tasks[0] = 0 // those that help do not take it
	}
	return tasks == [parkMaxSources]uint8{}
}

func (m *park) noLostLatch(s *parkState) bool {
	return !m.any(1, m.waiters, func(w int) bool {
		return s.worker[w].waiting == 1 && s.latch[w-1] == 1 && s.parked(w) && s.pc[m.closer+w] == parkDone
	})
}

func (m *park) noLostClaim(s *parkState) bool {
	return !m.anyWorker(func(w int) bool {
		return s.claimed(w) && s.parked(w) && !m.any(0, m.workers, func(p int) bool {
			return s.pc[p] == parkNotifyUnpark && int(s.worker[p].x) == w
		})
	})
}

func (m *park) noLostClose(s *parkState) bool {
	return m.closes == 0 || s.pc[m.closer] != parkDone ||
		!m.anyWorker(func(w int) bool { return s.parked(w) && s.worker[w].waiting == 0 })
}

func (m *park) drained(s *parkState) bool {
	return m.out(s) < m.workers || !s.anyReady() && s.closed == 1 && s.counters == [3]uint8{} &&
		m.sum(s, func(p *parkWorker) uint8 { return p.task + p.waiting }) == 0
}

func (m *park) waits(s *parkState) bool {
	for t := range m.Threads {
		l := s.pc[t]
		mutex := l == parkNotifyLock || l == parkAnnounce || l == parkRetract
		asleep := 1 <= t && t <= int(m.workers) && s.parked(t)
		if l != parkDone && !m.enabled(s, t) && !(s.mu == 1 && mutex) && !asleep {
			return false
		}
	}
	return true
}
