package machine

import "github.com/stealproof/stealproof/internal/explore"

// What must hold of the machine of Pool, under the names of tla/pool/MCPool.tla.

// anyWorker reports whether it holds of some worker: its number and its label.
func (m *pool) anyWorker(s *poolState, holds func(w, pc uint8) bool) bool {
	return countIf(m.workers, func(i uint8) bool { return holds(i+1, s.pc[i+1]) }) > 0
}

// anyTask reports whether it holds of some task.
func (m *pool) anyTask(holds func(task uint8) bool) bool {
	return countIf(m.roots+m.roots*m.kids, func(i uint8) bool { return holds(i + 1) }) > 0
}

func (s *poolState) sleeps(w uint8) bool { return s.pc[w] == poolPark && s.permit[w-1] == 0 }

// looks reports whether a worker looks for work, or is about to.
func (s *poolState) looks(w uint8) bool {
	switch s.pc[w] {
	case poolLook, poolReport, poolLastWakes, poolSteal, poolRequest, poolAnnounce, poolReadClosed, poolRecheck, poolRecheckSteal, poolRetract:
		return true
	}
	return s.pc[w] == poolPark && s.permit[w-1] == 1
}

func (m *pool) properties() {
	m.Specs = map[string]Spec[poolState]{"Spec": {Fair: threads(len(m.Threads))}}
	someSleep := func(s *poolState) bool { return m.anyWorker(s, func(w, _ uint8) bool { return s.sleeps(w) }) }
	root := func(s *poolState, w uint8) uint8 { return s.worker[w-1].root }
	m.Invariants = map[string]func(*poolState) bool{
		"TypeOK": func(s *poolState) bool {
			return s.pending <= m.roots && s.out <= m.workers && s.r >= 1 && s.r <= m.roots &&
				!m.anyWorker(s, func(w, _ uint8) bool {
					of := &s.worker[w-1]
					return of.forked > m.kids || of.k > m.kids || of.victim > m.workers || of.uncounted > m.roots
				})
		},
		"Once": func(s *poolState) bool { return !m.anyTask(func(t uint8) bool { return s.ran[t-1] != s.done[t-1] }) },
		"Joins": func(s *poolState) bool {
			return !m.anyTask(func(q uint8) bool {
				return q <= m.roots && s.done[q-1] == 1 &&
					countIf(m.kids, func(i uint8) bool { return s.done[m.kid(q, i+1)-1] == 0 }) > 0
			})
		},
		"Drained": func(s *poolState) bool {
			return s.pc[0] != poolDone || s.out == m.workers && !m.anyTask(func(t uint8) bool { return s.done[t-1] == 0 })
		},
		"LeavesNothing": func(s *poolState) bool {
			return s.out < m.workers || s.injector[0] == 0 &&
				!m.anyWorker(s, func(w, _ uint8) bool { return s.pub[w-1][0] > 0 || s.priv[w-1][0] > 0 || s.worker[w-1].uncounted > 0 })
		},
		"NoSleepBesideKid": func(s *poolState) bool {
			return !someSleep(s) || !m.anyWorker(s, func(v, _ uint8) bool { return s.pub[v-1][0] > 0 }) ||
				s.pc[0] == poolSubmitNotify ||
				m.anyWorker(s, func(w, pc uint8) bool { return s.looks(w) || pc == poolForkNotify || pc == poolPassOn })
		},
		"NoSleepBesideRoot": func(s *poolState) bool {
			return s.injector[0] == 0 || s.pc[0] == poolSubmitNotify ||
				!m.anyWorker(s, func(w, _ uint8) bool { return s.sleeps(w) && root(s, w) == 0 }) ||
				m.anyWorker(s, func(w, _ uint8) bool { return root(s, w) == 0 && s.looks(w) })
		},
		"NoHiddenTask": func(s *poolState) bool {
			return !someSleep(s) || !m.anyWorker(s, func(v, at uint8) bool {
				return s.priv[v-1][0] > 0 && s.request[v-1] == 0 && s.pub[v-1][0] == 0 && at != poolRearm &&
					!m.anyWorker(s, func(w, pc uint8) bool { return w != v && (s.looks(w) || pc == poolFinish) })
			})
		},
	}
	m.Temporal = map[string]explore.Temporal[poolState]{
		"AllEnd": {Form: explore.InTheEnd, Then: func(s *poolState) bool {
			return s.pc[0] == poolDone && !m.anyWorker(s, func(_, pc uint8) bool { return pc != poolDone })
		}},
	}
	m.reached()
}

func (m *pool) reached() {
	worker := func(at uint8, holds func(s *poolState, w uint8) bool) func(s *poolState) bool {
		return func(s *poolState) bool {
			return m.anyWorker(s, func(w, pc uint8) bool { return pc == at && holds(s, w) })
		}
	}
	root := func(s *poolState, w uint8) bool { return s.worker[w-1].root > 0 }
	kid := func(s *poolState, w uint8) uint8 { return m.kid(s.worker[w-1].root, s.worker[w-1].k) }
	someRoot := func(s *poolState) bool { return m.anyWorker(s, func(v, _ uint8) bool { return root(s, v) }) }
	sees := func(s *poolState, w uint8) bool { return s.pub[s.worker[w-1].victim-1][0] > 0 }
	always := func(*poolState, uint8) bool { return true }
	switch {
	case m.blocks == 1:
		m.Reached = map[string]func(*poolState) bool{
			"OffersLate": worker(poolForkNotify, func(s *poolState, w uint8) bool { return s.worker[w-1].k > 0 }),
			"Waits":      worker(poolJoin, func(s *poolState, w uint8) bool { return s.done[kid(s, w)-1] == 0 }),
			"LastWakes":  worker(poolLastWakes, always),
			"Stays":      worker(poolPark, func(s *poolState, w uint8) bool { return s.sleeps(w) && s.closed == 1 && someRoot(s) }),
		}
	case m.public == 1:
		m.Reached = map[string]func(*poolState) bool{
			"Offers":   worker(poolPoll, func(s *poolState, w uint8) bool { return s.wanted(int(w) - 1) }),
			"NotAsked": worker(poolPoll, func(s *poolState, w uint8) bool { return s.request[w-1] == 0 }),
			"OneAhead": worker(poolRequest, func(s *poolState, w uint8) bool { return s.worker[w-1].task > 0 }),
			"Rearms":   worker(poolRearm, always),
			"Hidden": worker(poolPark, func(s *poolState, w uint8) bool {
				return s.sleeps(w) && m.anyWorker(s, func(v, _ uint8) bool { return s.priv[v-1][0] > 0 && s.pub[v-1][0] == 0 })
			}),
		}
	default:
		m.Reached = map[string]func(*poolState) bool{
			"Sleeps":     worker(poolPark, func(s *poolState, w uint8) bool { return s.sleeps(w) && !root(s, w) }),
			"Waits":      worker(poolPark, func(s *poolState, w uint8) bool { return s.sleeps(w) && root(s, w) }),
			"FindsRoot":  worker(poolRecheck, func(s *poolState, w uint8) bool { return !root(s, w) && s.injector[0] > 0 }),
			"FindsDone":  worker(poolRecheck, func(s *poolState, w uint8) bool { return root(s, w) && s.done[kid(s, w)-1] == 1 }),
			"FindsKid":   worker(poolRecheckSteal, sees),
			"TakesBack":  worker(poolJoin, func(s *poolState, w uint8) bool { return fifo(s.pub[w-1][:]).has(kid(s, w)) }),
			"Helps":      worker(poolSteal, func(s *poolState, w uint8) bool { return root(s, w) && sees(s, w) }),
			"CountsTwo":  worker(poolReport, func(s *poolState, w uint8) bool { return s.worker[w-1].uncounted == 2 }),
			"CountsSoon": worker(poolReport, root),
			"PassesOn":   worker(poolPassOn, always),
			"LeavesSoon": worker(poolLeave, func(s *poolState, _ uint8) bool { return someRoot(s) }),
		}
	}
}
