package classic

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
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
		if err := drawLoad(t).check(); err != nil {
			t.Fatal(err)
		}
	})
	ended(t, before)
}

// load is a set of tasks for an IITH.
type load struct {
	options   IITHOptions
	of        []int // the thread that each is given to
	generator bool  // tasks come while the threads run
}

func drawLoad(t *rapid.T) load {
	o := IITHOptions{
		Threads:  rapid.IntRange(1, 5).Draw(t, "threads"),
		Capacity: rapid.SampledFrom([]int{0, 1, 4, 100}).Draw(t, "capacity"),
		NoSteal:  rapid.Bool().Draw(t, "no steal"),
	}
	of := rapid.SliceOfN(rapid.IntRange(0, o.Threads-1), 0, 60).Draw(t, "of thread")
	return load{o, of, rapid.Bool().Draw(t, "generator")}
}

// check runs the tasks, and returns what went wrong.
func (l load) check() error {
	p := NewIITH(l.options)
	if l.generator {
		p.Start()
	}
	ran := make([]atomic.Int32, len(l.of))
	for i, thread := range l.of {
		p.Add(thread, func() { ran[i].Add(1) })
	}
	var stats IITHStats
	if l.generator {
		stats = p.Wait()
	} else {
		stats = p.Run()
	}
	for i := range ran {
		if n := ran[i].Load(); n != 1 {
			return fmt.Errorf("task %d ran %d times", i, n)
		}
	}
	if stats.Run != len(l.of) || l.options.NoSteal && stats.Stolen != 0 {
		return fmt.Errorf("%+v of %d tasks", stats, len(l.of))
	}
	return nil
}

// If one thread has all tasks, the other thread steals some, even from the last thread. One task
// waits for the other one.
func TestIITH_SkewedLoadIsStolen(t *testing.T) {
	for name, capacity := range map[string]int{"bounded": 100, "unbounded": 0} {
		for heavy := range 2 {
			t.Run(name, func(t *testing.T) {
				p := NewIITH(IITHOptions{Threads: 2, Capacity: capacity})
				begun := make(chan bool)
				var first, second string // the threads that run them
				p.Add(heavy, func() { first = me(); close(begun) })
				p.Add(heavy, func() { <-begun; second = me() }) // popped first: a thief must take the other one
				stats := p.Run()
				require.Equal(t, 2, stats.Run)
				if first == second { // the thief, which has both
					require.Equal(t, 2, stats.Stolen)
				} else {
					require.Equal(t, 1, stats.Stolen)
				}
			})
		}
	}
}

// A panic reaches the caller that waits for the threads. All other tasks run.
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

// If several tasks of a thread panic, the first panic arrives. A thread begins with its newest
// task.
func TestIITH_FirstPanicArrives(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 1})
	for i := range 3 {
		p.Add(0, func() { panic(boom(i)) })
	}
	defer func() {
		e, is := recover().(*pool.PanicError)
		require.True(t, is)
		require.Equal(t, boom(2), e.Value)
	}()
	p.Run()
}

// iithLoad returns the sizes of K = 100 tasks for each thread. They are numbers from 25 to 29 in
// turn, or 25 for half of the threads and 1 for the others.
func iithLoad(threads int, skewed bool) [][]int {
	random := rand.New(rand.NewPCG(1, 2))
	load := make([][]int, threads)
	for i := range load {
		for range 100 {
			n := 1
			switch {
			case !skewed:
				n = 25 + random.IntN(5)
			case i < threads/2:
				n = 25
			}
			load[i] = append(load[i], n)
		}
	}
	return load
}

// me returns the name of the goroutine.
func me() string {
	b := make([]byte, 64)
	name, _, _ := strings.Cut(string(b[:runtime.Stack(b, false)]), " [")
	return name
}

// These are the document's experiments. Each task runs once and has its result, on one of the
// threads. Without steals, that is its own thread, which takes its newest task first. With more
// than four threads, or with -short, the sizes are smaller: the 13th Fibonacci number in place of
// the 25th, and so on.
func TestStress_IITH(t *testing.T) {
	fib := []int{0, 1}
	for len(fib) < 30 {
		fib = append(fib, fib[len(fib)-1]+fib[len(fib)-2])
	}
	counts := []int{4, 8, 16, 32, 64, 128}
	if testing.Short() {
		counts = counts[:3]
	}
	for _, threads := range counts {
		for _, skewed := range []bool{false, true} {
			load, sizes := iithLoad(threads, skewed), map[int]int{}
			for _, all := range load {
				require.Len(t, all, 100)
				for _, n := range all {
					sizes[n]++
				}
			}
			if skewed {
				require.Equal(t, map[int]int{25: threads * 50, 1: threads * 50}, sizes)
			} else {
				require.Len(t, sizes, 5)
				for n := 25; n < 30; n++ {
					require.InDelta(t, threads*20, sizes[n], float64(threads*5), "fib(%d)", n)
				}
			}
			for _, o := range []IITHOptions{{}, {Capacity: 100}, {NoSteal: true}, {Capacity: 100, NoSteal: true}} {
				o.Threads = threads
				stressIITH(t, o, load, fib)
			}
		}
	}
}

func stressIITH(t *testing.T, o IITHOptions, load [][]int, fib []int) {
	type run struct{ thread, k, result int }
	p := NewIITH(o)
	var mu sync.Mutex
	runs := map[string][]run{} // of each goroutine, in order
	for k := range 100 {
		for thread := range load {
			n := smallerIITH(load, thread, k)
			p.Add(thread, func() {
				r := run{thread, k, fibonacci(n)}
				mu.Lock()
				defer mu.Unlock()
				runs[me()] = append(runs[me()], r)
			})
		}
	}
	if len(runs) > 0 {
		t.Fatal("tasks ran while others were added")
	}
	stats := p.Run()
	require.Equal(t, o.Threads*100, stats.Run)
	require.Positive(t, stats.Took)
	require.Positive(t, stats.Waited)
	require.LessOrEqual(t, stats.Stolen, stats.Run)
	require.LessOrEqual(t, len(runs), o.Threads)
	require.NotContains(t, runs, me())
	seen := map[[2]int]bool{}
	for _, all := range runs {
		for i, r := range all {
			require.False(t, seen[[2]int{r.thread, r.k}], "task %d of thread %d runs again", r.k, r.thread)
			seen[[2]int{r.thread, r.k}] = true
			require.Equal(t, fib[smallerIITH(load, r.thread, r.k)], r.result)
			if o.NoSteal {
				require.Equal(t, [2]int{all[0].thread, 99 - i}, [2]int{r.thread, r.k})
			}
		}
	}
	require.Len(t, seen, o.Threads*100)
	if o.NoSteal {
		require.Len(t, runs, o.Threads)
		require.Zero(t, stats.Stolen)
	}
}

// smallerIITH returns the size of a task in this test.
func smallerIITH(load [][]int, thread, k int) int {
	n := load[thread][k]
	if len(load) > 4 || testing.Short() {
		n = max(1, n-12)
	}
	return n
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

// A task waits from Add until it begins. In a bubble, the clock goes on only while all sleep.
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

		p = NewIITH(IITHOptions{Threads: 3, NoSteal: true}) // the tasks of all threads count
		for _, thread := range []int{0, 0, 1} {
			p.Add(thread, func() { time.Sleep(time.Second) })
		}
		time.Sleep(10 * time.Second)
		require.Equal(t, (10+11+10)*time.Second/3, p.Run().Waited)
	})
}

func TestIITH_BadInput(t *testing.T) {
	none := func() {}
	p := NewIITH(IITHOptions{Threads: 2})
	require.PanicsWithValue(t, "classic: Add to thread 2 of 2", func() { p.Add(2, none) })
	require.PanicsWithValue(t, "classic: Wait of an IITH that Start has not begun", func() { p.Wait() })
	p.Add(0, none)
	require.Equal(t, 1, p.Run().Run)
	require.PanicsWithValue(t, "classic: an IITH works once", func() { p.Run() })
	require.PanicsWithValue(t, "classic: an IITH works once", p.Start)
	// A refused call does no harm to the running one.
	p = NewIITH(IITHOptions{Threads: 2})
	p.Start()
	require.PanicsWithValue(t, "classic: an IITH works once", func() { p.Run() })
	require.False(t, p.over.Load(), "the threads were told to leave")
	p.Add(0, none)
	require.Equal(t, 1, p.Wait().Run)
	require.PanicsWithValue(t, "classic: deques of capacity -1", func() { NewIITH(IITHOptions{Threads: 1, Capacity: -1}) })
}
