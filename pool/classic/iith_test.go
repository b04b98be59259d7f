package classic

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// Random loads: each task runs once, in both modes, on both deques, with and without steals.
func TestProp_IITH(t *testing.T) {
	before := runtime.NumGoroutine()
	rapid.Check(t, func(t *rapid.T) {
		o := IITHOptions{
			Threads:  rapid.IntRange(1, 5).Draw(t, "threads"),
			Capacity: rapid.SampledFrom([]int{0, 1, 4, 100}).Draw(t, "capacity"),
			NoSteal:  rapid.Bool().Draw(t, "no steal"),
		}
		of := rapid.SliceOfN(rapid.IntRange(0, o.Threads-1), 0, 60).Draw(t, "of thread")
		p := NewIITH(o)
		generator := rapid.Bool().Draw(t, "generator")
		if generator {
			p.Start()
		}
		ran := make([]atomic.Int32, len(of))
		for i, thread := range of {
			p.Add(thread, func() { ran[i].Add(1) })
		}
		var stats IITHStats
		if generator {
			stats = p.Wait()
		} else {
			stats = p.Run()
		}
		for i := range ran {
			if n := ran[i].Load(); n != 1 {
				t.Fatalf("task %d ran %d times", i, n)
			}
		}
		if stats.Run != len(of) || o.NoSteal && stats.Stolen != 0 {
			t.Fatalf("%+v of %d tasks", stats, len(of))
		}
	})
	ended(t, before)
}

// Skewed loads are stolen, and the last thread's too: half of the tasks wait for the others.
func TestIITH_SkewedLoadIsStolen(t *testing.T) {
	for name, capacity := range map[string]int{"bounded": 100, "unbounded": 0} {
		for heavy := range 2 {
			t.Run(name, func(t *testing.T) {
				p := NewIITH(IITHOptions{Threads: 2, Capacity: capacity})
				begun := make(chan bool)
				p.Add(heavy, func() { close(begun) })
				p.Add(heavy, func() { <-begun }) // popped first: somebody must steal the other one
				stats := p.Run()
				require.Equal(t, 2, stats.Run)
				require.Positive(t, stats.Stolen)
			})
		}
	}
}

// A panic reaches who waits for the threads; all other tasks run.
func TestIITH_PanicArrives(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 2})
	var ran atomic.Int32
	for i := range 10 {
		p.Add(i%2, func() {
			ran.Add(1)
			if i == 5 {
				panic(boom(5))
			}
		})
	}
	defer func() {
		e, is := recover().(*pool.PanicError)
		require.True(t, is)
		require.Equal(t, boom(5), e.Value)
		require.EqualValues(t, 10, ran.Load())
	}()
	p.Run()
}

// The document's experiments in small: K = 100 tasks for each of N threads. Even ones are all
// alike, of skewed ones those of half of the threads are larger.
func TestStress_IITH(t *testing.T) {
	const threads, each = 8, 100
	for _, skewed := range []bool{false, true} {
		for _, o := range []IITHOptions{{}, {Capacity: each}, {NoSteal: true}, {Capacity: each, NoSteal: true}} {
			o.Threads = threads
			p := NewIITH(o)
			var sum, want atomic.Int64
			for i := range threads * each {
				n := 12
				if skewed && i%threads < threads/2 {
					n = 1
				}
				want.Add(int64(fibonacci(n)))
				p.Add(i%threads, func() { sum.Add(int64(fibonacci(n))) })
			}
			stats := p.Run()
			require.Equal(t, threads*each, stats.Run)
			require.Equal(t, want.Load(), sum.Load())
			require.Positive(t, stats.Took)
			require.Positive(t, stats.Waited)
			if o.NoSteal {
				require.Zero(t, stats.Stolen)
			}
		}
	}
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

// A task waits from Add until it begins. In a bubble the clock goes on only while all sleep.
func TestIITH_AverageWaitingTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewIITH(IITHOptions{Threads: 1})
		for range 3 {
			p.Add(0, func() { time.Sleep(time.Second) })
		}
		time.Sleep(10 * time.Second)
		stats := p.Run()
		require.Equal(t, (10+11+12)*time.Second/3, stats.Waited)
		require.Equal(t, 3*time.Second, stats.Took)
	})
}
