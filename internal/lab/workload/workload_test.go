package workload

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// Each kernel and each twin gives the right result on each scheduler.
func TestKernels_RightResults(t *testing.T) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			c := k.New(k.Small)
			c.Ready()
			require.Error(t, c.Check(), "the check says that nothing was done")
			c.Serial()
			require.NoError(t, c.Check(), "the twin")
			c.Ready()
			require.Error(t, c.Check(), "the check takes the result of the run before for that of one which did nothing")
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

// WSPool's document counts the primes from 10 on.
func TestKernels_PrimesFrom10(t *testing.T) {
	for n, found := range map[int]int{11: 0, 12: 1, 14: 2, 1000: 168 - 4} {
		k, err := Find("primes")
		require.NoError(t, err)
		c := k.New(n)
		c.Ready()
		require.EqualError(t, c.Check(), fmt.Sprintf("-1, want %d", found), "below %d", n)
	}
}

// forgetful leaves out one function of the n-th call of Do.
type forgetful struct{ calls, n *int }

func (f forgetful) Do(fs ...func(Forker)) {
	*f.calls++
	if *f.calls == *f.n {
		fs = fs[min(1, len(fs)):]
	}
	for _, g := range fs {
		g(f)
	}
}

// completes reports whether a program ends with the right result.
func completes(c Case, w Forker) (right bool) {
	defer func() { _ = recover() }()
	c.Parallel(w)
	return c.Check() == nil
}

// The check notices most functions that a scheduler leaves out. It cannot notice all: a part of a
// search may find nothing, and a part of the numbers may be in order already. In knapsack most
// parts find nothing better.
func TestKernels_NothingIsLeftOut(t *testing.T) {
	for _, k := range Kernels() {
		if k.Name == "knapsack" {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			c := k.New(k.Small)
			calls, none := 0, 0
			c.Ready()
			c.Parallel(forgetful{&calls, &none})
			require.NoError(t, c.Check())
			tried, noticed := 0, 0
			for n, all := 1, calls; n <= all; n += 1 + all/50 {
				calls = 0
				c.Ready()
				if tried++; !completes(c, forgetful{&calls, &n}) {
					noticed++
				}
			}
			require.GreaterOrEqual(t, 2*noticed, tried)
			t.Logf("%d of %d", noticed, tried)
		})
	}
}

// An observed program leaves the same result, and each of its functions is observed.
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
			switch name {
			case "goroutines":
				require.Equal(t, -1, done.Stolen, "not known")
			case "iith-bounded-alone", "iith-unbounded-alone":
				require.Zero(t, done.Stolen, name)
			default:
				require.GreaterOrEqual(t, done.Stolen, 0, name)
				require.LessOrEqual(t, done.Stolen, 3*4+3+1, name) // package pool adds a task for each thread, and the root
			}
		}
	}
	_, err := Load{Threads: 1, Each: 1}.Run("nothing", Schedulers())
	require.EqualError(t, err, `no scheduler "nothing"`)
}

// A load has the sizes of its document, in the same order each time.
func TestLoad_Sizes(t *testing.T) {
	for _, threads := range []int{4, 8, 16, 32, 64, 128} {
		const each = 100
		even, skewed := map[int]int{}, map[int]int{}
		for thread := range threads {
			for k := range each {
				even[Load{threads, each, false}.n(thread, k)]++
				n := Load{threads, each, true}.n(thread, k)
				skewed[n]++
				require.Equal(t, Load{threads, each, true}.n(thread, 0), n, "the tasks of thread %d are not alike", thread)
			}
		}
		require.Equal(t, map[int]int{25: threads / 2 * each, 1: threads / 2 * each}, skewed)
		require.Len(t, even, 5)
		for n := 25; n < 30; n++ {
			require.InDelta(t, threads*each/5, even[n], 0.25*float64(threads*each/5), "fib(%d) of %d threads", n, threads)
		}
	}
	// The translations must have the same values.
	for k, n := range []int{25, 25, 29, 29, 27, 25, 28, 25, 29, 25, 26, 26} {
		require.Equal(t, n, Load{128, 100, false}.n(0, k), "task %d of the first thread", k)
	}
	for k, n := range []int{28, 25, 27, 27, 28, 26, 27, 26, 25, 25} {
		require.Equal(t, n, Load{128, 100, false}.n(127, 90+k), "task %d of the last thread", 90+k)
	}
}

// first runs only the first tasks of a load, and counts all.
type first struct {
	oneThread
	do    int
	tasks *int
}

func (f first) Run(program func(Forker)) { program(f) }
func (f first) Do(fs ...func(Forker)) {
	*f.tasks = len(fs)
	for i := range min(f.do, len(fs)) {
		fs[i](f)
	}
}

// A scheduler gets all tasks of all threads, each of the right size. If one is left out, the check
// names its result as the first missing one.
func TestLoad_Tasks(t *testing.T) {
	var tasks, workers int
	run := func(l Load, do int) error {
		_, err := l.Run("first", []Scheduler{{Name: "first", New: func(n int) Runner {
			workers = n
			return first{do: do, tasks: &tasks}
		}}})
		return err
	}
	for _, threads := range []int{4, 8, 16, 32, 64, 128} {
		for _, skewed := range []bool{false, true} {
			require.Error(t, run(Load{threads, 100, skewed}, 0))
			require.Equal(t, threads*100, tasks)
			require.Equal(t, threads, workers)
		}
	}
	results := map[int]int{1: 1, 25: 75025, 27: 196418, 28: 317811, 29: 514229}
	for _, c := range []struct {
		skewed bool
		sizes  [][]int
	}{
		{false, [][]int{{25, 25, 29}, {29, 27, 25}, {28, 25, 29}}},
		{true, [][]int{{25, 25}, {25, 25}, {1, 1}, {1, 1}}},
	} {
		l := Load{len(c.sizes), len(c.sizes[0]), c.skewed}
		for thread := range l.Threads {
			for k, n := range c.sizes[thread] {
				require.EqualError(t, run(l, thread*l.Each+k), fmt.Sprintf("task %d of thread %d: fib(%d) is 0, want %d", k, thread, n, results[n]))
			}
		}
		require.NoError(t, run(l, l.Threads*l.Each))
	}
}

// shape counts forks.
type shape struct {
	forks, most *int // calls of Do, and the largest number of functions in one
}

func (s shape) Do(fs ...func(Forker)) {
	*s.forks++
	*s.most = max(*s.most, len(fs))
	for _, f := range fs {
		f(s)
	}
}

// Programs stop forking where their documents say.
func TestKernels_Thresholds(t *testing.T) {
	forked := func(name string, size int) (forks, most int) {
		k, err := Find(name)
		require.NoError(t, err)
		c := k.New(size)
		c.Ready()
		c.Parallel(shape{&forks, &most})
		return forks, most
	}
	forks, _ := forked("fib30", 30)
	require.Zero(t, forks)
	forks, _ = forked("fib30", 32) // forks at 32 and 31
	require.Equal(t, 2, forks)
	forks, _ = forked("granularity", SweptFib) // the size is the threshold
	require.Zero(t, forks)
	forks, _ = forked("granularity", SweptFib-2)
	require.Equal(t, 2, forks)
	forks, _ = forked("fib1", 10) // forks at each call with 2 or more
	require.Equal(t, quickFib(11)-1, forks)
	for _, c := range []struct {
		name              string
		size, forks, most int
	}{
		{"matmul", 256, 1, 16},        // in tiles of 64
		{"mergesort", 4096, 3, 2},     // down to 1024 numbers
		{"primes", 20_010, 1, 20},     // each a thousand
		{"transform", 100_001, 1, 11}, // each ten thousand, and a rest
		{"heat", 65, 20, 5},           // 20 steps, in bands of 16 rows
		{"lu", 96, 6, 4},              // in blocks of 32: panels, and the blocks right and below
		{"strassen", 128, 8, 7},       // down to 32
		{"grains", 1, 8191, 2},        // down to one task
	} {
		forks, most := forked(c.name, c.size)
		require.Equal(t, [2]int{c.forks, c.most}, [2]int{forks, most}, c.name)
	}

	// The threshold is a thousandth of the numbers.
	const n = 50_000
	a := make([]int64, n)
	for i := range a {
		a[i] = int64(random(uint64(i)) >> 40)
	}
	var splits func(a []int64) int
	splits = func(a []int64) int {
		if len(a) <= n/1000 {
			return 0
		}
		m := split(a)
		return 1 + splits(a[:m]) + splits(a[m+1:])
	}
	forks, _ = forked("quicksort1000", n)
	require.Equal(t, splits(a), forks)
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
	require.Contains(t, m.Metrics, Steals)
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

// waits is a runner whose program waits for locks. One goroutine holds them all, and releases each
// when the other has begun to wait for it.
type waits struct {
	oneThread
	locks  int
	waited *time.Duration // of all runs
}

func (w waits) Run(program func(Forker)) {
	program(w)
	locks := make([]sync.Mutex, w.locks)
	for i := range locks {
		locks[i].Lock()
	}
	var all sync.WaitGroup
	had := 0
	all.Go(func() {
		for i := range locks {
			start := time.Now()
			locks[i].Lock()
			*w.waited += time.Since(start)
			had++
			locks[i].Unlock()
		}
	})
	stacks := make([]byte, 1<<20)
	for i := range locks {
		for !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("[sync.Mutex.Lock")) {
			runtime.Gosched()
		}
		time.Sleep(100 * time.Microsecond)
		locks[i].Unlock()
	}
	all.Wait()
}

// The runtime samples one wait in eight, so the test waits often. Each wait takes 100 us or longer.
func TestMeasure_LockWaits(t *testing.T) {
	of := func(locks int, during time.Duration) (reported, waited float64, runs int) {
		var all time.Duration
		m, err := Measure(Plan{Kernel: "fib", Size: 10, Scheduler: "waits", Workers: 1, For: during}, []Scheduler{{Name: "waits", New: func(int) Runner { return waits{locks: locks, waited: &all} }}})
		require.NoError(t, err)
		require.Contains(t, m.Metrics, LockWaits)
		return m.Metrics[LockWaits], all.Seconds(), m.Runs
	}
	reported, waited, runs := of(512, 0)
	require.Equal(t, 1, runs)
	require.Greater(t, reported, 512*100e-6/2)
	require.Less(t, reported, 4*waited)
	// Of several runs, the figure is that of one run.
	runs = 0
	for during := 50 * time.Millisecond; runs < 16; during *= 2 {
		reported, waited, runs = of(32, during)
	}
	require.Less(t, reported, 4*waited/float64(runs))
	// Earlier waits of other goroutines do not count. The runtime may wait for a lock of its own.
	least, _, _ := of(0, 0)
	for range 100 {
		again, _, _ := of(0, 0)
		least = min(least, again)
	}
	require.Zero(t, least)
}

func TestFind(t *testing.T) {
	k, err := Find("uts")
	require.NoError(t, err)
	require.Equal(t, "uts", k.Name)
	_, err = Find("nothing")
	require.Error(t, err)
}

// Every measurement works on every deque, and checks the items that come out.
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

// BenchmarkPair is one Push and one Pop by the owner alone, in turns and in batches of 64. Compare
// only rows of one run.
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

// Run it with go test -bench . ./internal/lab/workload -args. Sizes are the small ones.
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
