package shim_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

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
