package shim_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/sync"
)

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
