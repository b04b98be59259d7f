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

func TestCond(t *testing.T) {
	for _, l := range []litmus{
		{name: "Queue", want: "7", run: func(w *world) string {
			m := w.mutex()
			c, item := w.cond(m), 0
			w.spawn(func() {
				m.Lock()
				for item == 0 {
					c.Wait()
				}
				m.Unlock()
			})
			w.spawn(func() {
				m.Lock()
				item = 7
				m.Unlock()
				c.Signal()
			})
			w.wait()
			return fmt.Sprint(item)
		}},
		{name: "Broadcast", want: "2 woken", run: func(w *world) string {
			m := w.mutex()
			c, open, n := w.cond(m), false, 0
			for range 2 {
				w.spawn(func() {
					m.Lock()
					for !open {
						c.Wait()
					}
					n++
					m.Unlock()
				})
			}
			w.spawn(func() {
				m.Lock()
				open = true
				c.Broadcast()
				m.Unlock()
			})
			w.wait()
			return fmt.Sprintf("%d woken", n)
		}},
		// Go wakes the first waiting goroutine. It only promises to wake any one.
		{name: "SignalWakesAny", want: "1 first | 2 first", run: func(w *world) string {
			m := w.mutex()
			c, waiting, got := w.cond(m), w.integer(), ""
			for i := range 2 {
				w.spawn(func() {
					m.Lock()
					waiting.Add(1)
					c.Wait()
					got += fmt.Sprint(i + 1)
					m.Unlock()
				})
			}
			for waiting.Load() < 2 {
				w.gosched()
			}
			m.Lock() // both have unlocked it, so they wait
			m.Unlock()
			c.Signal()
			c.Signal()
			w.wait()
			return got[:1] + " first"
		}},
		{name: "LostWakeUp", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			m, ready := w.mutex(), w.integer()
			c := w.cond(m)
			w.spawn(func() {
				m.Lock()
				for ready.Load() == 0 {
					c.Wait()
				}
				m.Unlock()
			})
			w.spawn(func() {
				ready.Store(1) // without the mutex
				c.Signal()
			})
			w.wait()
			return ""
		}},
		{name: "OneSignalForTwo", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			m := w.mutex()
			c, open := w.cond(m), false
			for range 2 {
				w.spawn(func() {
					m.Lock()
					for !open {
						c.Wait()
					}
					m.Unlock()
				})
			}
			w.spawn(func() {
				m.Lock()
				open = true
				m.Unlock()
				c.Signal()
			})
			w.wait()
			return ""
		}},
		{name: "WaitWithoutLock", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			w.cond(w.mutex()).Wait()
			return ""
		}},
	} {
		l.test(t)
	}
}

func TestWaitGroup(t *testing.T) {
	for _, l := range []litmus{
		{name: "WaitsForAll", want: "3", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			for range 3 {
				g.Add(1)
				w.spawn(func() {
					n.Add(1)
					g.Done()
				})
			}
			g.Wait()
			return fmt.Sprint(n.Load())
		}},
		{name: "Go", want: "2", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			for range 2 {
				g.Go(func() { n.Add(1) })
			}
			g.Wait()
			return fmt.Sprint(n.Load())
		}},
		{name: "GoInGo", want: "2", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			g.Go(func() {
				g.Go(func() { n.Add(1) })
				n.Add(1)
			})
			g.Wait()
			return fmt.Sprint(n.Load())
		}},
		{name: "GoexitIsDone", want: "1", run: func(w *world) string {
			g, n := w.waitGroup(), 0
			g.Go(func() {
				n = 1
				w.goexit()
			})
			g.Wait()
			return fmt.Sprint(n)
		}},
		{name: "TwoWait", want: "2", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			g.Add(1)
			for range 2 {
				w.spawn(func() {
					g.Wait()
					n.Add(1)
				})
			}
			w.spawn(g.Done)
			w.wait()
			return fmt.Sprint(n.Load())
		}},
		{name: "Reused", want: "2", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			for range 2 {
				g.Add(1)
				w.spawn(func() {
					n.Add(1)
					g.Done()
				})
				g.Wait()
			}
			return fmt.Sprint(n.Load())
		}},
		{name: "NothingToWaitFor", want: "0 | 1", run: func(w *world) string {
			g, n := w.waitGroup(), w.integer()
			w.spawn(func() { n.Store(1) })
			g.Wait()
			got := n.Load()
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "NeverDone", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			g := w.waitGroup()
			g.Add(2)
			w.spawn(g.Done)
			g.Wait()
			return ""
		}},
		{name: "Negative", want: "sync: negative WaitGroup counter", run: func(w *world) (got string) {
			defer func() { got = fmt.Sprint(recover()) }()
			w.waitGroup().Done()
			return ""
		}},
		// The second Add may come while Wait returns, and then Wait panics.
		{name: "ReusedTooSoon", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			g := w.waitGroup()
			g.Add(1)
			w.spawn(func() {
				g.Done()
				g.Add(1)
				g.Done()
			})
			g.Wait()
			w.wait()
			return ""
		}},
		{name: "AddTooLate", unreal: true, want: sync.RuleMisuse, run: func(w *world) string {
			g := w.waitGroup()
			w.spawn(func() {
				g.Add(1)
				g.Done()
			})
			g.Wait()
			w.wait()
			return ""
		}},
	} {
		l.test(t)
	}
}

func TestOnce(t *testing.T) {
	for _, l := range []litmus{
		{name: "SecondWaitsForFirst", want: "1 call, all saw it", run: func(w *world) string {
			o, calls, late := w.once(), 0, w.integer()
			for range 3 {
				w.spawn(func() {
					o.Do(func() {
						w.gosched()
						calls++
					})
					if calls != 1 {
						late.Add(1)
					}
				})
			}
			w.wait()
			if late.Load() != 0 {
				return "some did not see it"
			}
			return fmt.Sprintf("%d call, all saw it", calls)
		}},
		{name: "WhoIsFirst", want: "1 | 2", run: func(w *world) string {
			o, got := w.once(), ""
			for i := range 2 {
				w.spawn(func() { o.Do(func() { got += fmt.Sprint(i + 1) }) })
			}
			w.wait()
			return got
		}},
		{name: "Panic", want: "1 call, 1 panic", run: func(w *world) string {
			o, calls, panics := w.once(), 0, w.integer()
			for range 2 {
				w.spawn(func() {
					defer func() {
						if recover() == "no" {
							panics.Add(1)
						}
					}()
					o.Do(func() {
						calls++
						panic("no")
					})
				})
			}
			w.wait()
			return fmt.Sprintf("%d call, %d panic", calls, panics.Load())
		}},
		{name: "Goexit", want: "1 call, 1 returned", run: func(w *world) string {
			o, calls, returned := w.once(), 0, w.integer()
			for range 2 {
				w.spawn(func() {
					o.Do(func() {
						calls++
						w.goexit()
					})
					returned.Add(1)
				})
			}
			w.wait()
			return fmt.Sprintf("%d call, %d returned", calls, returned.Load())
		}},
		{name: "Value", want: "7 7, 1 call", run: func(w *world) string {
			calls, got := 0, [2]int{}
			f := w.onceValue(func() int {
				calls++
				return 7
			})
			for i := range got {
				w.spawn(func() { got[i] = f() })
			}
			w.wait()
			return fmt.Sprintf("%d %d, %d call", got[0], got[1], calls)
		}},
		{name: "ValuePanicsEachTime", want: "2 panics", run: func(w *world) string {
			f, panics := w.onceValue(func() int { panic("no") }), w.integer()
			for range 2 {
				w.spawn(func() {
					defer func() {
						if recover() == "no" {
							panics.Add(1)
						}
					}()
					f()
				})
			}
			w.wait()
			return fmt.Sprintf("%d panics", panics.Load())
		}},
		{name: "Recursive", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			o := w.once()
			o.Do(func() { o.Do(func() {}) })
			return ""
		}},
	} {
		l.test(t)
	}
}

func TestPool(t *testing.T) {
	for _, l := range []litmus{
		{name: "Empty", want: "<nil>", run: func(w *world) string {
			return fmt.Sprint(w.pool(nil).Get())
		}},
		{name: "NewOrOld", want: "new | old", run: func(w *world) string {
			p := w.pool(func() any { return "new" })
			p.Put("old")
			return fmt.Sprint(p.Get())
		}},
		{name: "NilIsNotKept", want: "<nil>", run: func(w *world) string {
			p := w.pool(nil)
			p.Put(nil)
			return fmt.Sprint(p.Get())
		}},
		{name: "NotTwice", want: "new new | new old | old new", run: func(w *world) string {
			p, got := w.pool(func() any { return "new" }), [2]any{}
			p.Put("old")
			for i := range got {
				w.spawn(func() { got[i] = p.Get() })
			}
			w.wait()
			return fmt.Sprintf("%v %v", got[0], got[1])
		}},
		{name: "AnyOfThem", want: "<nil> | a | b", run: func(w *world) string {
			p := w.pool(nil)
			for _, v := range []string{"a", "b"} {
				w.spawn(func() { p.Put(v) })
			}
			w.wait()
			return fmt.Sprint(p.Get())
		}},
	} {
		l.test(t)
	}
}

func TestMap(t *testing.T) {
	visited := func(m smap) string {
		got := ""
		m.Range(func(k, v any) bool {
			got += fmt.Sprint(k, v, " ")
			return true
		})
		return got
	}
	for _, l := range []litmus{
		{name: "LoadOrStore", want: "1 1 | 2 2", run: func(w *world) string {
			m, got := w.smap(), [2]any{}
			for i := range got {
				w.spawn(func() { got[i], _ = m.LoadOrStore("k", i+1) })
			}
			w.wait()
			return fmt.Sprintf("%v %v", got[0], got[1])
		}},
		{name: "CompareAndSwap", want: "1 won, 2 | 1 won, 3", run: func(w *world) string {
			m, won := w.smap(), w.integer()
			m.Store("k", 1)
			for i := range 2 {
				w.spawn(func() {
					if m.CompareAndSwap("k", 1, i+2) {
						won.Add(1)
					}
				})
			}
			w.wait()
			v, _ := m.Load("k")
			return fmt.Sprintf("%d won, %v", won.Load(), v)
		}},
		{name: "LoadAndDelete", want: "false true | true false", run: func(w *world) string {
			m, got := w.smap(), [2]bool{}
			m.Store("k", 1)
			for i := range got {
				w.spawn(func() { _, got[i] = m.LoadAndDelete("k") })
			}
			w.wait()
			return fmt.Sprintf("%v %v", got[0], got[1])
		}},
		{name: "SwapAndDeletes", want: "1 true, 2 false | <nil> false, 1 true", run: func(w *world) string {
			m, got, deleted := w.smap(), "", false
			m.Store("k", 1)
			w.spawn(func() {
				v, ok := m.Swap("k", 2)
				got = fmt.Sprint(v, " ", ok)
			})
			w.spawn(func() { deleted = m.CompareAndDelete("k", 1) })
			w.wait()
			v, _ := m.Load("k")
			if deleted {
				return fmt.Sprint(got, ", ", 1, " ", v == 2)
			}
			return fmt.Sprint(got, ", ", v, " ", deleted)
		}},
		{name: "RangeIsNoSnapshot", want: " | a1  | a1 b2  | b2 ", run: func(w *world) string {
			m, got := w.smap(), ""
			m.Store("b", 0)
			m.Store("a", 0)
			m.Clear()
			w.spawn(func() {
				m.Store("a", 1)
				m.Store("b", 2)
			})
			w.spawn(func() { got = visited(m) })
			w.wait()
			if got == "b2 a1 " {
				got = "a1 b2 "
			}
			return got
		}},
		{name: "RangeAndNewKeys", want: "c1  | c1 a1  | c1 a1 b2  | c1 b2 ", run: func(w *world) string {
			m, got := w.smap(), ""
			m.Store("c", 1)
			w.spawn(func() {
				m.Store("a", 1)
				m.Store("b", 2)
			})
			w.spawn(func() {
				m.Range(func(k, v any) bool {
					if k != "c" {
						got += fmt.Sprint(k, v, " ")
					}
					return true
				})
				if got == "b2 a1 " {
					got = "a1 b2 "
				}
				got = "c1 " + got
			})
			w.wait()
			return got
		}},
		{name: "RangeStoresAndStops", want: "1", run: func(w *world) string {
			m, n := w.smap(), 0
			m.Store(1, 1)
			m.Store(2, 2)
			m.Range(func(k, v any) bool {
				m.Delete(k)
				n++
				return false
			})
			return fmt.Sprint(n)
		}},
	} {
		l.test(t)
	}
}
