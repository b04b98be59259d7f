package racecorpus

import "time"

// Values that are passed by channels.
var channels = []Snippet{
	{Name: "message by an unbuffered channel", Body: func() {
		data, ready := 0, make(chan bool)
		together(
			func() { data = 1; ready <- true },
			func() { <-ready; use(data) })
	}},
	{Name: "message back by an unbuffered channel", Body: func() {
		data, ready := 0, make(chan bool)
		together(
			func() { data = 1; <-ready },
			func() { ready <- true; use(data) })
	}},
	{Name: "message back by a buffered channel", Racy: true, Body: func() {
		data, ready := 0, make(chan bool, 1)
		together(
			func() { data = 1; <-ready },
			func() { ready <- true; use(data) })
	}},
	{Name: "message by a buffered channel", Body: func() {
		data, ready := 0, make(chan bool, 2)
		together(
			func() { data = 1; ready <- true },
			func() { <-ready; use(data) })
	}},
	{Name: "message by a close", Body: func() {
		data, ready := 0, make(chan bool)
		together(
			func() { data = 1; close(ready) },
			func() { <-ready; use(data) })
	}},
	{Name: "a buffered channel as a lock", Body: func() {
		data, lock := 0, make(chan bool, 1)
		add := func() { lock <- true; data++; <-lock }
		together(add, add)
	}},
	{Name: "a semaphore of two as a lock", Racy: true, Body: func() {
		data, slots := 0, make(chan bool, 2)
		add := func() { slots <- true; data++; <-slots }
		together(add, add)
	}},
	{Name: "two sends on a buffered channel", Racy: true, Body: func() {
		data, c := 0, make(chan bool, 2)
		add := func() { data++; c <- true }
		together(add, add)
	}},
	{Name: "the length of a channel", Racy: true, Body: func() {
		data, c := 0, make(chan bool, 1)
		together(
			func() { data = 1; c <- true },
			func() {
				for range 3 {
					if len(c) == 1 {
						use(data)
						return
					}
					time.Sleep(time.Microsecond)
				}
			})
	}},
	{Name: "a default of a select", Racy: true, Body: func() {
		data, c := 0, make(chan bool)
		together(
			func() { data = 1; close(c) },
			func() {
				select {
				case <-c:
				default:
					use(data)
				}
			})
	}},
	{Name: "message by a select", Body: func() {
		data, a, b := 0, make(chan bool), make(chan bool, 1)
		together(
			func() { data = 1; a <- true },
			func() { b <- true },
			func() {
				select {
				case <-a:
					use(data)
				case <-b:
					<-a
					use(data)
				}
			})
	}},
	{Name: "a variable of the wrong case", Racy: true, Body: func() {
		data, a, b := 0, make(chan bool, 1), make(chan bool, 1)
		together(
			func() { data = 1; a <- true },
			func() { b <- true },
			func() {
				select {
				case <-a:
				case <-b:
					use(data)
				}
			})
	}},
}
