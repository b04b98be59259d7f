package racecorpus

import (
	"sync"
	"sync/atomic"
)

// habits are ways to synchronize that people have, right and wrong.
var habits = []Snippet{
	{Name: "write while others read under a read lock", Racy: true, Body: func() {
		var mu sync.RWMutex
		n := 0
		together(
			func() { mu.RLock(); n++; mu.RUnlock() },
			func() { mu.RLock(); use(n); mu.RUnlock() })
	}},
	{Name: "write only if TryLock succeeds", Body: func() {
		var mu sync.RWMutex
		n := 0
		together(
			func() {
				if mu.TryLock() {
					n++
					mu.Unlock()
				}
			},
			func() { mu.RLock(); use(n); mu.RUnlock() })
	}},
	{Name: "double check without an atomic", Racy: true, Body: func() {
		var mu sync.Mutex
		var p *node
		get := func() {
			if p == nil {
				mu.Lock()
				if p == nil {
					p = &node{}
				}
				mu.Unlock()
			}
		}
		together(get, get)
	}},
	{Name: "double check with an atomic", Body: func() {
		var mu sync.Mutex
		var p atomic.Pointer[node]
		get := func() {
			if p.Load() == nil {
				mu.Lock()
				if p.Load() == nil {
					p.Store(&node{v: 1})
				}
				mu.Unlock()
			}
			use(p.Load().v)
		}
		together(get, get)
	}},
	{Name: "message that is changed after it was sent", Racy: true, Body: func() {
		c := make(chan *node, 1)
		together(
			func() { n := &node{}; c <- n; n.v = 1 },
			func() { use((<-c).v) })
	}},
	{Name: "message that is changed before it is sent", Body: func() {
		c := make(chan *node, 1)
		together(
			func() { n := &node{}; n.v = 1; c <- n },
			func() { use((<-c).v) })
	}},
	{Name: "two tokens for one variable", Racy: true, Body: func() {
		tokens := make(chan bool, 2)
		n := 0
		add := func() { tokens <- true; n++; <-tokens }
		together(add, add)
	}},
	{Name: "one token for one variable", Body: func() {
		tokens := make(chan bool, 1)
		n := 0
		add := func() { tokens <- true; n++; <-tokens }
		together(add, add)
	}},
	{Name: "condition that is only signalled", Racy: true, Body: func() {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		together(
			func() {
				mu.Lock()
				for !ready {
					c.Wait()
				}
				mu.Unlock()
			},
			func() { ready = true; mu.Lock(); c.Broadcast(); mu.Unlock() })
	}},
	{Name: "condition that is set under its lock", Body: func() {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		together(
			func() {
				mu.Lock()
				for !ready {
					c.Wait()
				}
				mu.Unlock()
			},
			func() { mu.Lock(); ready = true; mu.Unlock(); c.Broadcast() })
	}},
}
