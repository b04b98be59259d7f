package racecorpus

import (
	"sync"
	"sync/atomic"
)

var locks = []Snippet{
	{Name: "mutex", Body: func() {
		x, mu := 0, sync.Mutex{}
		inside := func() { mu.Lock(); x++; mu.Unlock() }
		together(inside, inside, inside)
	}},
	{Name: "deferred unlock", Body: func() {
		x, mu := 0, sync.Mutex{}
		inside := func() int { mu.Lock(); defer mu.Unlock(); x++; return x }
		together(func() { use(inside()) }, func() { use(inside()) })
	}},
	{Name: "two mutexes", Racy: true, Body: func() {
		var x int
		var a, b sync.Mutex
		together(
			func() { a.Lock(); x++; a.Unlock() },
			func() { b.Lock(); x++; b.Unlock() })
	}},
	{Name: "only the writer locks", Racy: true, Body: func() {
		x, mu := 0, sync.Mutex{}
		together(
			func() { mu.Lock(); x++; mu.Unlock() },
			func() { use(x) })
	}},
	{Name: "access after unlock", Racy: true, Body: func() {
		x, mu := 0, sync.Mutex{}
		together(
			func() { mu.Lock(); use(0); mu.Unlock(); x++ },
			func() { mu.Lock(); x++; mu.Unlock() })
	}},
	{Name: "pointer leaves the critical section", Racy: true, Body: func() {
		n, mu := &node{}, sync.Mutex{}
		get := func() *node { mu.Lock(); defer mu.Unlock(); return n }
		together(func() { get().v = 1 }, func() { use(get().v) })
	}},
	{Name: "unlocked by another goroutine", Body: func() {
		x, mu := 0, sync.Mutex{}
		mu.Lock()
		together(
			func() { x = 1; mu.Unlock() },
			func() { mu.Lock(); use(x); mu.Unlock() })
	}},
	{Name: "TryLock", Body: func() {
		x, mu := 0, sync.Mutex{}
		inside := func() {
			if mu.TryLock() {
				x++
				mu.Unlock()
			}
		}
		together(inside, inside)
	}},
	{Name: "TryLock that failed", Racy: true, Body: func() {
		x, mu := 0, sync.Mutex{}
		together(
			func() { mu.Lock(); x = 1; Pause(); mu.Unlock() },
			func() {
				if !mu.TryLock() {
					use(x)
				} else {
					mu.Unlock()
				}
			})
	}},
	{Name: "reader and writer", Body: func() {
		x, mu := 0, sync.RWMutex{}
		together(
			func() { mu.Lock(); x++; mu.Unlock() },
			func() { mu.RLock(); use(x); mu.RUnlock() },
			func() { mu.RLock(); use(x); mu.RUnlock() })
	}},
	{Name: "writer after reader", Body: func() {
		x, mu, read := 0, sync.RWMutex{}, atomic.Bool{}
		together(
			func() { mu.RLock(); use(x); read.Store(true); mu.RUnlock() },
			func() {
				mu.Lock()
				if read.Load() {
					x = 1
				}
				mu.Unlock()
			})
	}},
	{Name: "write under a read lock", Racy: true, Body: func() {
		x, mu := 0, sync.RWMutex{}
		inside := func() { mu.RLock(); x++; mu.RUnlock() }
		together(inside, inside)
	}},
	{Name: "reader after reader", Racy: true, Body: func() {
		x, mu := 0, sync.RWMutex{}
		together(
			func() { x = 1; mu.RLock(); use(0); mu.RUnlock() },
			func() { mu.RLock(); use(0); mu.RUnlock(); use(x) })
	}},
	{Name: "double-checked locking", Body: func() {
		x, mu, done := 0, sync.Mutex{}, atomic.Bool{}
		get := func() {
			if !done.Load() {
				mu.Lock()
				if !done.Load() {
					x = 1
					done.Store(true)
				}
				mu.Unlock()
			}
			use(x)
		}
		together(get, get)
	}},
	{Name: "double-checked locking with a plain flag", Racy: true, Body: func() {
		x, mu, done := 0, sync.Mutex{}, false
		get := func() {
			if !done {
				mu.Lock()
				if !done {
					x = 1
					done = true
				}
				mu.Unlock()
			}
			use(x)
		}
		together(get, get)
	}},
	{Name: "double-checked locking, done too early", Racy: true, Body: func() {
		x, mu, done := 0, sync.Mutex{}, atomic.Bool{}
		get := func() {
			if !done.Load() {
				mu.Lock()
				if !done.Load() {
					done.Store(true)
					Pause()
					x = 1
				}
				mu.Unlock()
			}
			use(x)
		}
		together(get, get)
	}},
	{Name: "condition", Body: func() {
		x, ready, mu := 0, false, sync.Mutex{}
		c := sync.NewCond(&mu)
		together(
			func() { mu.Lock(); x, ready = 1, true; mu.Unlock(); c.Signal() },
			func() {
				mu.Lock()
				for !ready {
					c.Wait()
				}
				mu.Unlock()
				use(x)
			})
	}},
	{Name: "condition that comes too early", Racy: true, Body: func() {
		x, ready, mu := 0, false, sync.Mutex{}
		c := sync.NewCond(&mu)
		together(
			func() { mu.Lock(); ready = true; mu.Unlock(); c.Broadcast(); x = 1 },
			func() {
				mu.Lock()
				for !ready {
					c.Wait()
				}
				mu.Unlock()
				use(x)
			})
	}},
	{Name: "condition without its lock", Racy: true, Body: func() {
		ready, mu := false, sync.Mutex{}
		c := sync.NewCond(&mu)
		together(
			func() { ready = true; c.Signal() },
			func() {
				mu.Lock()
				use(len([]bool{ready}))
				mu.Unlock()
			})
	}},
}
