package machine

import "github.com/stealproof/stealproof/internal/explore"

// What must hold of the machine of VTSignal, under the names of
// tla/pool/MCVTSignal.tla.

// anyWorker reports whether it holds of some worker: its number and its label.
func (m *vtSignal) anyWorker(s *vtState, holds func(w, pc uint8) bool) bool {
	return countIf(m.workers, func(i uint8) bool { return holds(i+1, s.pc[i+1]) }) > 0
}

// anyTask reports whether it holds of some task.
func (m *vtSignal) anyTask(holds func(task uint8) bool) bool {
	return countIf(m.roots+m.roots*m.kids, func(i uint8) bool { return holds(i + 1) }) > 0
}

// stealable reports whether a task is there that a worker can take.
func (m *vtSignal) stealable(s *vtState) bool {
	return m.anyWorker(s, func(w, _ uint8) bool { return s.deque[w-1][0] > 0 })
}

func (s *vtState) someWait() bool { return s.waiting != [vtMaxWorkers]uint8{} }

// someSleep reports whether a worker sleeps.
func (m *vtSignal) someSleep(s *vtState) bool {
	return m.anyWorker(s, func(w, pc uint8) bool { return pc == vtAwaitWork && s.waiting[w-1] == 1 })
}

func (m *vtSignal) properties() {
	m.Specs = map[string]Spec[vtState]{"Spec": {Fair: threads(len(m.Threads))}}
	m.Invariants = map[string]func(*vtState) bool{
		"TypeOK": func(s *vtState) bool {
			return s.arrived <= m.workers+1 && s.out <= m.workers && s.r >= 1 && s.r <= m.roots &&
				!m.anyWorker(s, func(w, _ uint8) bool {
					of := &s.worker[w-1]
					return of.victim < 1 || of.victim > m.workers || of.seen > m.roots || of.root > m.roots || of.k > m.kids
				})
		},
		"Once": func(s *vtState) bool { return !m.anyTask(func(t uint8) bool { return s.ran[t-1] != s.done[t-1] }) },
		"Drained": func(s *vtState) bool {
			return s.pc[0] != vtDone || s.out == m.workers && !m.anyTask(func(t uint8) bool { return s.done[t-1] == 0 })
		},
		"GetsAll": func(s *vtState) bool {
			return !m.anyTask(func(q uint8) bool {
				return q <= m.roots && s.done[q-1] == 1 &&
					countIf(m.kids, func(i uint8) bool { return s.done[m.kid(q, i+1)-1] == 0 }) > 0
			})
		},
		"SetUp": func(s *vtState) bool {
			return !m.anyWorker(s, func(w, pc uint8) bool { return pc == vtStealLook && s.pc[s.worker[w-1].victim] == vtArrive })
		},
		"NoSleepBesideWork": func(s *vtState) bool {
			if !m.someSleep(s) || s.global[0] == 0 && !m.stealable(s) || s.pc[0] == vtSubmitSignal {
				return true
			}
			return m.anyWorker(s, func(w, pc uint8) bool {
				switch pc {
				case vtStealLook, vtTakeGlobal, vtLookAgain, vtRetract, vtPassOn, vtForkSignal:
					return true
				}
				return pc == vtAwaitWork && s.waiting[w-1] == 0
			})
		},
	}
	m.Temporal = map[string]explore.Temporal[vtState]{
		"AllEnd": {Form: explore.InTheEnd, Then: func(s *vtState) bool {
			return s.pc[0] == vtDone && !m.anyWorker(s, func(_, pc uint8) bool { return pc != vtDone })
		}},
	}
	m.reached()
}

func (m *vtSignal) reached() {
	worker := func(at uint8, holds func(s *vtState, w uint8) bool) func(s *vtState) bool {
		return func(s *vtState) bool {
			return m.anyWorker(s, func(w, pc uint8) bool { return pc == at && holds(s, w) })
		}
	}
	kid := func(s *vtState, w uint8) uint8 { return m.kid(s.worker[w-1].root, s.worker[w-1].k) }
	waitsFor := func(s *vtState, w uint8) bool { return s.done[kid(s, w)-1] == 0 }
	woken := func(s *vtState, w uint8) bool { return s.waiting[w-1] == 0 && s.shutdown == 0 }
	m.Reached = map[string]func(*vtState) bool{
		"Steals": worker(vtStealLook, func(s *vtState, w uint8) bool { return s.deque[s.worker[w-1].victim-1][0] > 0 }),
		"TakesBack": worker(vtGet, func(s *vtState, w uint8) bool {
			return fifo(s.deque[w-1][:]).has(kid(s, w))
		}),
		"FindsDone": worker(vtGet, func(s *vtState, w uint8) bool {
			return s.done[kid(s, w)-1] == 1
		}),
		"WaitsFor":  worker(vtAwaitFuture, waitsFor),
		"MainWaits": func(s *vtState) bool { return s.pc[0] == vtMainGet && s.done[s.r-1] == 0 },
		"SignalLost": worker(vtForkSignal, func(s *vtState, _ uint8) bool {
			return !s.someWait() && m.anyWorker(s, func(_, pc uint8) bool { return pc == vtTakeGlobal })
		}),
		"SeesOne":  worker(vtLookAgain, func(s *vtState, w uint8) bool { return s.deque[s.worker[w-1].victim-1][0] > 0 }),
		"Retracts": worker(vtRetract, func(s *vtState, w uint8) bool { return s.waiting[w-1] == 1 }),
		"PassesOn": worker(vtPassOn, func(*vtState, uint8) bool { return true }),
		"Wakes":    worker(vtAwaitWork, woken),
		"InVain": worker(vtAwaitWork, func(s *vtState, w uint8) bool {
			return woken(s, w) && s.global[0] == 0 && !m.stealable(s)
		}),
		"Broadcasts": func(s *vtState) bool { return s.pc[0] == vtBroadcast && s.someWait() },
		"TooLate":    worker(vtTakeGlobal, func(s *vtState, _ uint8) bool { return s.pc[0] == vtJoin }),
	}
	if m.workers > 2 {
		m.Reached = map[string]func(*vtState) bool{
			"IdleWaiter": worker(vtAwaitFuture, func(s *vtState, w uint8) bool { return waitsFor(s, w) && m.stealable(s) }),
			"PassesTo":   worker(vtPassOn, func(s *vtState, _ uint8) bool { return m.someSleep(s) }),
		}
	}
}
