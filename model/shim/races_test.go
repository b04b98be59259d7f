package shim_test

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
)

// variable is a plain variable. Its accesses are reported to the scheduler.
type variable struct{ v int }

func (v *variable) read() int {
	engine.PlainRead(0, unsafe.Pointer(&v.v), unsafe.Sizeof(v.v))
	return v.v
}

func (v *variable) write(to int) {
	engine.PlainWrite(0, unsafe.Pointer(&v.v), unsafe.Sizeof(v.v))
	v.v = to
}

// The shims synchronize exactly as the Go memory model says.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		name  string
		races bool
		run   func(w *world, x *variable)
	}{
		{"Mutex", false, func(w *world, x *variable) {
			m := w.mutex()
			for range 2 {
				w.spawn(func() {
					m.Lock()
					x.write(x.read() + 1)
					m.Unlock()
				})
			}
		}},
		{"MutexAfterUnlock", true, func(w *world, x *variable) {
			m := w.mutex()
			for range 2 {
				w.spawn(func() {
					m.Lock()
					m.Unlock()
					x.write(1)
				})
			}
		}},
		{"TryLock", false, func(w *world, x *variable) {
			m := w.mutex()
			for range 2 {
				w.spawn(func() {
					if m.TryLock() {
						x.write(1)
						m.Unlock()
					}
				})
			}
		}},
		// A TryLock that fails synchronizes nothing, not even with code before the lock.
		{"FailedTryLock", true, func(w *world, x *variable) {
			m := w.mutex()
			m.Lock()
			w.spawn(func() {
				x.write(1)
				m.Unlock()
				m.Lock()
				m.Unlock()
			})
			w.spawn(func() {
				if !m.TryLock() {
					x.read()
				}
			})
		}},
		{"RWMutex", false, func(w *world, x *variable) {
			rw := w.rwMutex()
			w.spawn(func() {
				rw.Lock()
				x.write(1)
				rw.Unlock()
			})
			for range 2 {
				w.spawn(func() {
					rw.RLock()
					x.read()
					rw.RUnlock()
				})
			}
		}},
		{"RWMutexWriters", false, func(w *world, x *variable) {
			rw := w.rwMutex()
			for range 2 {
				w.spawn(func() {
					rw.Lock()
					x.write(1)
					rw.Unlock()
				})
			}
		}},
		{"RWMutexReadersWrite", true, func(w *world, x *variable) {
			rw := w.rwMutex()
			for range 2 {
				w.spawn(func() {
					rw.RLock()
					x.write(1)
					rw.RUnlock()
				})
			}
		}},
		// One reader's RUnlock is not ordered before another's RLock.
		{"RWMutexReaderAfterReader", true, func(w *world, x *variable) {
			rw := w.rwMutex()
			w.spawn(func() {
				x.write(1)
				rw.RLock()
				rw.RUnlock()
			})
			w.spawn(func() {
				rw.RLock()
				rw.RUnlock()
				x.read()
			})
		}},
		{"RWMutexTryRLock", false, func(w *world, x *variable) {
			rw := w.rwMutex()
			w.spawn(func() {
				if rw.TryLock() {
					x.write(1)
					rw.Unlock()
				}
			})
			w.spawn(func() {
				if rw.TryRLock() {
					x.read()
					rw.RUnlock()
				}
			})
		}},
		{"Cond", false, func(w *world, x *variable) {
			m, c, ready := w.mutex(), cond(nil), w.integer()
			c = w.cond(m)
			w.spawn(func() {
				m.Lock()
				for x.read() == 0 {
					c.Wait()
				}
				m.Unlock()
				ready.Load()
			})
			w.spawn(func() {
				m.Lock()
				x.write(1)
				c.Signal()
				m.Unlock()
			})
		}},
		// The signal itself synchronizes, even without a shared lock.
		{"CondSignalOnly", false, func(w *world, x *variable) {
			c, done := w.cond(nowhere{}), w.integer()
			w.spawn(func() {
				c.Wait()
				x.read()
				done.Store(1)
			})
			x.write(1)
			for done.Load() == 0 {
				c.Broadcast()
				w.gosched()
			}
		}},
		{"CondOtherSignal", true, func(w *world, x *variable) {
			c := w.cond(nowhere{})
			for range 2 {
				w.spawn(func() {
					c.Wait()
					x.read()
				})
			}
			w.spawn(c.Signal)
			w.spawn(func() {
				x.write(1)
				c.Signal()
			})
		}},
		{"WaitGroup", false, func(w *world, x *variable) {
			g := w.waitGroup()
			g.Add(2)
			y := new(variable)
			w.spawn(func() {
				x.write(1)
				g.Done()
			})
			w.spawn(func() {
				y.write(1)
				g.Done()
			})
			g.Wait()
			x.write(2)
			y.write(2)
		}},
		{"WaitGroupGo", false, func(w *world, x *variable) {
			g := w.waitGroup()
			g.Go(func() { x.write(1) })
			g.Wait()
			x.read()
		}},
		{"WaitGroupAfterDone", true, func(w *world, x *variable) {
			g := w.waitGroup()
			g.Add(1)
			w.spawn(func() {
				g.Done()
				x.write(1)
			})
			g.Wait()
			x.read()
		}},
		{"WaitGroupDones", true, func(w *world, x *variable) {
			g := w.waitGroup()
			g.Add(2)
			w.spawn(func() {
				x.write(1)
				g.Done()
			})
			w.spawn(func() {
				g.Done()
				x.read()
			})
		}},
		{"Once", false, func(w *world, x *variable) {
			o := w.once()
			for range 3 {
				w.spawn(func() {
					o.Do(func() { x.write(1) })
					x.read()
				})
			}
		}},
		// The callers of Do are not ordered by their steps before the call.
		{"OnceCallers", true, func(w *world, x *variable) {
			o := w.once()
			for range 2 {
				w.spawn(func() {
					o.Do(func() {})
					x.write(1)
				})
			}
		}},
		{"OnceLateCallers", true, func(w *world, x *variable) {
			o := w.once()
			w.spawn(func() { o.Do(func() {}) })
			w.spawn(func() {
				x.write(1)
				o.Do(func() { x.read() })
			})
			w.spawn(func() {
				o.Do(func() {})
				x.read()
			})
		}},
		{"Pool", false, func(w *world, x *variable) {
			p := w.pool(nil)
			w.spawn(func() {
				x.write(1)
				p.Put(x)
			})
			w.spawn(func() {
				if v := p.Get(); v != nil {
					v.(*variable).read()
				}
			})
		}},
		{"PoolOtherItem", true, func(w *world, x *variable) {
			p := w.pool(nil)
			w.spawn(func() { p.Put(1) })
			w.spawn(func() {
				x.write(1)
				p.Put(2)
			})
			w.spawn(func() {
				if p.Get() == 1 {
					x.read()
				}
			})
		}},
		{"Map", false, func(w *world, x *variable) {
			m := w.smap()
			w.spawn(func() {
				x.write(1)
				m.Store("k", 1)
			})
			w.spawn(func() {
				if _, ok := m.Load("k"); ok {
					x.read()
				}
			})
			w.spawn(func() {
				m.Range(func(k, v any) bool {
					x.read()
					return true
				})
			})
		}},
		{"MapMiss", true, func(w *world, x *variable) {
			m := w.smap()
			w.spawn(func() {
				m.Store("other", 1)
				x.write(1)
				m.Store("k", 1)
			})
			w.spawn(func() {
				if _, ok := m.Load("other"); ok {
					x.read()
				}
			})
		}},
		{"MapOverwritten", true, func(w *world, x *variable) {
			m := w.smap()
			w.spawn(func() {
				x.write(1)
				m.Store("k", 1)
			})
			w.spawn(func() { m.Store("k", 2) })
			w.spawn(func() {
				if v, _ := m.Load("k"); v == 2 {
					x.read()
				}
			})
		}},
		{"MapDeleted", false, func(w *world, x *variable) {
			m := w.smap()
			m.Store("k", 1)
			w.spawn(func() {
				x.write(1)
				m.Delete("k")
			})
			w.spawn(func() {
				if _, ok := m.Load("k"); !ok {
					x.read()
				}
			})
		}},
		{"Park", false, func(w *world, x *variable) {
			p := w.parker()
			w.spawn(func() {
				x.write(1)
				p.Unpark()
			})
			w.spawn(func() {
				p.Park()
				x.read()
			})
		}},
		{"ParkTimeout", false, func(w *world, x *variable) {
			p := w.parker()
			w.spawn(func() {
				x.write(1)
				p.Unpark()
			})
			w.spawn(func() {
				if p.ParkTimeout(time.Second) {
					x.read()
				}
			})
		}},
		{"ParkTimedOut", true, func(w *world, x *variable) {
			p := w.parker()
			w.spawn(func() {
				x.write(1)
				p.Unpark()
			})
			w.spawn(func() {
				if !p.ParkTimeout(time.Second) {
					x.read()
				}
			})
		}},
		// Only the Unpark that made the permit is ordered before.
		{"ParkOtherUnpark", true, func(w *world, x *variable) {
			p := w.parker()
			w.spawn(p.Unpark)
			w.spawn(func() {
				x.write(1)
				p.Unpark()
			})
			w.spawn(func() {
				p.Park()
				x.read()
			})
		}},
		{"UnparkAfterPark", true, func(w *world, x *variable) {
			p := w.parker()
			p.Unpark()
			w.spawn(func() {
				x.write(1)
				p.Park()
			})
			w.spawn(func() {
				p.Unpark()
				x.read()
			})
		}},
		{"Gosched", true, func(w *world, x *variable) {
			w.spawn(func() { x.write(1) })
			w.gosched()
			x.read()
		}},
		{"Sleep", true, func(w *world, x *variable) {
			w.spawn(func() { x.write(1) })
			w.sleep(time.Second)
			x.read()
		}},
		{"AfterFunc", false, func(w *world, x *variable) {
			x.write(1)
			w.afterFunc(time.Second, func() { x.write(2) })
		}},
		{"AfterFuncFired", true, func(w *world, x *variable) {
			w.afterFunc(time.Second, func() { x.write(2) }).Stop()
			x.read()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, r := explore(func(w *world) string {
				x := new(variable)
				c.run(w, x)
				w.wait()
				return "clean"
			}, sched.Options{})
			delete(found, "clean")
			if c.races {
				require.Equal(t, sched.RuleRace, found.String(), "%v", r)
			} else {
				require.Empty(t, found.String(), "%v: %v", r, r.Failure)
				require.Equal(t, sched.Exhausted, r.Ending)
			}
		})
	}
}

// nowhere is a lock that excludes no thread and synchronizes nothing.
type nowhere struct{}

func (nowhere) Lock()   {}
func (nowhere) Unlock() {}
