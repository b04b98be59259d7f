package racecorpus

import "sync/atomic"

// Atomics that create an order, and atomics that do not.
var orders = []Snippet{
	{Name: "a store after a load", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { use(data); flag.Load() },
			func() { flag.Store(1); data = 1 })
	}},
	{Name: "a store after a store", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Store(1) },
			func() { flag.Store(2); data = 2 })
		use(data)
	}},
	{Name: "a load after a load", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Load() },
			func() { flag.Load(); use(data) })
	}},
	{Name: "an add after an add", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Add(1) },
			func() { flag.Add(1); use(data) })
	}},
	{Name: "a load of another store", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Store(1) },
			func() { flag.Store(2) },
			func() {
				Pause()
				if flag.Load() == 2 {
					use(data)
				}
			})
	}},
	{Name: "a load of the right store", Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Store(1) },
			func() { flag.Store(2) },
			func() {
				if flag.Load() == 1 {
					use(data)
				}
			})
	}},
	{Name: "an add passes a message on", Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Store(1) },
			func() { flag.Add(1) },
			func() {
				if flag.Load() == 2 {
					use(data)
				}
			})
	}},
	{Name: "messages in a row", Body: func() {
		data, a, b := 0, atomic.Bool{}, atomic.Bool{}
		together(
			func() { data = 1; a.Store(true) },
			func() {
				if a.Load() {
					b.Store(true)
				}
			},
			func() {
				if b.Load() {
					use(data)
				}
			})
	}},
	{Name: "messages by different atomics", Racy: true, Body: func() {
		data, a, b := 0, atomic.Bool{}, atomic.Bool{}
		together(
			func() { data = 1; a.Store(true) },
			func() {
				b.Load()
				use(data)
			})
	}},
	{Name: "a failed swap sends nothing", Racy: true, Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.CompareAndSwap(5, 6) },
			func() { flag.CompareAndSwap(5, 6); data = 2 })
		use(data)
	}},
	{Name: "a failed swap receives", Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.Store(1) },
			func() {
				if !flag.CompareAndSwap(0, 2) {
					use(data)
				}
			})
	}},
	{Name: "a swap that succeeds sends", Body: func() {
		data, flag := 0, atomic.Int32{}
		together(
			func() { data = 1; flag.CompareAndSwap(0, 1) },
			func() {
				if flag.Load() == 1 {
					use(data)
				}
			})
	}},
	{Name: "the first to store does not enter", Body: func() {
		x, a, b := 0, atomic.Bool{}, atomic.Bool{}
		together(
			func() {
				a.Store(true)
				if !b.Load() {
					x++
				}
			},
			func() {
				b.Store(true)
				if !a.Load() {
					x++
				}
			})
	}},
	{Name: "a thread that stores late may enter", Racy: true, Body: func() {
		x, a, b := 0, atomic.Bool{}, atomic.Bool{}
		together(
			func() {
				if !b.Load() {
					x++
				}
				a.Store(true)
			},
			func() {
				if !a.Load() {
					x++
				}
				b.Store(true)
			})
	}},
	{Name: "sequence lock around plain data", Racy: true, Body: func() {
		data, seq := 0, atomic.Int32{}
		together(
			func() {
				seq.Add(1)
				data = 1
				seq.Add(1)
			},
			func() {
				before := seq.Load()
				v := data
				if before%2 == 0 && seq.Load() == before {
					use(v)
				}
			})
	}},
	{Name: "sequence lock around atomics", Body: func() {
		var data, seq atomic.Int32
		together(
			func() {
				seq.Add(1)
				data.Store(1)
				seq.Add(1)
			},
			func() {
				before := seq.Load()
				v := data.Load()
				if before%2 == 0 && seq.Load() == before {
					use(int(v))
				}
			})
	}},
	{Name: "atomic and plain read", Racy: true, Body: func() {
		n := int64(0)
		together(
			func() { atomic.AddInt64(&n, 1) },
			func() { use(int(n)) })
	}},
	{Name: "atomic read and plain write", Racy: true, Body: func() {
		n := int64(0)
		together(
			func() { n = 1 },
			func() { use(int(atomic.LoadInt64(&n))) })
	}},
	{Name: "atomic read and plain read", Body: func() {
		n := int64(0)
		together(
			func() { use(int(n)) },
			func() { use(int(atomic.LoadInt64(&n))) })
	}},
	{Name: "plain before and after, atomic between", Body: func() {
		n := int64(5)
		n++
		together(
			func() { atomic.AddInt64(&n, 1) },
			func() { atomic.AddInt64(&n, 1) })
		n++
		use(int(n))
	}},
	{Name: "plain read of a loaded value", Body: func() {
		n := int64(0)
		together(
			func() { atomic.StoreInt64(&n, 1) },
			func() {
				if atomic.LoadInt64(&n) == 1 {
					use(int(n))
				}
			})
	}},
}
