package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// scenario describes the run in a few words.
func (r seedRun) scenario() string {
	switch {
	case isLoad(r.Kernel) && isTwin(r.Scheduler):
		return fmt.Sprintf("N = %d, K = %d, 1 thread", r.Workers, r.Size)
	case isTwin(r.Scheduler):
		return "1 thread"
	case r.Kernel == workload.Thieves:
		if r.Workers == 2 {
			return "owner, 1 thief"
		}
		return fmt.Sprintf("owner, %d thieves", r.Workers-1)
	case r.Kernel == workload.Latency:
		return "owner, 1 thief"
	case isDeque(r.Kernel):
		return "1 thread"
	case isLoad(r.Kernel):
		return fmt.Sprintf("N = %d, K = %d", r.Workers, r.Size)
	}
	return console.Plural(r.Workers, "worker")
}

// title returns the title of the run's part of the table.
func (r seedRun) title() string {
	for _, e := range seedExperiments {
		if e.name != r.Experiment {
			continue
		}
		switch {
		case r.Kernel == workload.Pair && r.Size == 1:
			return "deques: a push and a pop by the owner, in turns"
		case r.Kernel == workload.Pair:
			return fmt.Sprintf("deques: a push and a pop by the owner, in batches of %d", r.Size)
		case r.Kernel == workload.Thieves:
			return fmt.Sprintf("deques: an item, of batches of %d, beside thieves", r.Size)
		case r.Kernel == workload.Latency:
			return "deques: from a push until a thief that waits has the item"
		case r.Kernel == workload.Steal && r.Size == 1:
			return "deques: a steal, nobody else there"
		case r.Kernel == workload.Steal:
			return fmt.Sprintf("deques: an item that is stolen with up to %d by one call", r.Size)
		case r.Kernel == workload.Items:
			return fmt.Sprintf("deques: memory for each of %s items", console.Count(r.Size))
		case isLoad(r.Kernel):
			return fmt.Sprintf("%s, %s: %s load", e.name, e.title, r.Kernel)
		case r.Kernel == granularity:
			return fmt.Sprintf("%s, %s: fib(%d) with threshold %d", e.name, e.title, workload.SweptFib, r.Size)
		case r.Kernel == "grains":
			return fmt.Sprintf("%s, %s: %s tasks of about %s ns", e.name, e.title, console.Count(workload.GrainTasks), console.Count(100*r.Size))
		}
		return fmt.Sprintf("%s, %s: %s(%s)", e.name, e.title, r.Kernel, console.Count(r.Size))
	}
	return r.Experiment
}

// beside returns the same run on another scheduler. A load keeps its size.
func (r seedRun) beside(scheduler string) seedRun {
	r.Scheduler = scheduler
	if isTwin(scheduler) {
		r.Observe = false
		if !isLoad(r.Kernel) {
			r.Workers = 1
		}
	}
	return r
}

// unit returns the unit of the run's value.
func (r seedRun) unit() unit {
	switch {
	case r.Kernel == workload.Items:
		return inBytes
	case isDeque(r.Kernel):
		return nanoseconds
	}
	return inSeconds
}

// value returns the value that the table shows.
func (r seedRun) value(m workload.Measured) float64 {
	switch {
	case r.Kernel == workload.Items:
		if v, known := m.Metrics[workload.Bytes]; known {
			return v
		}
		return math.NaN()
	case isDeque(r.Kernel):
		return 1e9 * m.Seconds
	}
	return m.Seconds
}

// reference returns the scheduler or deque that ratios divide by.
func (r seedRun) reference() string {
	switch {
	case isDeque(r.Kernel):
		return crossbeam
	case isLoad(r.Kernel):
		return "pool"
	}
	return workload.Serial
}

// rows returns the table of everything that was measured.
func (b *seedsBench) rows() []benchRow {
	b.weigh()
	var rows []benchRow
	for _, r := range b.runs {
		row := benchRow{Group: r.title(), What: r.Scheduler, Scenario: r.scenario(), Unit: r.unit(), Values: b.values(r)}
		if by := r.reference(); r.Scheduler != by {
			row.Ratios = paired(b.values(r.beside(by)), row.Values)
		}
		row.Verdict = b.says(r)
		rows = append(append(rows, row), b.compared(r)...)
	}
	for _, p := range b.bounded() {
		row := benchRow{Group: nestTitle, What: p.scheduler, Scenario: nestScenario, Verdict: "NOT MEASURED"}
		if ended, tried := b.nesting[p.scheduler]; tried {
			row.Verdict = nested(ended)
		}
		rows = append(rows, row)
	}
	for i := range rows {
		rows[i] = rows[i].judged()
	}
	return rows
}

func (b *seedsBench) values(r seedRun) []float64 {
	if s := b.series[r]; s != nil {
		return s.values
	}
	return nil
}

// pairTargets are the targets for the owner's pairs, relative to crossbeam-deque.
var pairTargets = []struct {
	deque string
	size  int
	goal  goal
}{
	{"split", 1, goal{Limit: 0.85, AtMost: true, OfRatio: true}},
	{"chaselev", 1, goal{Limit: 1.8, AtMost: true, OfRatio: true}},
	{"chaselev", workload.Batch, goal{Limit: 1.8, AtMost: true, OfRatio: true}},
}

// goalAhead is the target for programs that fork, with judgedWith workers: to be no slower than
// the others.
var goalAhead = &goal{Limit: 1, AtMost: true, OfRatio: true}

const judgedWith = 2

// compared returns the rows under one of ours that state its targets.
func (b *seedsBench) compared(r seedRun) []benchRow {
	var rows []benchRow
	under := func(what string, change func(*benchRow)) {
		row := benchRow{Group: r.title(), What: what, Scenario: r.scenario(), Under: true}
		change(&row)
		rows = append(rows, row)
	}
	over := func(scheduler string, g *goal) {
		by := r.beside(scheduler)
		under(r.Scheduler+" / "+scheduler, func(row *benchRow) { row.Ratios, row.Goal = paired(b.values(r), b.values(by)), g })
	}
	if r.Kernel == workload.Pair && slices.Contains(workload.Deques(), r.Scheduler) {
		for _, t := range pairTargets {
			if t.deque == r.Scheduler && t.size == r.Size && slices.Contains(b.chosen(), "crossbeam") {
				over(crossbeam, &t.goal)
			}
		}
		under("allocated", func(row *benchRow) {
			row.Unit, row.Goal, row.Values = inBytes, noBytes, b.metric(r, workload.Bytes)
		})
	}
	if r.isOurs() && r.Workers == judgedWith {
		for _, other := range b.runs {
			if p := seedPeerOf(other.Scheduler); p.peer != "" && !isTwin(other.Scheduler) && other == r.beside(other.Scheduler) {
				over(other.Scheduler, goalAhead)
			}
		}
	}
	return rows
}

// isOurs reports whether the row is the one of ours that others are compared with. If each call
// forks, that is the form without closures.
func (r seedRun) isOurs() bool {
	switch {
	case isLoad(r.Kernel) || isDeque(r.Kernel):
		return false
	case r.Kernel == "fib1":
		return r.Scheduler == typed
	}
	return r.Scheduler == "pool"
}

// seedMetrics says how to show the metrics of an experiment.
var seedMetrics = []struct {
	name string
	in   string // experiments
	show func(float64) string
}{
	{workload.Steals, "001 003 field", func(v float64) string { return fmt.Sprintf("%.4g steals", v) }},
	{workload.Continuations, "001", func(v float64) string { return fmt.Sprintf("%.4g continuations", v) }},
	{workload.Failed, "001 003", func(v float64) string { return fmt.Sprintf("%.4g failed", v) }},
	{workload.Waited, "003", func(v float64) string { return "waited " + inSeconds.show(v) }},
	{workload.Overhead, "001 field", func(v float64) string { return fmt.Sprintf("overhead %.2f", v) }},
	{workload.Balance, "001", func(v float64) string { return fmt.Sprintf("balance %.2f", v) }},
	{workload.LockWaits, "002", func(v float64) string { return "locks " + inSeconds.show(v) }},
	{workload.Allocated, "field", func(v float64) string { return fmt.Sprintf("allocates %.2f MB", v/1e6) }},
	{workload.Memory, "field", func(v float64) string { return fmt.Sprintf("has %.0f MB", v/1e6) }},
	{workload.Share, "deques", func(v float64) string { return fmt.Sprintf("%.2g %% stolen", 100*v) }},
}

// metric returns a metric of each round that has it.
func (b *seedsBench) metric(r seedRun, name string) (values []float64) {
	s := b.series[r]
	if s == nil {
		return nil
	}
	for i, v := range s.samples {
		if x, known := v.seen.Metrics[name]; known && !math.IsNaN(s.values[i]) {
			values = append(values, x)
		}
	}
	return values
}

// says returns the other figures of a run: medians over the rounds.
func (b *seedsBench) says(r seedRun) string {
	s := b.series[r]
	if s == nil {
		return "NOT MEASURED"
	}
	var all []string
	if r.Kernel == "grains" {
		if sum, ok := summarize(s.values); ok {
			all = append(all, console.Count(int(math.Round(workload.GrainTasks/sum.Median)))+" tasks/s")
		}
	}
	for _, m := range seedMetrics {
		if sum, ok := summarize(b.metric(r, m.name)); ok && strings.Contains(m.in, r.Experiment) && !isTwin(r.Scheduler) {
			all = append(all, m.show(sum.Median))
		}
	}
	if busy := b.busy(r); busy != "" {
		all = append(all, busy)
	}
	return strings.Join(all, ", ")
}

// busy returns the part of the time that each worker of 001 spent in functions of the program, in
// the order of the workers' numbers if they have numbers. Otherwise the busiest one comes first.
// Values are medians over the rounds.
func (b *seedsBench) busy(r seedRun) string {
	if r.Experiment != "001" {
		return ""
	}
	var all []string
	for i := range r.Workers {
		var values []float64
		for _, v := range b.series[r].samples {
			if i < len(v.seen.Busy) {
				values = append(values, v.seen.Busy[i])
			}
		}
		if sum, ok := summarize(values); ok {
			all = append(all, fmt.Sprintf("%.0f", 100*sum.Median))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "busy " + strings.Join(all, " ") + " %"
}
