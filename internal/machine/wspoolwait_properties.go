package machine

import "github.com/stealproof/stealproof/internal/explore"

// What must hold of the machine of WSPoolWait, under the names of
// tla/pool/MCWSPoolWait.tla.

// any reports whether it holds of some thread; first is 1 for the workers only.
func (m *wsp) any(s *wspState, first int, holds func(t int, pc uint8, th *wspThread) bool) bool {
	for t := first; t <= int(m.workers); t++ {
		if holds(t, s.pc[t], &s.thread[t]) {
			return true
		}
	}
	return false
}

func (s *wspState) someWait() bool { return s.wait4work != [1 + wspMaxWorkers]uint8{} }

func (l *wspList) holds(t int) bool {
	for i := 1; i <= int(l[0]); i++ {
		if l[i] == uint8(t) {
			return true
		}
	}
	return false
}

// each reports whether it holds of each task.
func (m *wsp) each(holds func(i uint8) bool) bool {
	for i := uint8(1); i <= m.tasks; i++ {
		if !holds(i) {
			return false
		}
	}
	return true
}

func (m *wsp) properties() {
	m.Specs = map[string]Spec[wspState]{"Spec": {Fair: threads(len(m.Threads))}}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *wspState) bool{
		"OnlyForward": func(from, to *wspState) bool {
			return m.each(func(i uint8) bool { return to.status[i] == from.status[i] || to.status[i] == from.status[i]+1 })
		},
	}
	m.Temporal = map[string]explore.Temporal[wspState]{
		"Termination": {Form: explore.InTheEnd, Then: func(s *wspState) bool {
			return !m.any(s, 0, func(_ int, pc uint8, _ *wspThread) bool { return pc != wspDone })
		}},
	}
	m.Reached = m.reached()
}

func (m *wsp) invariants() map[string]func(*wspState) bool {
	return map[string]func(*wspState) bool{
		"TypeOK": func(s *wspState) bool {
			return m.each(func(i uint8) bool { return s.status[i] <= wspComplete }) &&
				!m.any(s, 0, func(_ int, _ uint8, th *wspThread) bool {
					return max(th.t, th.j) > m.tasks || th.sent > 2+m.forks || th.n >= m.workers
				})
		},
		"Mutex": func(s *wspState) bool {
			n := uint8(0)
			for w := range m.workers {
				switch s.pc[1+w] {
				case wspRecheckQueue, wspRecheckStop, wspWait, wspUnlock:
					n++
				}
			}
			return n == s.lock
		},
		"ExactlyOnce": func(s *wspState) bool {
			return m.each(func(i uint8) bool {
				return s.ran[i] <= 1 && (s.status[i] != wspNew || s.ran[i] == 0) && (s.status[i] != wspComplete || s.ran[i] == 1)
			})
		},
		"JoinsComplete": func(s *wspState) bool {
			root := s.status[1] == wspComplete
			return (!root || m.each(func(i uint8) bool { return s.status[i] == wspComplete })) && (s.stop == 0 || root)
		},
		"NoLostWakeup": func(s *wspState) bool {
			some := false
			for w := range m.workers {
				some = some || s.queue[w][0] > 0
			}
			return !some || !s.someWait() || m.any(s, 0, func(_ int, pc uint8, _ *wspThread) bool { return pc == wspSignal })
		},
		"NoLostStop": func(s *wspState) bool { return s.stop == 0 || !s.someWait() || s.pc[0] == wspSignal },
		"NoLostWaiter": func(s *wspState) bool {
			return !m.any(s, 0, func(t int, pc uint8, th *wspThread) bool {
				return pc == wspPark && s.permit[t] == 0 && s.status[th.j] == wspComplete &&
					!m.any(s, 0, func(_ int, pc uint8, q *wspThread) bool {
						return q.t == th.j && (pc == wspReadWaiters || pc == wspUnpark && q.h.holds(t))
					})
			})
		},
	}
}

func (m *wsp) reached() map[string]func(*wspState) bool {
	worker := func(holds func(s *wspState, w int, pc uint8, th *wspThread) bool) func(*wspState) bool {
		return func(s *wspState) bool {
			return m.any(s, 1, func(w int, pc uint8, th *wspThread) bool { return holds(s, w, pc, th) })
		}
	}
	joins := func(label, status uint8) func(*wspState) bool {
		return worker(func(s *wspState, _ int, pc uint8, th *wspThread) bool { return pc == label && s.status[th.j] == status })
	}
	return map[string]func(*wspState) bool{
		"Waits": (*wspState).someWait,
		"AllWait": func(s *wspState) bool {
			return !m.any(s, 1, func(w int, _ uint8, _ *wspThread) bool { return s.wait4work[w] == 0 })
		},
		"Signalled": worker(func(s *wspState, w int, pc uint8, _ *wspThread) bool { return pc == wspAwake && s.wait4work[w] == 0 }),
		"FoundAgain": worker(func(s *wspState, w int, pc uint8, th *wspThread) bool {
			return pc == wspRecheckQueue && s.queue[m.nth(w, th.n)][0] > 0
		}),
		"StoppedAgain": worker(func(s *wspState, _ int, pc uint8, _ *wspThread) bool { return pc == wspRecheckStop && s.stop == 1 }),
		"Steals": worker(func(s *wspState, w int, pc uint8, th *wspThread) bool {
			return pc == wspScan && th.n > 0 && s.queue[m.nth(w, th.n)][0] > 0
		}),
		"ClaimLost": worker(func(s *wspState, _ int, pc uint8, th *wspThread) bool {
			return pc == wspClaim && s.status[th.t] != wspNew
		}),
		"Inline":     joins(wspJoinClaim, wspNew),
		"InlineLost": joins(wspJoinClaim, wspRunning),
		"Helps": worker(func(s *wspState, w int, pc uint8, _ *wspThread) bool {
			q := &s.queue[w-1]
			return pc == wspHelp && q[0] > 0 && s.status[q[q[0]]] == wspNew
		}),
		"WorkerParks": worker(func(s *wspState, w int, pc uint8, _ *wspThread) bool { return pc == wspPark && s.permit[w] == 0 }),
		"MainParks":   func(s *wspState) bool { return s.pc[0] == wspPark && s.permit[0] == 0 },
		"Woken":       worker(func(s *wspState, w int, pc uint8, _ *wspThread) bool { return pc == wspPark && s.permit[w] == 1 }),
		"JustInTime": func(s *wspState) bool {
			return m.any(s, 0, func(t int, pc uint8, th *wspThread) bool {
				return pc == wspLookAgain && s.status[th.j] == wspComplete && s.permit[t] == 0
			})
		},
		"TwoWait": func(s *wspState) bool {
			lists := 0
			for i := range s.head {
				if s.head[i][0] > 0 {
					lists++
				}
			}
			return lists >= 2
		},
		"LockWaited": func(s *wspState) bool {
			return s.lock == 1 && m.any(s, 0, func(_ int, pc uint8, _ *wspThread) bool { return pc == wspSignal })
		},
	}
}
