package shim_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/sync"
)

func TestMutex(t *testing.T) {
	for _, l := range []litmus{
		{name: "Excludes", want: "3", run: func(w *world) string {
			m, n := w.mutex(), 0
			for range 3 {
				w.spawn(func() {
					m.Lock()
					was := n
					w.gosched()
					n = was + 1
					m.Unlock()
				})
			}
			w.wait()
			return fmt.Sprint(n)
		}},
		{name: "Order", want: "12 | 21", run: func(w *world) string {
			m, got := w.mutex(), ""
			for i := range 2 {
				w.spawn(func() {
					m.Lock()
					got += fmt.Sprint(i + 1)
					m.Unlock()
				})
			}
			w.wait()
			return got
		}},
		{name: "TryLock", want: "false | true", run: func(w *world) string {
			m, got := w.mutex(), false
			w.spawn(func() {
				m.Lock()
				m.Unlock()
			})
			w.spawn(func() {
				if got = m.TryLock(); got {
					m.Unlock()
				}
			})
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "TryLockBeforeLock", want: "lock,try | lock,unlock,try | try,lock", run: func(w *world) string {
			m, at, got := w.mutex(), w.integer(), ""
			w.spawn(func() {
				m.Lock()
				at.Store(1)
				m.Unlock()
			})
			w.spawn(func() {
				switch {
				case !m.TryLock():
					got = "lock,try"
				case at.Load() == 1:
					got = "lock,unlock,try"
					m.Unlock()
				default:
					got = "try,lock"
					m.Unlock()
				}
			})
			w.wait()
			return got
		}},
		{name: "TwoTryLocks", want: "[false false] | [false true] | [true false] | [true true]", run: func(w *world) string {
			m, got := w.mutex(), [2]bool{}
			for i := range 2 {
				w.spawn(func() {
					if got[i] = m.TryLock(); got[i] {
						m.Unlock()
					}
				})
			}
			w.spawn(func() {
				m.Lock()
				m.Unlock()
			})
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "SpinOnTryLock", want: "2", run: func(w *world) string {
			m, n := w.mutex(), 0
			for range 2 {
				w.spawn(func() {
					for !m.TryLock() {
						w.gosched()
					}
					n++
					m.Unlock()
				})
			}
			w.wait()
			return fmt.Sprint(n)
		}},
		{name: "UnlockedByAnother", want: "handed over", run: func(w *world) string {
			m := w.mutex()
			m.Lock()
			w.spawn(m.Unlock)
			m.Lock()
			w.wait()
			return "handed over"
		}},
		{name: "Deadlock", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			a, b := w.mutex(), w.mutex()
			w.spawn(func() {
				a.Lock()
				b.Lock()
				b.Unlock()
				a.Unlock()
			})
			w.spawn(func() {
				b.Lock()
				a.Lock()
				a.Unlock()
				b.Unlock()
			})
			w.wait()
			return ""
		}},
		{name: "LockedTwice", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			m := w.mutex()
			m.Lock()
			m.Lock()
			return ""
		}},
		{name: "NeverUnlocked", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			m := w.mutex()
			w.spawn(m.Lock)
			w.spawn(m.Lock)
			w.wait()
			return ""
		}},
		{name: "UnlockOfUnlocked", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			m := w.mutex()
			w.spawn(func() {
				m.Lock()
				m.Unlock()
			})
			w.spawn(func() { m.Unlock() })
			w.wait()
			return ""
		}},
		{name: "AfterOneStore", want: "lock saw 0, x is 1 | lock saw 1, x is 1", run: func(w *world) string {
			m, x, got := w.mutex(), w.integer(), int64(0)
			w.spawn(func() {
				m.Lock()
				x.Store(1)
				m.Unlock()
			})
			w.spawn(func() {
				m.Lock()
				got = x.Load()
				m.Unlock()
			})
			w.wait()
			return fmt.Sprintf("lock saw %d, x is %d", got, x.Load())
		}},
	} {
		l.test(t)
	}
}

func TestRWMutex(t *testing.T) {
	for _, l := range []litmus{
		{name: "ReadersTogether", want: "1 inside | 2 inside", run: func(w *world) string {
			rw, inside, most := w.rwMutex(), w.integer(), w.integer()
			for range 2 {
				w.spawn(func() {
					rw.RLock()
					if n := inside.Add(1); n == 2 {
						most.Store(2)
					}
					inside.Add(-1)
					rw.RUnlock()
				})
			}
			w.wait()
			return fmt.Sprintf("%d inside", max(1, most.Load()))
		}},
		{name: "WriterAlone", want: "4", run: func(w *world) string {
			rw, n := w.rwMutex(), 0
			for range 2 {
				w.spawn(func() {
					rw.Lock()
					n++
					rw.Unlock()
				})
			}
			w.spawn(func() {
				rw.RLock()
				was := n
				w.gosched()
				if n != was {
					n += 100
				}
				rw.RUnlock()
			})
			w.wait()
			return fmt.Sprint(n + 2)
		}},
		{name: "Trying", want: "false false | false true | true false | true true", run: func(w *world) string {
			rw, write, read := w.rwMutex(), false, false
			w.spawn(func() {
				if write = rw.TryLock(); write {
					rw.Unlock()
				}
			})
			w.spawn(func() {
				if read = rw.TryRLock(); read {
					rw.RUnlock()
				}
			})
			w.spawn(func() {
				rw.Lock()
				rw.Unlock()
			})
			w.wait()
			return fmt.Sprint(write, " ", read)
		}},
		// A writer that has not announced itself keeps other writers out, and lets readers in.
		{name: "TryLockThenTryRLock", want: "false false | false true | true", run: func(w *world) string {
			rw, got, done := w.rwMutex(), "", w.integer()
			w.spawn(func() {
				rw.Lock()
				for done.Load() == 0 {
					w.gosched()
				}
				rw.Unlock()
			})
			if rw.TryLock() {
				got = "true"
				rw.Unlock()
			} else {
				read := rw.TryRLock()
				if read {
					rw.RUnlock()
				}
				got = fmt.Sprint("false ", read)
			}
			done.Store(1)
			w.wait()
			return got
		}},
		// TryLock takes the writers' mutex even if it fails because of a reader.
		{name: "TwoTryLocksAndAReader", want: "[false false] | [false true] | [true false] | [true true]", run: func(w *world) string {
			rw, got := w.rwMutex(), [2]bool{}
			rw.RLock()
			w.spawn(func() {
				if got[0] = rw.TryLock(); got[0] {
					rw.Unlock()
				}
			})
			w.spawn(func() {
				rw.RUnlock()
				if got[1] = rw.TryLock(); got[1] {
					rw.Unlock()
				}
			})
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "SpinOnTryLock", want: "2", run: func(w *world) string {
			rw, n := w.rwMutex(), 0
			for range 2 {
				w.spawn(func() {
					for !rw.TryLock() {
						w.gosched()
					}
					n++
					rw.Unlock()
				})
			}
			w.spawn(func() {
				rw.RLock()
				rw.RUnlock()
			})
			w.wait()
			return fmt.Sprint(n)
		}},
		{name: "RLocker", want: "0 | 1", run: func(w *world) string {
			rw, n, got := w.rwMutex(), 0, 0
			w.spawn(func() {
				rw.Lock()
				n = 1
				rw.Unlock()
			})
			w.spawn(func() {
				l := rw.RLocker()
				l.Lock()
				got = n
				l.Unlock()
			})
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "RecursiveRLock", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			rw := w.rwMutex()
			w.spawn(func() {
				rw.RLock()
				rw.RLock()
				rw.RUnlock()
				rw.RUnlock()
			})
			w.spawn(func() {
				rw.Lock()
				rw.Unlock()
			})
			w.wait()
			return ""
		}},
		{name: "RecursiveRLockWithoutWriter", want: "fine", run: func(w *world) string {
			rw := w.rwMutex()
			for range 2 {
				w.spawn(func() {
					rw.RLock()
					rw.RLock()
					rw.RUnlock()
					rw.RUnlock()
				})
			}
			w.wait()
			return "fine"
		}},
		{name: "Upgrade", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			rw := w.rwMutex()
			rw.RLock()
			rw.Lock()
			return ""
		}},
		{name: "RUnlockOfUnlocked", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			w.rwMutex().RUnlock()
			return ""
		}},
		{name: "UnlockOfRLocked", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			rw := w.rwMutex()
			rw.RLock()
			rw.Unlock()
			return ""
		}},
	} {
		l.test(t)
	}
}
