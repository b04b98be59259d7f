package workload

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
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
					if s.Name == Typed && c.Typed != nil {
						r.(poolRunner).perform(c.Typed)
					} else {
						r.Run(c.Parallel)
					}
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
	for _, name := range append(LoadRunners(), "goroutines") {
		for _, skewed := range []bool{false, true} {
			done, err := Load{Threads: 3, Each: 4, Skewed: skewed}.Run(name, Schedulers())
			require.NoError(t, err, name)
			require.Positive(t, done.Took, name)
			require.Less(t, done.Waited, done.Took, name)
			require.LessOrEqual(t, done.Stolen, 13, name)
		}
	}
	_, err := Load{Threads: 1, Each: 1}.Run("nothing", Schedulers())
	require.EqualError(t, err, `no scheduler "nothing"`)
}

func TestMeasure(t *testing.T) {
	m, err := Measure(Plan{Kernel: "fib", Size: 20, Scheduler: "pool", Workers: 2, For: 1, Observe: true}, Schedulers())
	require.NoError(t, err)
	require.Positive(t, m.Seconds)
	require.Positive(t, m.Runs)
	require.Len(t, m.Busy, 2)
	for _, name := range []string{Steals, Overhead, Balance, LockWaits, Allocated, Memory} {
		require.Contains(t, m.Metrics, name)
	}
	m, err = Measure(Plan{Kernel: "uts", Size: 20, Scheduler: Serial, Workers: 1}, Schedulers())
	require.NoError(t, err)
	require.Equal(t, 1, m.Runs)
	m, err = Measure(Plan{Kernel: "knapsack", Size: 18, Scheduler: Typed, Workers: 2, Observe: true}, Schedulers())
	require.NoError(t, err)
	require.NotContains(t, m.Metrics, Overhead)
	_, err = Measure(Plan{Kernel: "lu", Size: 96, Scheduler: Typed, Workers: 2}, Schedulers())
	require.EqualError(t, err, "lu is not written for the typed tier")
	m, err = Measure(Plan{Kernel: Skewed, Size: 3, Scheduler: "iith-bounded", Workers: 2}, Schedulers())
	require.NoError(t, err)
	require.Contains(t, m.Metrics, Steals)
	require.Contains(t, m.Metrics, Waited)
	m, err = Measure(Plan{Kernel: Even, Size: 3, Scheduler: Serial, Workers: 2}, Schedulers())
	require.NoError(t, err)
	require.NotContains(t, m.Metrics, Steals)
	require.Contains(t, m.Metrics, Waited)
	for _, p := range []Plan{{}, {Kernel: "x", Size: 1, Workers: 1}, {Kernel: "fib", Size: 1, Workers: 1, Scheduler: "x"}, {Kernel: Even, Size: 1, Workers: 1, Scheduler: "x"}} {
		_, err := Measure(p, Schedulers())
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

// All deques are measured in all ways, and what comes out was checked on the way.
func TestMeasure_Deques(t *testing.T) {
	for _, what := range DequeMeasurements() {
		for _, d := range Deques() {
			for _, size := range []int{1, 8} {
				p := Plan{Kernel: what, Size: 64 * size, Scheduler: d, Workers: 2, For: time.Millisecond}
				switch {
				case what == Steal || what == Pair && size == 1:
					p.Size = size
				case what == Pair:
					p.Size = Batch
				}
				m, err := Measure(p, nil)
				if what == Steal && size > 1 && !StealsBatches(d) {
					require.EqualError(t, err, d+" has no batches")
					continue
				}
				require.NoError(t, err, "%v", p)
				require.Positive(t, m.Seconds, "%v", p)
				switch what {
				case Items:
					require.InDelta(t, 20, m.Metrics[Bytes], 200, "%v", p)
				case Pair, Steal:
					require.InDelta(t, 0, m.Metrics[Bytes], 0.1, "%v: it allocates", p)
				}
			}
		}
		_, err := Measure(Plan{Kernel: what, Size: 1, Scheduler: "nothing", Workers: 2}, nil)
		require.EqualError(t, err, `no deque "nothing"`)
	}
	_, err := Measure(Plan{Kernel: Pair, Size: 2, Scheduler: "split", Workers: 1}, nil)
	require.EqualError(t, err, "batches of 2; want 1 or 64")
	require.True(t, StealsBatches("chaselev"))
	require.False(t, StealsBatches("nothing"))
}

// keeper is a deque that loses every third item.
type keeper struct {
	*wsq.Locked[*item]
	n int
}

func (k *keeper) Push(it *item) bool {
	k.n++
	return k.n%3 == 0 || k.Locked.Push(it)
}

func TestTally_TellsLossesAndMixUps(t *testing.T) {
	var pushed, got, other tally
	d := &keeper{wsq.NewLocked[*item](8), 0}
	all := items(6)
	for _, it := range all {
		d.Push(it)
		pushed.add(it)
	}
	for it, ok := d.Pop(); ok; it, ok = d.Pop() {
		got.add(it)
	}
	require.Error(t, same(got, pushed))
	for range all {
		other.add(all[0])
	}
	require.Error(t, same(other, pushed), "the same number of other items")
}

func TestRun_WrongUse(t *testing.T) {
	require.EqualError(t, run(nil, nil), "want: PLAN, as JSON")
	require.EqualError(t, run([]string{`{"size":1,"scale":2}`}, nil), `want: PLAN, as JSON: json: unknown field "scale"`)
	require.EqualError(t, run([]string{`{"kernel":"fib","size":1,"workers":1}`}, nil), `no scheduler ""`)
}

// BenchmarkPair is one Push and one Pop by the owner alone, in turns and in batches of 64.
// Compare rows of one run.
func BenchmarkPair(b *testing.B) {
	for _, name := range Deques() {
		for _, batch := range []int{1, Batch} {
			b.Run(fmt.Sprintf("%s/batch=%d", name, batch), func(b *testing.B) {
				b.ReportAllocs()
				run, err := pairs(name, batch)
				require.NoError(b, err)
				b.ResetTimer()
				run(b.N)
			})
		}
	}
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
