package machine

import "github.com/stealproof/stealproof/model/explore"

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

func (s *parkState) idles(w int) bool { return s.asleep(w) != 0 }

func (s *parkState) claimed(w int) bool {
	return s.between(parkReadClosed, parkRetract)(w) && !s.idles(w)
}

func (s *parkState) searches(w int) bool {
	return s.claimed(w) || s.between(parkLookLatch, parkAnnounce)(w)
}

// parked is Asleep.
func (s *parkState) parked(w int) bool { return s.pc[w] == parkPark && s.permit[w-1] == 0 }

// sees reports whether a worker is at its n-th source, at a label, and a task is
// there.
func (m *park) sees(s *parkState, w int, label uint8) bool {
	return s.pc[w] == label && s.ready[m.nth(w, s.worker[w].n)] > 0
}

func (s *parkState) anyReady() bool { return s.ready != [parkMaxSources]uint8{} }

func (m *park) notifying(s *parkState, last uint8) bool {
	return m.any(0, m.workers, s.between(parkNotifyLook, last))
}

// conserved is the conclusion of WorkConservation for a source.
func (m *park) conserved(s *parkState, source uint8) bool {
	return m.anyWorker(s.searches) || m.notifying(s, parkNotifyClaim) || m.anyWorker(func(w int) bool {
		if !s.idles(w) {
			return false
		}
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
	})
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
			return m.count(from.claimed) == 0 || !m.anyWorker(func(w int) bool { return to.claimed(w) && !from.claimed(w) })
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
		"TypeOK": func(s *parkState) bool {
			fits := max(s.searching, s.idle, s.sleepers[0]) <= m.workers && m.closes <= s.next && s.next <= m.workers
			for _, r := range s.ready {
				fits = fits && r <= m.tasks+m.workers*m.spawns
			}
			for w := range m.workers + 1 {
				p := &s.worker[w]
				fits = fits && p.sent <= m.tasks+m.spawns && 1 <= p.n && p.n <= m.sources && p.x <= m.workers && p.strays <= m.strays
			}
			return fits
		},
		"CountsSearching": func(s *parkState) bool { return s.searching == m.count(s.searches) },
		"CountsIdle":      func(s *parkState) bool { return s.idle == m.count(s.idles) },
		"NoBorrow":        func(s *parkState) bool { return int8(s.searching) >= 0 && int8(s.idle) >= 0 },
		"Sleepers": func(s *parkState) bool {
			return s.sleepers[0] == m.count(s.idles) && !m.anyWorker(func(w int) bool {
				return s.idles(w) && !s.between(parkReadClosed, parkRetract)(w)
			})
		},
		"Mutex": func(s *parkState) bool {
			return (s.mu == 1) == m.any(0, m.workers, s.between(parkNotifyClaim, parkNotifyClaim))
		},
		"NoLoss": func(s *parkState) bool {
			there := s.ran + m.sum(s, func(p *parkWorker) uint8 { return p.task + p.waiting })
			for _, n := range s.ready {
				there += n
			}
			return there == m.sum(s, func(p *parkWorker) uint8 { return p.sent })+m.waiters
		},
		"Throttled": func(s *parkState) bool { return m.count(s.claimed) <= 1 },
		"WorkConservation": func(s *parkState) bool {
			for source := range m.sources {
				if s.ready[source] > 0 && m.anyWorker(s.idles) && !m.conserved(s, source) {
					return false
				}
			}
			return true
		},
		"NoLostWakeup": func(s *parkState) bool {
			parked := m.count(s.parked)
			return parked == 0 || parked+m.out(s) < m.workers || !s.anyReady() || m.notifying(s, parkNotifyUnpark)
		},
		"NoLostLatch": func(s *parkState) bool {
			return !m.any(1, m.waiters, func(w int) bool {
				return s.worker[w].waiting == 1 && s.latch[w-1] == 1 && s.parked(w) && s.pc[m.closer+w] == parkDone
			})
		},
		"NoLostClaim": func(s *parkState) bool {
			return !m.anyWorker(func(w int) bool {
				return s.claimed(w) && s.parked(w) && !m.any(0, m.workers, func(p int) bool {
					return s.pc[p] == parkNotifyUnpark && int(s.worker[p].x) == w
				})
			})
		},
		"NoLostClose": func(s *parkState) bool {
			return m.closes == 0 || s.pc[m.closer] != parkDone ||
				!m.anyWorker(func(w int) bool { return s.parked(w) && s.worker[w].waiting == 0 })
		},
		"Drained": func(s *parkState) bool {
			return m.out(s) < m.workers || !s.anyReady() && s.closed == 1 && s.searching == 0 && s.idle == 0 &&
				m.sum(s, func(p *parkWorker) uint8 { return p.task + p.waiting }) == 0
		},
		"Waits": func(s *parkState) bool {
			for t := range m.Threads {
				l := s.pc[t]
				mutex := l == parkNotifyLock || l == parkAnnounce || l == parkRetract
				asleep := 1 <= t && t <= int(m.workers) && s.parked(t)
				if l != parkDone && !m.enabled(s, t) && !(s.mu == 1 && mutex) && !asleep {
					return false
				}
			}
			return true
		},
	}
}

func (m *park) reached() {
	worker := func(holds func(s *parkState, w int) bool) func(*parkState) bool {
		return func(s *parkState) bool { return m.anyWorker(func(w int) bool { return holds(s, w) }) }
	}
	anybody := func(holds func(s *parkState, w int) bool) func(*parkState) bool {
		return func(s *parkState) bool { return m.any(0, m.workers, func(w int) bool { return holds(s, w) }) }
	}
	m.Reached = map[string]func(*parkState) bool{
		"FoundInSweep": worker(func(s *parkState, w int) bool { return m.sees(s, w, parkTake) }),
		"FoundAgain":   worker(func(s *parkState, w int) bool { return s.idles(w) && m.sees(s, w, parkRecheck) }),
		"Sleeps":       worker((*parkState).parked),
		"AllSleep": func(s *parkState) bool {
			return !m.anyWorker(func(w int) bool { return !s.parked(w) })
		},
		"Woken": worker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkPark && s.permit[w-1] == 1
		}),
		"ClaimedAwake": worker(func(s *parkState, w int) bool { return s.claimed(w) && s.pc[w] == parkRecheck }),
		"ClaimedEarly": worker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkRetract && s.permit[w-1] == 0
		}),
		"StalePermit": worker(func(s *parkState, w int) bool { return s.pc[w] == parkTake && s.permit[w-1] == 1 }),
		"Stray": worker(func(s *parkState, w int) bool {
			return s.idles(w) && s.pc[w] == parkRetract && s.worker[w].strays > 0 && !s.anyReady()
		}),
		"LastPassesOn": worker(func(s *parkState, w int) bool {
			return s.pc[w] == parkLeave && s.searching == 1 && s.idle > 0
		}),
		"NotLast": worker(func(s *parkState, w int) bool { return s.pc[w] == parkLeave && s.searching > 1 }),
		"NobodyIdle": anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLook && s.idle == 0 && s.searching == 0
		}),
		"Throttles": anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLook && s.searching > 0 && s.idle > 0
		}),
		"ThrottlesLater": anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLock && s.mu == 0 && s.searching > 0 && s.idle > 0
		}),
		"IdleNoMore": anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLock && s.mu == 0 && s.idle == 0
		}),
		"MutexWaited":   worker(func(s *parkState, w int) bool { return s.pc[w] == parkAnnounce && s.mu == 1 }),
		"SearchBetween": anybody(func(s *parkState, p int) bool { return s.pc[p] == parkNotifyClaim && s.searching > 0 }),
		"Refused":       func(s *parkState) bool { return s.pc[0] == parkPublish && s.closed == 1 },
		"Publishes":     worker(func(s *parkState, w int) bool { return s.pc[w] == parkPublish }),
		"AfterClose":    worker(func(s *parkState, w int) bool { return s.pc[w] == parkPublish && s.closed == 1 }),
		"ExitClaimed": worker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkRetract && s.worker[w].c == 1
		}),
		"ExitStays": worker(func(s *parkState, w int) bool { return s.worker[w].c == 1 && m.sees(s, w, parkRecheck) }),
		"LatchInSweep": worker(func(s *parkState, w int) bool {
			return s.pc[w] == parkLookLatch && s.latch[w-1] == 1
		}),
		"LatchAgain": worker(func(s *parkState, w int) bool {
			return s.pc[w] == parkRecheckLatch && s.latch[w-1] == 1 && s.idles(w)
		}),
		"LatchClaimed": worker(func(s *parkState, w int) bool {
			return w <= int(m.waiters) && s.pc[w] == parkPark && s.latch[w-1] == 1 && s.permit[w-1] == 1 && s.claimed(w)
		}),
		"Helps": worker(func(s *parkState, w int) bool { return s.worker[w].waiting == 1 && s.worker[w].task == 1 }),
		"WaitsClosed": worker(func(s *parkState, w int) bool {
			return s.closed == 1 && s.worker[w].waiting == 1 && s.parked(w)
		}),
	}
}
