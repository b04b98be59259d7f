package linearizability

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Preempt makes noise until the caller calls stop. It gives the program more threads than
// there are cores, and keeps busy goroutines running on and off. The operating system then
// stops goroutines at any instruction, also in the middle of an operation. On a quiet
// machine this hardly ever happens. Preempt changes GOMAXPROCS; stop restores it and waits
// for the busy goroutines.
func Preempt(busy int) (stop func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(2*before + busy)
	var quit atomic.Bool
	var wg sync.WaitGroup
	for i := range busy {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			for !quit.Load() {
				for until := time.Now().Add(time.Duration(rng.IntN(200)) * time.Microsecond); time.Now().Before(until); {
					pause()
				}
				time.Sleep(time.Duration(rng.IntN(200)) * time.Microsecond)
			}
		})
	}
	return func() {
		quit.Store(true)
		wg.Wait()
		runtime.GOMAXPROCS(before)
	}
}
