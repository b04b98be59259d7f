package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/chart"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// seedData has the samples of a saved run, by run and round.
type seedData struct {
	benchDocument
	runs    []seedRun // in order
	samples map[seedRun]map[int]workload.Measured
}

func (d benchDocument) seedData() seedData {
	s := seedData{d, nil, map[seedRun]map[int]workload.Measured{}}
	for _, k := range d.Samples {
		r := k.seedRun
		r.For, r.Observe = 0, false
		if s.samples[r] == nil {
			s.runs, s.samples[r] = append(s.runs, r), map[int]workload.Measured{}
		}
		s.samples[r][k.Round] = k.Measured
	}
	return s
}

// of returns the spread of a value over the rounds.
func (s seedData) of(r seedRun, value func(round int, m workload.Measured) float64) (spread, bool) {
	var values []float64
	for round, m := range s.samples[r] {
		values = append(values, value(round, m))
	}
	return summarize(values)
}

// seedValue is a value that charts show. An unknown one is NaN.
type seedValue struct {
	name, axis string
	of         func(s seedData, r seedRun, round int, m workload.Measured) float64
}

func metric(name, axis, of string) seedValue {
	return seedValue{name, axis, func(_ seedData, _ seedRun, _ int, m workload.Measured) float64 {
		if v, known := m.Metrics[of]; known {
			return v
		}
		return math.NaN()
	}}
}

var (
	seedTime    = seedValue{"time", "seconds", func(_ seedData, _ seedRun, _ int, m workload.Measured) float64 { return m.Seconds }}
	seedSpeedUp = seedValue{"speed-up", "time of the sequential twin / time", speedUp}
	seedShown   = seedValue{"cost", "nanoseconds", func(_ seedData, r seedRun, _ int, m workload.Measured) float64 { return r.value(m) }}
	seedBytes   = seedValue{"memory", "bytes for each item", seedShown.of}

	megabytes = seedValue{"memory", "megabytes that the process has", func(s seedData, r seedRun, round int, m workload.Measured) float64 {
		return metric("", "", workload.Memory).of(s, r, round, m) / (1 << 20)
	}}

	// seedBusy has its values by worker: see seedChart.add.
	seedBusy = seedValue{"workers", "part of the time in functions", nil}

	seedThroughput = seedValue{"throughput", "tasks a second", throughput}
)

func speedUp(s seedData, r seedRun, round int, m workload.Measured) float64 {
	serial, known := s.samples[r.beside(workload.Serial)][round]
	if !known {
		return math.NaN()
	}
	return serial.Seconds / m.Seconds
}

func throughput(s seedData, r seedRun, round int, m workload.Measured) float64 {
	return workload.GrainTasks / m.Seconds
}

// seedChart describes a chart: lines over the number of workers or the size, or bars.
type seedChart struct {
	experiment string
	kernel     string // "" means all
	value      seedValue
	bars       bool // for each program and size
	lines      bool // drawn only if there are several numbers of workers
	bySize     bool
	byWorker   bool // with bars: one for each worker
	logY       bool
	stealing   bool // the threads of 003 that steal, as in its document: the pool's steals hand out all tasks, and would flatten theirs
	ours       bool // package pool and the schedulers of the document only
	others     bool // package pool and foreign schedulers only
}

func seedCharts() []seedChart {
	var all []seedChart
	for _, e := range seedExperiments {
		switch e.name {
		case "000":
			for _, k := range e.kernels {
				all = append(all, seedChart{experiment: e.name, kernel: k.name, value: seedTime, logY: true})
			}
		case "003":
			for _, k := range e.kernels {
				for _, v := range []seedValue{seedTime, metric("steals", "tasks", workload.Steals), metric("waiting", "seconds until a task begins, on average", workload.Waited)} {
					all = append(all, seedChart{experiment: e.name, kernel: k.name, value: v, logY: v.name != "steals", stealing: v.name == "steals"})
				}
			}
		case "deques":
			for _, k := range e.kernels {
				v := seedShown
				if k.name == workload.Items {
					v = seedBytes
				}
				all = append(all, seedChart{experiment: e.name, kernel: k.name, value: v, bars: k.name != workload.Thieves, logY: k.name != workload.Items})
			}
		case "004":
			all = append(all, seedChart{experiment: e.name, kernel: "grains", value: seedThroughput, bySize: true, logY: true})
		default:
			overhead := metric("overhead", "time of all workers / time in functions", workload.Overhead)
			bars := []seedValue{seedSpeedUp}
			switch e.name {
			case "001":
				bars = append(bars, overhead, metric("balance", "least busy worker / busiest", workload.Balance))
				for _, k := range e.kernels {
					if k.name == granularity {
						all = append(all, seedChart{experiment: e.name, kernel: k.name, value: seedSpeedUp, bySize: true})
						continue
					}
					for _, v := range []seedValue{seedSpeedUp, overhead} {
						all = append(all, seedChart{experiment: e.name, kernel: k.name, value: v, lines: true})
					}
					all = append(all, seedChart{experiment: e.name, kernel: k.name, value: seedBusy, bars: true, byWorker: true, ours: true})
				}
			case "002":
				bars = append(bars, metric("locks", "seconds waited for mutexes", workload.LockWaits))
			case "field":
				bars = append(bars, overhead, metric("steals", "tasks that ran on another worker", workload.Steals), megabytes)
			}
			for _, v := range bars {
				k := seedChart{experiment: e.name, value: v, bars: true, ours: v.name == "locks"} // the bars of others would hide these
				if e.name == "field" && v.name == seedSpeedUp.name {                              // too many for one chart
					k.logY, k.ours = true, true
					all = append(all, seedChart{experiment: e.name, value: v, bars: true, logY: true, others: true})
				}
				all = append(all, k)
			}
		}
	}
	return all
}

func (k seedChart) file() string {
	parts := []string{"seeds", k.experiment, k.kernel, k.value.name}
	if k.others {
		parts = append(parts, "others")
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "-") + ".svg"
}

// chart returns the chart. It returns false if the run has no samples for it.
func (k seedChart) chart(s seedData) (chart.Chart, bool) {
	c := chart.Chart{Y: k.value.axis, LogY: k.logY}
	var workers int // for bars and sizes: the largest measured number
	for _, r := range s.runs {
		if r.Experiment == k.experiment && r.Scheduler == "pool" {
			workers = max(workers, r.Workers)
		}
	}
	at := map[string]int{}
	for _, r := range s.runs {
		if !k.shows(r, workers) {
			continue
		}
		if k.add(&c, s, r, at) && c.Title == "" {
			c.Title = k.title(r, workers)
		}
	}
	switch {
	case k.kernel == granularity:
		c.Title = fmt.Sprintf("001, fib(%d) by its threshold: speed-up, %s", workload.SweptFib, console.Plural(workers, "worker"))
		c.X = "threshold: fib of it is one task"
	case k.bySize:
		c.Title = fmt.Sprintf("004, local, global, steal: throughput, %s", console.Plural(workers, "worker"))
		c.X, c.LogX = "size of a task, about ns", true
	case k.byWorker:
		c.X = "worker"
	case k.kernel == workload.Thieves:
		c.X = "threads: the owner, and thieves"
	case k.experiment == "003":
		c.X, c.LogX = "N: workers, and hundreds of tasks", true
	case !k.bars:
		c.X, c.LogX = "workers", true
	}
	c.Caption = s.caption(slices.Collect(maps.Keys(at)))
	if k.lines && !slices.ContainsFunc(c.Series, func(s chart.Series) bool { return len(s.Points) > 1 }) {
		return c, false
	}
	return c, len(c.Series) > 0
}

// dequeTitles are the titles of the charts of deques.
var dequeTitles = map[string]string{
	workload.Pair:    "deques: a push and a pop by the owner, in batches of 1 and 64",
	workload.Thieves: "deques: an item, of batches of 64, beside thieves",
	workload.Latency: "deques: from a push until a thief that waits has the item",
	workload.Steal:   "deques: an item that is stolen, nobody else there, with up to 1 and 32 by one call",
	workload.Items:   "deques: memory for each item",
}

func (r seedRun) barName() string { return fmt.Sprintf("%s(%s)", r.Kernel, shortCount(r.Size)) }

// shortCount writes a number with k or M for its zeros.
func shortCount(n int) string {
	switch {
	case n >= 1_000_000 && n%100_000 == 0:
		return fmt.Sprintf("%gM", float64(n)/1e6)
	case n >= 1000 && n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

// captionWidth is the number of characters of a caption that fit below a chart.
const captionWidth = 130

// caption says where, when and how the run was measured. It has the versions of compilers, and
// those of the peers among the schedulers.
func (d benchDocument) caption(schedulers []string) []string {
	from := []string{console.Plural(d.Cores, "core") + " " + d.Processor, d.OS + "/" + d.Arch, d.Go}
	for name, v := range d.Versions {
		of := func(scheduler string) bool { return seedPeerOf(scheduler).peer == name }
		if !slices.Contains(seedPeers(), name) || slices.ContainsFunc(schedulers, of) {
			from = append(from, v)
		}
	}
	slices.Sort(from[3:])
	rounds, days, foreign := 0, []string{}, []float64{}
	for _, k := range d.Samples {
		rounds, days = max(rounds, k.Round), append(days, k.Date)
		if k.Foreign != nil {
			foreign = append(foreign, *k.Foreign)
		}
	}
	slices.Sort(days)
	days = slices.Compact(days)
	when := days[0]
	if last := days[len(days)-1]; last != when {
		when += " to " + last
	}
	how := fmt.Sprintf("%s, %s; medians and ranges, each figure of a process of its own.", when, console.Plural(rounds, "interleaved round"))
	if rounds == 1 {
		how = when + ", 1 round, so without ranges; each figure of a process of its own."
	}
	if f, ok := summarize(foreign); ok {
		how += fmt.Sprintf(" Others kept %.2g cores busy (median; up to %.2g).", f.Median, f.Max)
	}
	verb := "lab bench seeds"
	if d.Quick {
		verb += " -quick"
	}
	source := verb + ", version " + d.Version
	if d.source != "" {
		source += "; all samples: " + d.source
	}
	return append(strings.Split(console.Fold(strings.Join(from, ", "), captionWidth), "\n"), how, source)
}
