package protocol

import (
	"fmt"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

type parking interface {
	Submit(task func())
	Close()
	Work(worker int)
}

const parkingWorkers = 2

// parkingCloses submits tasks and closes the team at once. The workers must run all tasks.
func parkingCloses(of func(*Parking) parking) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		p := of(NewParking(parkingWorkers))
		ran := make([]int, rounds)
		startWorkers(start, p)
		start("client", func() {
			for i := range rounds {
				p.Submit(func() { ran[i]++ })
			}
			p.Close()
		})
		return func() error { return once(ran) }
	}
}

// parkingWaits makes the client wait until all tasks have run, and only then closes. So Close cannot make up
// for a lost wake-up.
func parkingWaits(of func(*Parking) parking) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		p := of(NewParking(parkingWorkers))
		ran := make([]int, rounds)
		var left atomic.Int64
		left.Store(int64(rounds))
		done := park.New()
		startWorkers(start, p)
		start("client", func() {
			for i := range rounds {
				p.Submit(func() {
					ran[i]++
					if left.Add(-1) == 0 {
						done.Unpark()
					}
				})
			}
			done.Park()
			p.Close()
		})
		return func() error { return once(ran) }
	}
}

// parkingMeets submits two tasks that wait for each other, so that two workers must run them at the same time.
// It closes only afterwards, because Close wakes all workers.
func parkingMeets(of func(*Parking) parking) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		p := of(NewParking(parkingWorkers))
		there, back, done := park.New(), park.New(), park.New()
		startWorkers(start, p)
		start("client", func() {
			p.Submit(func() {
				for range rounds {
					there.Unpark()
					back.Park()
				}
			})
			p.Submit(func() {
				for range rounds {
					there.Park()
					back.Unpark()
				}
				done.Unpark()
			})
			done.Park()
			p.Close()
		})
		return nil
	}
}

func startWorkers(start Start, p parking) {
	for w := range parkingWorkers {
		start(fmt.Sprintf("worker %d", w), func() { p.Work(w) })
	}
}

// once checks that each task was run once.
func once(ran []int) error {
	for i, n := range ran {
		if n != 1 {
			return fmt.Errorf("task %d was run %d times", i, n)
		}
	}
	return nil
}
