package workload

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Each kernel gives the right result on each scheduler, and so does its twin.
func TestKernels_RightResults(t *testing.T) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			c := k.New(k.Small)
			c.Ready()
			require.Error(t, c.Check(), "the check says that nothing was done")
			c.Serial()
			require.NoError(t, c.Check(), "the twin")
			for _, s := range Schedulers() {
				before := runtime.NumGoroutine()
				r := s.New(3)
				for range 2 {
					c.Ready()
					r.Run(c.Parallel)
					require.NoError(t, c.Check(), s.Name)
				}
				r.Close()
				for start := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
					require.Less(t, time.Since(start), 10*time.Second, "%s leaves goroutines", s.Name)
				}
			}
		})
	}
}

// An observed program leaves the same result, and all of its functions are seen.
func TestObserve(t *testing.T) {
	k, err := Find("mergesort")
	require.NoError(t, err)
	for _, s := range Schedulers() {
		c := k.New(k.Small)
		c.Ready()
		r := s.New(3)
		program, result := Observe(c.Parallel)
		r.Run(program)
		require.NoError(t, c.Check(), s.Name)
		r.Close()
		o := result()
		require.Positive(t, o.Processing, s.Name)
		require.LessOrEqual(t, len(o.Busy), 3, s.Name)
		require.GreaterOrEqual(t, o.Tasks, 2, s.Name)
		require.Less(t, o.Moved, o.Tasks, s.Name)
	}
}

func TestLoad(t *testing.T) {
	for _, name := range LoadRunners() {
		for _, skewed := range []bool{false, true} {
			done, err := Load{Threads: 3, Each: 4, Skewed: skewed}.Run(name)
			require.NoError(t, err, name)
			require.Positive(t, done.Took, name)
			require.Less(t, done.Waited, done.Took, name)
			require.LessOrEqual(t, done.Stolen, 13, name)
		}
	}
	_, err := Load{Threads: 1, Each: 1}.Run("nothing")
	require.Error(t, err)
}

func TestMeasure(t *testing.T) {
	m, err := Measure(Plan{Kernel: "fib", Size: 20, Scheduler: "pool", Workers: 2, For: 1, Observe: true})
	require.NoError(t, err)
	require.Positive(t, m.Seconds)
	require.Positive(t, m.Runs)
	require.Len(t, m.Busy, 2)
	for _, name := range []string{Steals, Overhead, Balance, LockWaits, Allocated, Memory} {
		require.Contains(t, m.Metrics, name)
	}
	m, err = Measure(Plan{Kernel: "uts", Size: 20, Scheduler: Serial, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, 1, m.Runs)
	m, err = Measure(Plan{Kernel: Skewed, Size: 3, Scheduler: "iith-bounded", Workers: 2})
	require.NoError(t, err)
	require.Contains(t, m.Metrics, Steals)
	require.Contains(t, m.Metrics, Waited)
	for _, p := range []Plan{{}, {Kernel: "x", Size: 1, Workers: 1}, {Kernel: "fib", Size: 1, Workers: 1, Scheduler: "x"}, {Kernel: Even, Size: 1, Workers: 1, Scheduler: "x"}} {
		_, err := Measure(p)
		require.Error(t, err, "%v", p)
	}
}

func TestFind(t *testing.T) {
	k, err := Find("uts")
	require.NoError(t, err)
	require.Equal(t, "uts", k.Name)
	_, err = Find("nothing")
	require.Error(t, err)
}

// go test -bench . ./internal/workload -args: sizes are the small ones.
func BenchmarkKernels(b *testing.B) {
	for _, k := range Kernels() {
		c := k.New(k.Small)
		for _, s := range Schedulers() {
			b.Run(k.Name+"/"+s.Name, func(b *testing.B) {
				r := s.New(runtime.GOMAXPROCS(0))
				defer r.Close()
				for b.Loop() {
					c.Ready()
					r.Run(c.Parallel)
				}
			})
		}
	}
}
