package shim_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

const (
	soon = 10 * time.Microsecond
	late = time.Hour
)

func TestPark(t *testing.T) {
	for _, l := range []litmus{
		{name: "UnparkIsRemembered", want: "through", run: func(w *world) string {
			p := w.parker()
			p.Unpark()
			p.Park()
			return "through"
		}},
		{name: "PermitSaturates", want: "true false", run: func(w *world) string {
			p := w.parker()
			p.Unpark()
			p.Unpark()
			return fmt.Sprint(p.ParkTimeout(0), " ", p.ParkTimeout(0))
		}},
		{name: "OneEach", want: "2", run: func(w *world) string {
			p, n := w.parker(), w.integer()
			for range 2 {
				w.spawn(func() {
					p.Park()
					n.Add(1)
				})
			}
			p.Unpark()
			for n.Load() == 0 {
				w.gosched()
			}
			p.Unpark()
			w.wait()
			return fmt.Sprint(n.Load())
		}},
		{name: "TwoUnparksMayBeOne", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			p := w.parker()
			for range 2 {
				w.spawn(p.Park)
			}
			for range 2 {
				w.spawn(p.Unpark)
			}
			w.wait()
			return ""
		}},
		{name: "NoTimeout", want: "false | true", run: func(w *world) string {
			p, got := w.parker(), false
			w.spawn(p.Unpark)
			w.spawn(func() { got = p.ParkTimeout(0) })
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "Timeout", want: "false, then true | true, then false", rounds: 500, run: func(w *world) string {
			p, got := w.parker(), false
			w.spawn(p.Unpark)
			w.spawn(func() { got = p.ParkTimeout(soon) })
			w.wait()
			return fmt.Sprint(got, ", then ", p.ParkTimeout(0))
		}},
		{name: "TimeoutWithoutUnpark", want: "false", rounds: 100, run: func(w *world) string {
			p, got := w.parker(), true
			w.spawn(func() { got = p.ParkTimeout(soon) })
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "TimeoutBeforeOrAfterStore", want: "false 0 | false 1", rounds: 500, run: func(w *world) string {
			p, x, got := w.parker(), w.integer(), ""
			w.spawn(func() { x.Store(1) })
			w.spawn(func() {
				in := p.ParkTimeout(soon)
				got = fmt.Sprint(in, " ", x.Load())
			})
			w.wait()
			return got
		}},
		{name: "LoopOfTimeouts", want: "1", rounds: 300, run: func(w *world) string {
			p, x := w.parker(), w.integer()
			w.spawn(func() {
				for x.Load() == 0 {
					p.ParkTimeout(soon)
				}
			})
			w.spawn(func() { x.Store(1) })
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		// A worker does this: it announces itself, looks again, and then sleeps.
		{name: "LoopThatAnnounces", want: "done", rounds: 300, announces: true, run: func(w *world) string {
			p, idle, work := w.parker(), w.integer(), w.integer()
			w.spawn(func() {
				for work.Load() == 0 {
					idle.Add(1)
					if work.Load() == 0 {
						p.ParkTimeout(soon)
					}
					idle.Add(-1)
				}
			})
			w.spawn(func() {
				work.Store(1)
				if idle.Load() > 0 {
					p.Unpark()
				}
			})
			w.wait()
			return "done"
		}},
		{name: "AnnouncedAfterLooking", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			p, idle, work := w.parker(), w.integer(), w.integer()
			w.spawn(func() {
				for work.Load() == 0 {
					idle.Store(1)
					p.Park()
				}
			})
			w.spawn(func() {
				work.Store(1)
				if idle.Load() > 0 {
					p.Unpark()
				}
			})
			w.wait()
			return ""
		}},
		{name: "AnnouncedBeforeLooking", want: "done", run: func(w *world) string {
			p, idle, work := w.parker(), w.integer(), w.integer()
			w.spawn(func() {
				for {
					idle.Store(1)
					if work.Load() == 1 {
						return
					}
					p.Park()
				}
			})
			w.spawn(func() {
				work.Store(1)
				if idle.Load() > 0 {
					p.Unpark()
				}
			})
			w.wait()
			return "done"
		}},
	} {
		l.test(t)
	}
}

func TestRuntime(t *testing.T) {
	for _, l := range []litmus{
		// Gosched promises nothing.
		{name: "GoschedWaitsForNobody", want: "0 0 | 0 1 | 1 1", run: func(w *world) string {
			x, y, got := w.integer(), w.integer(), ""
			w.spawn(func() {
				a := x.Load()
				w.gosched()
				got = fmt.Sprint(a, " ", y.Load())
			})
			w.spawn(func() {
				y.Store(1)
				x.Store(1)
			})
			w.wait()
			return got
		}},
		{name: "GoschedInLoop", want: "1", run: func(w *world) string {
			x := w.integer()
			w.spawn(func() {
				for x.Load() == 0 {
					w.gosched()
				}
			})
			w.spawn(func() { x.Store(1) })
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		{name: "GoschedInLoopWithLock", want: "1", run: func(w *world) string {
			m, x := w.mutex(), 0
			w.spawn(func() {
				for {
					m.Lock()
					was := x
					m.Unlock()
					if was == 1 {
						return
					}
					w.gosched()
				}
			})
			w.spawn(func() {
				m.Lock()
				x = 1
				m.Unlock()
			})
			w.wait()
			return fmt.Sprint(x)
		}},
		{name: "GoexitRunsDeferred", want: "1 1", run: func(w *world) string {
			m, n, after := w.mutex(), 0, 0
			w.spawn(func() {
				m.Lock()
				defer m.Unlock()
				n = 1
				w.goexit()
				n = 2
			})
			w.spawn(func() {
				m.Lock()
				after = 1
				m.Unlock()
			})
			w.wait()
			return fmt.Sprint(n, after)
		}},
	} {
		l.test(t)
	}
}

func TestTime(t *testing.T) {
	for _, l := range []litmus{
		{name: "SleepWaitsForNobody", want: "0 | 1", rounds: 300, run: func(w *world) string {
			x, got := w.integer(), int64(0)
			w.spawn(func() {
				x.Load()
				w.sleep(soon)
				got = x.Load()
			})
			w.spawn(func() {
				w.sleep(soon)
				x.Store(1)
			})
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "SleepTakesTime", want: "at least", rounds: 300, run: func(w *world) string {
			start := w.now()
			w.sleep(soon)
			if w.now().Sub(start) < soon {
				return "too short"
			}
			return "at least"
		}},
		{name: "LoopOfSleeps", want: "1", rounds: 300, run: func(w *world) string {
			x := w.integer()
			for range 2 {
				w.spawn(func() {
					for x.Load() == 0 {
						w.sleep(soon)
					}
				})
			}
			w.spawn(func() { x.Store(1) })
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		{name: "LoopOfSleepsWithLock", want: "1", rounds: 300, run: func(w *world) string {
			m, x := w.mutex(), 0
			w.spawn(func() {
				for {
					m.Lock()
					was := x
					m.Unlock()
					if was == 1 {
						return
					}
					w.sleep(soon)
				}
			})
			w.spawn(func() {
				m.Lock()
				x = 1
				m.Unlock()
			})
			w.wait()
			return fmt.Sprint(x)
		}},
		{name: "LoopUntilLater", want: "later", rounds: 100, run: func(w *world) string {
			start := w.now()
			w.spawn(func() {
				for w.now().Sub(start) < 100*soon {
					w.gosched()
				}
			})
			w.wait()
			return "later"
		}},
		{name: "LoopOfSleepsUntilLater", want: "later", rounds: 100, run: func(w *world) string {
			start := w.now()
			for range 2 {
				w.spawn(func() {
					for w.now().Sub(start) < 3*soon {
						w.sleep(soon)
					}
				})
			}
			w.wait()
			return "later"
		}},
		{name: "ClockNeverGoesBack", want: "forward", rounds: 300, run: func(w *world) string {
			m := w.mutex()
			last, back := w.now(), false
			for range 2 {
				w.spawn(func() {
					w.sleep(soon)
					m.Lock()
					now := w.now()
					back = back || now.Before(last)
					last = now
					m.Unlock()
				})
			}
			w.wait()
			if back {
				return "back"
			}
			return "forward"
		}},
		{name: "AfterFunc", want: "0 | 1", rounds: 300, run: func(w *world) string {
			x := w.integer()
			w.afterFunc(soon, func() { x.Store(1) })
			got := x.Load()
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "Stop", want: "false, 1 | true, 0", rounds: 300, run: func(w *world) string {
			x := w.integer()
			stopped := w.afterFunc(soon, func() { x.Store(1) }).Stop()
			w.wait()
			return fmt.Sprintf("%v, %d", stopped, x.Load())
		}},
		{name: "StopTwice", want: "false false | true false", run: func(w *world) string {
			tm := w.afterFunc(soon, func() {})
			a := tm.Stop()
			b := tm.Stop()
			w.wait()
			return fmt.Sprint(a, " ", b)
		}},
		{name: "Reset", want: "false, 2 | true, 1", rounds: 300, run: func(w *world) string {
			x := w.integer()
			active := w.afterFunc(soon, func() { x.Add(1) }).Reset(soon)
			w.wait()
			return fmt.Sprintf("%v, %d", active, x.Load())
		}},
		{name: "StopAndReset", want: "false false 2 | true false 1", run: func(w *world) string {
			x := w.integer()
			tm := w.afterFunc(soon, func() { x.Add(1) })
			a := tm.Stop()
			b := tm.Reset(soon)
			w.wait()
			return fmt.Sprint(a, " ", b, " ", x.Load())
		}},
		// A timer may be late, and so may a sleeper.
		{name: "TimersInAnyOrder", want: "12 | 21", unreal: true, run: func(w *world) string {
			m, got := w.mutex(), ""
			for i, d := range []time.Duration{soon, late} {
				w.afterFunc(d, func() {
					m.Lock()
					got += fmt.Sprint(i + 1)
					m.Unlock()
				})
			}
			w.wait()
			return got
		}},
		{name: "FiredNotBefore", want: "not before", rounds: 300, run: func(w *world) string {
			start, fired := w.now(), w.now()
			w.afterFunc(soon, func() { fired = w.now() })
			w.wait()
			if fired.Sub(start) < soon {
				return "before"
			}
			return "not before"
		}},
	} {
		l.test(t)
	}
}
