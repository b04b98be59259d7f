package pool_test

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// A submission is run even if the worker is on its way to sleep, or asleep. Each submission comes
// alone, so no other one makes up for a lost wake-up.
func TestHunt_LostWakeup(t *testing.T) {
	t.Parallel() // this test and others of this package mostly wait
	t.Run("on the way to sleep", func(t *testing.T) {
		p := made(t, pool.Options{Workers: 1})
		for round := range many(30_000, 1_000_000) {
			if !single(t, p, round%1000) {
				return
			}
		}
	})
	t.Run("fully parked", func(t *testing.T) {
		for n := range 6 {
			workers := n/2 + 1
			t.Run(fmt.Sprintf("%d workers, pool %d", workers, n%2+1), func(t *testing.T) {
				t.Parallel()
				p := made(t, pool.Options{Workers: workers})
				for range many(1000, 300_000/workers) { // 1,100,000 in all
					asleep(t, p)
					if !single(t, p, 0) {
						return
					}
				}
			})
		}
	})
	t.Run("several submitters", func(t *testing.T) {
		p := made(t, pool.Options{Workers: 2})
		var all sync.WaitGroup
		for s := range 3 {
			all.Go(func() {
				for round := range many(3000, 100_000) {
					if t.Failed() || !single(t, p, round*(s+1)%1000) {
						return
					}
				}
			})
		}
		all.Wait()
	})
}

// single waits a while, submits a function, and waits until it has run. It returns false if the
// function does not run.
func single(t testing.TB, p *pool.Pool, while int) bool {
	var ran atomic.Bool
	for range while {
		ran.Load()
	}
	if err := p.Go(func(*pool.Worker) { ran.Store(true) }); err != nil {
		t.Error(err)
		return false
	}
	for n := 0; !ran.Load(); n++ {
		if n > 1000 && !comes(ran.Load) {
			t.Errorf("lost wake-up: a submission does not run while %d of %d workers sleep", p.Sleeping(), p.Workers())
			return false
		}
	}
	return true
}

// comes waits for a condition. In the control test it gives up early, since there the wake-up is
// lost.
func comes(condition func() bool) bool {
	if os.Getenv("STEALPROOF_CONTROL") == "" {
		return spin(condition)
	}
	for start := time.Now(); !condition() && time.Since(start) < 500*time.Millisecond; runtime.Gosched() {
	}
	return condition()
}

// FuzzHuntLostWakeup hunts with delays that the fuzzer chooses.
func FuzzHuntLostWakeup(f *testing.F) {
	f.Add(byte(0), []byte{0, 1, 2, 50, 100, 255})
	f.Add(byte(1), []byte("a worker that has looked once has to look again"))
	f.Fuzz(func(t *testing.T, workers byte, delays []byte) {
		p := pool.New(pool.Options{Workers: int(workers%4) + 1})
		for _, d := range delays {
			if !single(t, p, int(d)*8) {
				return
			}
		}
		finishes(t, func() {
			if err := p.Close(background); err != nil {
				t.Error(err)
			}
		})
	})
}
