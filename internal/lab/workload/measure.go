package workload

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"
)

// Plan describes a measurement of a program, a load or a deque.
type Plan struct {
	Kernel    string        `json:"kernel"`    // or Even, Skewed or a measurement of deques
	Size      int           `json:"size"`      // for a load, the tasks of each thread
	Scheduler string        `json:"scheduler"` // or a deque
	Workers   int           `json:"workers"`
	For       time.Duration `json:"for"`     // repeat for this time, at least once
	Observe   bool          `json:"observe"` // observe one more run, or the only run if For is 0
}

// The loads.
const (
	Even   = "even"
	Skewed = "skewed"
)

// Serial is the scheduler of the sequential twin. Typed is the typed tier of package pool.
const (
	Serial = "serial"
	Typed  = "pool-typed"
)

// Measured is the result. Unknown metrics are not in the map.
type Measured struct {
	Seconds float64            `json:"seconds"` // the median of all runs
	Runs    int                `json:"runs"`
	Metrics map[string]float64 `json:"metrics"`
	Busy    []float64          `json:"busy,omitempty"` // by worker, as in Observed: the part of the time in functions of the program
}

// The metrics.
const (
	Steals        = "steals"        // tasks that ran on another worker than the one that forked or received them
	Continuations = "continuations" // times that another worker resumed a task after a fork; only of schedulers that steal continuations
	Failed        = "failed"        // attempts to steal from a deque that gave nothing
	Overhead      = "overhead"      // the time of all workers, divided by their time in functions of the program
	Balance       = "balance"       // the time in such functions of the least busy worker, divided by that of the busiest
	Waited        = "waited"        // seconds until a task of a load begins, on average
	LockWaits     = "lockwaits"     // seconds that goroutines waited for mutexes, in a run
	Allocated     = "allocated"     // bytes, in a run
	Memory        = "memory"        // bytes that the process has obtained from the system after the first run
	Share         = "share"         // the part of all items that thieves took
	Bytes         = "bytes"         // allocated by a deque for each pair or item; for Items, held for each
)

// Measure does a measurement on one of the schedulers. It returns an error if a result is wrong.
func Measure(p Plan, all []Scheduler) (Measured, error) {
	if p.Workers < 1 || p.Size < 1 {
		return Measured{}, fmt.Errorf("%d workers, size %d; want 1 or more", p.Workers, p.Size)
	}
	if p.Kernel == Even || p.Kernel == Skewed {
		return measureLoad(p, all)
	}
	if isDeque(p.Kernel) {
		return measureDeque(p)
	}
	k, err := Find(p.Kernel)
	if err != nil {
		return Measured{}, err
	}
	c := k.New(p.Size)
	once := func(program func(Forker)) func(Runner) { return func(r Runner) { r.Run(program) } }
	if p.Scheduler == Typed {
		if c.Typed == nil {
			return Measured{}, fmt.Errorf("%s is not written for the typed tier", p.Kernel)
		}
		once = func(func(Forker)) func(Runner) { return func(r Runner) { r.(poolRunner).perform(c.Typed) } }
		p.Observe = false // the typed tier forks without a Forker, and the pool counts its steals
	}
	if p.Scheduler == Serial {
		return repeat(p, c, oneThread{}, func(Runner) { c.Serial() })
	}
	s, err := find(p.Scheduler, all)
	if err != nil {
		return Measured{}, err
	}
	if s.Spawns {
		runtime.GOMAXPROCS(p.Workers)
	}
	r := s.New(p.Workers)
	defer r.Close()
	m := Measured{Metrics: map[string]float64{}}
	if !p.Observe || p.For > 0 {
		if m, err = repeat(p, c, r, once(c.Parallel)); err != nil || !p.Observe {
			if own, is := r.(poolRunner); is && p.Scheduler == Typed && err == nil {
				m.Metrics[Steals] = float64(own.ended().Stolen) / float64(m.Runs)
			}
			return m, err
		}
	}
	err = observe(p, c, r, once, &m)
	return m, err
}

// observe runs the program once more, and adds the metrics that need an observed run. If there is
// no measurement yet, this run is the measurement.
func observe(p Plan, c Case, r Runner, once func(func(Forker)) func(Runner), m *Measured) error {
	program, result := Observe(c.Parallel)
	before := failedOf(r)
	seen, err := repeat(Plan{}, c, r, once(program))
	if err != nil {
		return err
	}
	if m.Runs == 0 {
		*m = seen
	}
	if o := result(); o.Busy != nil {
		m.spent(o, p.Workers, seen.Seconds)
		if s, is := r.(cmuRunner); is && s.continuation {
			m.Metrics[Continuations] = float64(o.Resumed)
		}
	}
	switch own, is := r.(poolRunner); {
	case is && p.For == 0: // the pool has run nothing else
		m.Metrics[Failed] = float64(own.ended().Failed)
	case counts(r):
		m.Metrics[Failed] = float64(failedOf(r) - before)
	}
	return nil
}

// counts reports whether failedOf knows the scheduler's attempts. A central queue does not count.
func counts(r Runner) bool {
	s, is := r.(cmuRunner)
	return is && s.failed != nil && s.failed.all != nil
}

// failedOf returns the attempts to steal that have failed so far.
func failedOf(r Runner) int {
	if !counts(r) {
		return 0
	}
	return r.(cmuRunner).failed.sum()
}

// spent adds how the workers spent an observed run.
func (m *Measured) spent(o Observed, workers int, seconds float64) {
	m.Metrics[Overhead] = float64(workers) * seconds / o.Processing.Seconds()
	m.Metrics[Steals] = float64(o.Moved)
	m.Busy = make([]float64, workers)
	for i, b := range o.Busy {
		m.Busy[i] = b.Seconds() / seconds
	}
	m.Metrics[Balance] = slices.Min(m.Busy) / slices.Max(m.Busy)
}

func find(name string, all []Scheduler) (Scheduler, error) {
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	return Scheduler{}, fmt.Errorf("no scheduler %q", name)
}

// repeat runs a case for the time of the plan, and checks each result.
func repeat(p Plan, c Case, r Runner, run func(Runner)) (Measured, error) {
	var took []float64
	var locks, bytes, memory float64
	for start := time.Now(); len(took) == 0 || time.Since(start) < p.For; {
		c.Ready()
		before, lockedBefore := runtime.MemStats{}, lockWaits()
		runtime.ReadMemStats(&before)
		begun := time.Now()
		run(r)
		took = append(took, time.Since(begun).Seconds())
		var after runtime.MemStats
		runtime.ReadMemStats(&after)
		locks += lockWaits() - lockedBefore
		bytes += float64(after.TotalAlloc - before.TotalAlloc)
		if len(took) == 1 { // read it here, because the check may allocate
			memory = float64(after.Sys)
		}
		if err := c.Check(); err != nil {
			return Measured{}, fmt.Errorf("the result is wrong: %w", err)
		}
	}
	n := float64(len(took))
	return Measured{median(took), len(took), map[string]float64{LockWaits: locks / n, Allocated: bytes / n, Memory: memory}, nil}, nil
}

func measureLoad(p Plan, all []Scheduler) (Measured, error) {
	var took, waited, stolen, failed []float64
	runner := p.Scheduler
	if runner == Serial {
		runner = "one thread"
	}
	for start := time.Now(); len(took) == 0 || time.Since(start) < p.For; {
		done, err := Load{Threads: p.Workers, Each: p.Size, Skewed: p.Kernel == Skewed}.Run(runner, all)
		if err != nil {
			return Measured{}, err
		}
		took = append(took, done.Took.Seconds())
		waited = append(waited, done.Waited.Seconds())
		stolen = append(stolen, float64(done.Stolen))
		failed = append(failed, float64(done.Failed))
	}
	m := Measured{median(took), len(took), map[string]float64{Waited: median(waited)}, nil}
	if stolen[0] >= 0 {
		m.Metrics[Steals] = median(stolen)
	}
	if failed[0] >= 0 {
		m.Metrics[Failed] = median(failed)
	}
	return m, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// lockWaits returns the seconds that all goroutines have waited for mutexes since the program
// began.
func lockWaits() float64 {
	s := []metrics.Sample{{Name: "/sync/mutex/wait/total:seconds"}}
	metrics.Read(s)
	return s[0].Value.Float64()
}
