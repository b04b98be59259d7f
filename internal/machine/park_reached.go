package machine

import "maps"

// The events that must occur in some state of Park.

// reached sets the events that must occur in some state.
func (m *park) reached() {
	m.Reached = m.reachedSearching()
	maps.Copy(m.Reached, m.reachedNotifying())
	maps.Copy(m.Reached, m.reachedWaiting())
}

// someWorker returns the condition that some worker is as holds says. For anybody, the
// outsider will do as well.
func (m *park) someWorker(holds func(s *parkState, w int) bool) func(*parkState) bool {
	return func(s *parkState) bool { return m.anyWorker(func(w int) bool { return holds(s, w) }) }
}

func (m *park) anybody(holds func(s *parkState, w int) bool) func(*parkState) bool {
	return func(s *parkState) bool { return m.any(0, m.workers, func(w int) bool { return holds(s, w) }) }
}

// reachedSearching returns the events of workers that search and sleep.
func (m *park) reachedSearching() map[string]func(*parkState) bool {
	return map[string]func(*parkState) bool{
		"FoundFirst":   m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkLookFirst && m.sees(s, w) }),
		"FoundInSweep": m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkTake && m.sees(s, w) }),
		"FoundAgain":   m.someWorker(func(s *parkState, w int) bool { return s.idles(w) && s.pc[w] == parkRecheck && m.sees(s, w) }),
		"Sleeps":       m.someWorker((*parkState).parked),
		"AllSleep":     m.allSleep,
		"Woken": m.someWorker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkPark && s.permit[w-1] == 1
		}),
		"ClaimedAwake": m.someWorker(func(s *parkState, w int) bool { return s.claimed(w) && s.pc[w] == parkRecheck }),
		"ClaimedEarly": m.someWorker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkRetract && s.permit[w-1] == 0
		}),
		"ClaimedBusy": m.someWorker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkRetract && s.worker[w].task == 1
		}),
		"StalePermit": m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkTake && s.permit[w-1] == 1 }),
		"Stray": m.someWorker(func(s *parkState, w int) bool {
			return s.idles(w) && s.pc[w] == parkRetract && s.worker[w].strays > 0 && !s.anyReady()
		}),
		"LastPassesOn": m.someWorker(func(s *parkState, w int) bool {
			return s.pc[w] == parkLeave && s.worker[w].waiting == 0 && *s.searching() == 1 && *s.sleeping(parkIdle) > 0
		}),
		"NotLast":     m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkLeave && *s.searching() > 1 }),
		"MutexWaited": m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkAnnounce && s.mu == 1 }),
		"ExitClaimed": m.someWorker(func(s *parkState, w int) bool {
			return s.claimed(w) && s.pc[w] == parkRetract && s.worker[w].c == 1
		}),
		"ExitStays": m.someWorker(func(s *parkState, w int) bool { return s.worker[w].c == 1 && s.pc[w] == parkRecheck && m.sees(s, w) }),
	}
}

// reachedNotifying returns the events of publishing and waking.
func (m *park) reachedNotifying() map[string]func(*parkState) bool {
	return map[string]func(*parkState) bool{
		"NobodyIdle": m.anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLook && *s.sleeping(parkIdle) == 0 && *s.searching() == 0
		}),
		"Throttles": m.anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLook && *s.searching() > 0 && *s.sleeping(parkIdle) > 0
		}),
		"ThrottlesLater": m.anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLock && s.mu == 0 && *s.searching() > 0 && *s.sleeping(parkIdle) > 0
		}),
		"IdleNoMore": m.anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyLock && s.mu == 0 && *s.sleeping(parkIdle) == 0
		}),
		"SearchBetween": m.anybody(func(s *parkState, p int) bool { return s.pc[p] == parkNotifyClaim && *s.searching() > 0 }),
		"Refused":       func(s *parkState) bool { return s.pc[0] == parkPublish && s.closed == 1 },
		"Publishes":     m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkPublish }),
		"AfterClose":    m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkPublish && s.closed == 1 }),
		"HelperSpared": m.anybody(func(s *parkState, p int) bool {
			return s.pc[p] == parkNotifyClaim && *s.sleeping(parkIdle) == 0 && s.worker[p].tree == 0
		}),
		"Alone":       m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkGlance && s.ready[0] == 0 }),
		"AloneNoMore": m.someWorker(func(s *parkState, w int) bool { return s.pc[w] == parkGlance && s.ready[0] > 0 }),
	}
}

// reachedWaiting returns the events of workers that wait for a latch and help meanwhile.
func (m *park) reachedWaiting() map[string]func(*parkState) bool {
	return map[string]func(*parkState) bool{
		"LatchInSweep": m.someWorker(func(s *parkState, w int) bool {
			return s.pc[w] == parkLookLatch && s.latch[w-1] == 1
		}),
		"LatchAgain": m.someWorker(func(s *parkState, w int) bool {
			return s.pc[w] == parkRecheckLatch && s.latch[w-1] == 1 && s.helps(w)
		}),
		"LatchClaimed": m.someWorker(func(s *parkState, w int) bool {
			return w <= int(m.waiters) && s.pc[w] == parkPark && s.latch[w-1] == 1 && s.permit[w-1] == 1 && s.claimed(w)
		}),
		"Helps":         m.someWorker(func(s *parkState, w int) bool { return s.worker[w].waiting == 1 && s.worker[w].task == 1 }),
		"HelpsAgain":    m.someWorker(func(s *parkState, w int) bool { return s.helps(w) && s.pc[w] == parkRecheck && m.sees(s, w) }),
		"HelperClaimed": m.someWorker(func(s *parkState, w int) bool { return s.claimed(w) && s.worker[w].waiting == 1 }),
		"HelperPassesOn": m.someWorker(func(s *parkState, w int) bool {
			return s.pc[w] == parkLeave && s.worker[w].waiting == 1 && !s.quiet()
		}),
		"WaitsClosed": m.someWorker(func(s *parkState, w int) bool {
			return s.closed == 1 && s.worker[w].waiting == 1 && s.parked(w)
		}),
	}
}

func (m *park) allSleep(s *parkState) bool {
	return !m.anyWorker(func(w int) bool { return !s.parked(w) })
}
