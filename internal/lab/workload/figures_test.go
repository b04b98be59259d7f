package workload

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/pool/classic"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []float64
		want float64
	}{
		{[]float64{7}, 7},
		{[]float64{2, 1}, 1.5},
		{[]float64{9, 1, 2}, 2},
		{[]float64{30, 1, 4, 2}, 3},
		{[]float64{5, 1, 40, 2, 3}, 3},
	} {
		require.Equal(t, c.want, median(c.of))
	}
}

// slow is a runner that takes time and memory.
type slow struct {
	oneThread
	before func() // called before each run and each function
}

func (s slow) Run(program func(Forker)) { s.before(); program(s) }
func (s slow) Do(fs ...func(Forker)) {
	for _, f := range fs {
		s.before()
		f(s)
	}
}

func slowly(before func()) []Scheduler {
	return []Scheduler{{Name: "slow", New: func(int) Runner { return slow{before: before} }}}
}

var garbage []byte

// A case repeats for the time of the plan. Its time is the median of all runs, and its allocations
// are those of one run. In the bubble, the clock advances only while all goroutines sleep.
func TestMeasure_OfARun(t *testing.T) {
	const bytes = 8 << 20
	synctest.Test(t, func(t *testing.T) {
		took := []time.Duration{6, 1, 3}
		m, err := Measure(Plan{Kernel: "fib1", Size: 1, Scheduler: "slow", Workers: 1, For: 10 * time.Second}, slowly(func() {
			garbage = make([]byte, bytes)
			time.Sleep(took[0] * time.Second)
			took = took[1:]
		}))
		require.NoError(t, err)
		require.Equal(t, 3, m.Runs)
		require.Equal(t, 3.0, m.Seconds)
		require.InDelta(t, bytes, m.Metrics[Allocated], bytes/8)
	})
}

// A task of a load waits from the begin of the work to its own begin. Preparation, such as
// starting the scheduler, does not count.
func TestLoad_AverageWaitingTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second := func() { time.Sleep(time.Second) }
		all := slowly(second)
		begin := all[0].New
		all[0].New = func(n int) Runner { time.Sleep(time.Hour); return begin(n) }
		done, err := Load{Threads: 2, Each: 2, Skewed: true}.Run("slow", all)
		require.NoError(t, err)
		require.Equal(t, (2+3+4+5)*time.Second/4, done.Waited) // the run itself took the first second
		require.Equal(t, 5*time.Second, done.Took)
		require.Equal(t, -1, done.Stolen)

		m, err := Measure(Plan{Kernel: Skewed, Size: 2, Scheduler: "slow", Workers: 2}, all)
		require.NoError(t, err)
		require.Equal(t, 5.0, m.Seconds)
		require.Equal(t, map[string]float64{Waited: 3.5}, m.Metrics)
	})
}

// The waiting time of a task ends when it begins. Here the task cannot end.
func TestLoad_ATaskWaitsUntilItsBegin(t *testing.T) {
	b := Load{Threads: 1, Each: 1}.batch()
	task := b.task(0, 0)
	b.results = nil // so the task panics after its work
	b.start = time.Now().Add(-time.Hour)
	require.Panics(t, task)
	require.GreaterOrEqual(t, time.Duration(b.waited.Load()), time.Hour)
}

// A task of the program grains is as long as its size says.
func TestGrain_Size(t *testing.T) {
	for _, n := range []int{1, 3, 100} {
		v := uint64(7)
		for range 20 * n {
			v = random(v)
		}
		require.Equal(t, v, grain(7, n))
	}
}

// The times of a load begin after its preparation. The work then runs each task.
func TestLoad_TasksAreMadeBefore(t *testing.T) {
	l := Load{Threads: 2, Each: 3, Skewed: true}
	for _, name := range append(LoadRunners(), "slow") {
		r, err := l.runner(name, slowly(func() {}))
		require.NoError(t, err)
		b := l.batch()
		work := b.made(r, &LoadDone{})
		require.Zero(t, b.start, name)
		require.Error(t, b.check(), "%s: the work has begun", name)
		require.NotZero(t, b.timed(func() {
			require.NotZero(t, b.start, name)
			work()
		}), name)
		require.NoError(t, b.check(), name)
		r.Close()

		// So it is in a whole run. Package pool makes the tasks in its workers.
		r, err = l.runner(name, slowly(func() {}))
		require.NoError(t, err)
		b = l.batch()
		_, err = b.on(r)
		require.NoError(t, err)
		late := 0
		if name == "pool" {
			late = l.Threads * l.Each
		}
		require.EqualValues(t, late, b.late.Load(), name)
		r.Close()
	}
}

// often retries until the wanted thing has happened.
func often(t *testing.T, do func() bool) {
	for range 1000 {
		if do() {
			return
		}
	}
	require.Fail(t, "the wanted thing never happens")
}

// Without thieves their share is 0. With thieves it is at some point more than 0.
func TestMeasure_Share(t *testing.T) {
	share := func(workers int) float64 {
		m, err := Measure(Plan{Kernel: Thieves, Size: 64, Scheduler: "chaselev", Workers: workers}, nil)
		require.NoError(t, err)
		return m.Metrics[Share]
	}
	require.Zero(t, share(1))
	often(t, func() bool {
		some := share(2)
		require.LessOrEqual(t, some, 1.0)
		return some > 0
	})
}

// poolOf is a pool whose counters a test can read after its run.
func poolOf(label string, workers int) (poolRunner, []Scheduler) {
	r := poolRunner{pool.New(pool.Options{Workers: workers}), false}
	return r, []Scheduler{{Name: label, New: func(int) Runner { return r }}}
}

// The typed tier has no Forker to observe. Its steals are those that the pool counts in one run.
func TestMeasure_TypedSteals(t *testing.T) {
	often(t, func() bool {
		p, all := poolOf(Typed, 2)
		m, err := Measure(Plan{Kernel: "uts", Size: 50, Scheduler: Typed, Workers: 2, For: 20 * time.Millisecond}, all)
		require.NoError(t, err)
		stolen := p.Stats().Stolen
		require.InDelta(t, float64(stolen), m.Metrics[Steals]*float64(m.Runs), 1e-6)
		return stolen > 0 && m.Runs > 1
	})
}

// The steals of a load are those that its scheduler counts.
func TestLoad_Steals(t *testing.T) {
	l := Load{Threads: 2, Each: 20, Skewed: true}
	often(t, func() bool {
		p, _ := poolOf("pool", 2)
		defer p.Close()
		done, err := l.on(p)
		require.NoError(t, err)
		require.EqualValues(t, p.Stats().Stolen, done.Stolen)
		require.EqualValues(t, p.Stats().Failed, done.Failed)
		return done.Stolen > 0 && done.Failed != done.Stolen
	})
	for _, name := range []string{"iith-bounded", "iith-unbounded"} {
		often(t, func() bool {
			done, err := l.Run(name, nil)
			require.NoError(t, err)
			require.LessOrEqual(t, done.Stolen, 40)
			return done.Stolen > 0 && done.Stolen < 40
		})
	}
}

// twoWorkers run the first function of a Do themselves, and the other worker runs the rest.
type twoWorkers struct{ number int }

func (w twoWorkers) worker() any { return w.number }
func (w twoWorkers) Do(fs ...func(Forker)) {
	for i, f := range fs {
		time.Sleep(time.Hour) // forking and joining are not work
		if i == 0 {
			f(w)
		} else {
			f(twoWorkers{1 - w.number})
		}
	}
}

// Observe reports exactly how long each worker was in functions, and which functions moved.
func TestObserve_Exact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := func(seconds time.Duration) func(Forker) {
			return func(Forker) { time.Sleep(seconds * time.Second) }
		}
		program, result := Observe(func(w Forker) {
			work(1)(w)
			w.Do(work(2), work(4), func(w Forker) { // runs on the other worker
				work(8)(w)
				w.Do(work(16), work(32)) // runs on the first worker again
			})
			work(64)(w)
		})
		program(twoWorkers{})
		require.Equal(t, Observed{
			Processing: 127 * time.Second,
			Busy:       []time.Duration{(1 + 2 + 32 + 64) * time.Second, (4 + 8 + 16) * time.Second},
			Tasks:      6,
			Moved:      3,
		}, result())
	})
}

// Overhead is the time of all workers, divided by their time in functions. Balance is the time of
// the least busy worker, divided by that of the busiest. A worker that had nothing counts.
func TestMeasure_OverheadAndBalance(t *testing.T) {
	o := Observed{Processing: 6 * time.Second, Busy: []time.Duration{2 * time.Second, 4 * time.Second}, Moved: 5}
	m := Measured{Seconds: 99, Metrics: map[string]float64{}}
	m.spent(o, 2, 4)
	require.Equal(t, []float64{0.5, 1}, m.Busy)
	require.Equal(t, map[string]float64{Overhead: 2 * 4.0 / 6, Balance: 0.5, Steals: 5}, m.Metrics)
	m.spent(o, 3, 5)
	require.Equal(t, []float64{0.4, 0.8, 0}, m.Busy)
	require.Equal(t, map[string]float64{Overhead: 3 * 5.0 / 6, Balance: 0, Steals: 5}, m.Metrics)
}

// These are the figures of the observed run, not of the runs before it.
func TestMeasure_OfTheObservedRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failed := &misses{}
		failed.counting(classic.CMUMutex)().Steal() // before the observed run
		r := cmuRunner{classic.NewCMU(classic.CMUOptions{Workers: 1}), false, failed}
		defer r.Close()
		c := Case{Reset: func() {}, Parallel: func(Forker) { time.Sleep(4 * time.Second) }, Check: func() error { return nil }}
		once := func(program func(Forker)) func(Runner) {
			return func(r Runner) { time.Sleep(time.Second); r.Run(program) }
		}
		m := Measured{Seconds: 99, Runs: 1, Metrics: map[string]float64{}}
		require.NoError(t, observe(Plan{Workers: 2}, c, r, once, &m))
		require.Equal(t, map[string]float64{Overhead: 2 * 5.0 / 4, Balance: 0, Steals: 0, Failed: 0}, m.Metrics)
		require.Equal(t, 99.0, m.Seconds)
	})
}

// Numbered workers keep their order, and others are sorted.
func TestObserve_OrderOfWorkers(t *testing.T) {
	o := observer{busy: map[any]time.Duration{2: 3, 0: 1, nil: 9}}
	require.Equal(t, []time.Duration{1, 0, 3}, o.result().Busy)
	o.busy = map[any]time.Duration{"a": 1, "b": 3, nil: 9}
	require.Equal(t, []time.Duration{3, 1}, o.result().Busy)
	require.EqualValues(t, 13, o.result().Processing)
}

// The check of factors notices an error in any row.
func TestFactors_EachRowCounts(t *testing.T) {
	const n = 96
	m, of := newMatrix[float64](n), newMatrix[float64](n)
	for i := range m.cells {
		m.cells[i] = float64(random(uint64(i))>>40) / (1 << 24)
	}
	for i := range n {
		for j := range n {
			for k := 0; k <= min(i, j); k++ {
				l := m.row(i)[k]
				if k == i {
					l = 1
				}
				of.row(i)[j] += l * m.row(k)[j]
			}
		}
	}
	require.NoError(t, factors(m, of))
	for i := range n {
		for _, j := range []int{0, i, n - 1} {
			right := m.row(i)[j]
			m.row(i)[j] += 0.001
			require.Error(t, factors(m, of), "%d, %d", i, j)
			m.row(i)[j] = right
		}
	}
}
