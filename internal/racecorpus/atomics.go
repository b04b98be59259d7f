package racecorpus

import (
	"runtime"
	"sync/atomic"
)

// Values that are passed through atomics.
var atomics = []Snippet{
	{Name: "message by an atomic", Body: func() {
		data, ready := 0, atomic.Bool{}
		together(
			func() { data = 1; ready.Store(true) },
			func() {
				if ready.Load() {
					use(data)
				}
			})
	}},
	{Name: "message by a function of sync/atomic", Body: func() {
		data, ready := 0, int32(0)
		together(
			func() { data = 1; atomic.StoreInt32(&ready, 1) },
			func() {
				if atomic.LoadInt32(&ready) == 1 {
					use(data)
				}
			})
	}},
	{Name: "message by a plain flag", Racy: true, Body: func() {
		data, ready := 0, false
		together(
			func() { data = 1; ready = true },
			func() {
				if ready {
					use(data)
				}
			})
	}},
	{Name: "message sent too early", Racy: true, Body: func() {
		data, ready := 0, atomic.Bool{}
		together(
			func() { ready.Store(true); data = 1 },
			func() {
				if ready.Load() {
					use(data)
				}
			})
	}},
	{Name: "message read too early", Racy: true, Body: func() {
		data, ready := 0, atomic.Bool{}
		together(
			func() { data = 1; ready.Store(true) },
			func() {
				v := data
				if ready.Load() {
					use(v)
				}
			})
	}},
	{Name: "pointer", Body: func() {
		var p atomic.Pointer[node]
		together(
			func() { p.Store(&node{v: 1}) },
			func() {
				if n := p.Load(); n != nil {
					use(n.v)
				}
			})
	}},
	{Name: "pointer to an incomplete object", Racy: true, Body: func() {
		var p atomic.Pointer[node]
		together(
			func() {
				n := &node{}
				p.Store(n)
				n.v = 1
			},
			func() {
				if n := p.Load(); n != nil {
					use(n.v)
				}
			})
	}},
	{Name: "plain pointer", Racy: true, Body: func() {
		var p *node
		together(
			func() { p = &node{v: 1} },
			func() {
				if n := p; n != nil {
					use(n.v)
				}
			})
	}},
	{Name: "value", Body: func() {
		var v atomic.Value
		together(
			func() { v.Store(&node{v: 1}) },
			func() {
				if n, _ := v.Load().(*node); n != nil {
					use(n.v)
				}
			})
	}},
	{Name: "value that goes on changing", Racy: true, Body: func() {
		var v atomic.Value
		together(
			func() {
				m := map[string]int{"a": 1}
				v.Store(m)
				m["a"] = 2
			},
			func() {
				if m, _ := v.Load().(map[string]int); m != nil {
					use(m["a"])
				}
			})
	}},
	{Name: "swap takes it out", Body: func() {
		var box atomic.Pointer[node]
		box.Store(&node{})
		take := func() {
			if n := box.Swap(nil); n != nil {
				n.v++
				box.Store(n)
			}
		}
		together(take, take)
	}},
	{Name: "load leaves it in", Racy: true, Body: func() {
		var box atomic.Pointer[node]
		box.Store(&node{})
		take := func() {
			n := box.Load()
			box.Store(n)
			n.v++
		}
		together(take, take)
	}},
	{Name: "last one reads all", Body: func() {
		var n atomic.Int32
		results := make([]int, 2)
		work := func(i int) func() {
			return func() {
				results[i] = 1
				if n.Add(1) == 2 {
					use(results[0] + results[1])
				}
			}
		}
		together(work(0), work(1))
	}},
	{Name: "first one reads all", Racy: true, Body: func() {
		var n atomic.Int32
		results := make([]int, 2)
		work := func(i int) func() {
			return func() {
				results[i] = 1
				if n.Add(1) == 1 {
					use(results[0] + results[1])
				}
			}
		}
		together(work(0), work(1))
	}},
	{Name: "spin lock", Body: func() {
		x, held := 0, atomic.Bool{}
		inside := func() {
			for !held.CompareAndSwap(false, true) {
				runtime.Gosched()
			}
			x++
			held.Store(false)
		}
		together(inside, inside)
	}},
	{Name: "spin lock that is only looked at", Racy: true, Body: func() {
		x, held := 0, atomic.Bool{}
		inside := func() {
			for held.Load() {
				runtime.Gosched()
			}
			held.Store(true)
			x++
			held.Store(false)
		}
		together(inside, inside)
	}},
	{Name: "spin lock with a plain unlock", Racy: true, Body: func() {
		x, held := 0, uint32(0)
		inside := func() {
			if atomic.CompareAndSwapUint32(&held, 0, 1) {
				x++
				held = 0
			}
		}
		together(inside, inside)
	}},
	{Name: "ring of one", Body: func() {
		var head, tail atomic.Int32
		slot := 0
		together(
			func() {
				for i := range 2 {
					if tail.Load() == head.Load() {
						slot = i
						tail.Add(1)
					}
				}
			},
			func() {
				for range 2 {
					if head.Load() < tail.Load() {
						use(slot)
						head.Add(1)
					}
				}
			})
	}},
	{Name: "ring of one that takes before it reads", Racy: true, Body: func() {
		var head, tail atomic.Int32
		slot := 0
		together(
			func() {
				for i := range 2 {
					if tail.Load() == head.Load() {
						slot = i
						tail.Add(1)
					}
					Pause()
				}
			},
			func() {
				for range 2 {
					if head.Load() < tail.Load() {
						head.Add(1)
						use(slot)
					}
					Pause()
				}
			})
	}},
}
