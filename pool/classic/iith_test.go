package classic

import (
	"runtime"
	"sync/atomic"
	"testing"

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

// The document's experiment in small: K tasks for each of N threads.
func TestStress_IITH(t *testing.T) {
	for _, o := range []IITHOptions{{Threads: 8}, {Threads: 8, Capacity: 100}, {Threads: 8, NoSteal: true}} {
		p := NewIITH(o)
		var sum atomic.Int64
		for i := range 8 * 100 {
			p.Add(i%8, func() { sum.Add(int64(i)) })
		}
		stats := p.Run()
		require.Equal(t, 800, stats.Run)
		require.EqualValues(t, 799*800/2, sum.Load())
		require.Positive(t, stats.Took)
	}
}
