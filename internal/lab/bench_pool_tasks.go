package main

import (
	"context"
	"fmt"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// tasks returns all measurements of the run.
func (b *poolBench) tasks() []task {
	var all []*series
	for _, m := range b.measurements() {
		if s := b.seriesOf(m); s != nil {
			all = append(all, s)
		}
	}
	return append(b.nests(), interleave(b.rounds, all)...)
}

// plan returns the measurement in the form that the program takes.
func (b *poolBench) plan(m measurement) measure.Plan {
	p := measure.Plan{Peer: m.of.name, What: m.what, Workers: m.workers, For: b.spans.each}
	switch m.what {
	case measure.Fib:
		p.N = m.of.n
	case whole:
		p.What, p.N = measure.Fib, b.spans.whole
	case measure.Flat:
		p.N = b.spans.tasks
	case measure.Rest:
		p.For = b.spans.rest
	case measure.Nest:
		p.N, p.For = nestFib, b.spans.patience
	}
	return p
}

// seriesOf returns the series of a measurement, or nil if its program is missing.
func (b *poolBench) seriesOf(m measurement) *series {
	if b.series == nil {
		b.series = map[measurement]*series{}
	}
	if m.of.runs == nil {
		return nil
	}
	p, u := b.plan(m), units[m.what]
	s := &series{name: fmt.Sprintf("%s, %s", m.of.label, b.scenario(m)), takes: m.takes(p), show: u.show}
	s.measure = func(ctx context.Context) (sample, error) {
		r, err := m.of.runs.Measure(ctx, p.For, p)
		return sample{value: m.value(p, r), bytes: r.Bytes, allocations: r.Allocations}, err
	}
	b.series[m] = s
	return s
}

// takes returns about how long the measurement takes.
func (m measurement) takes(p measure.Plan) time.Duration {
	takes := p.For + 100*time.Millisecond
	switch {
	case m.of.program == "javapools":
		takes += 300*time.Millisecond + max(2*p.For, 300*time.Millisecond) // Java needs a warm-up
	case m.what == measure.Flat:
		takes = max(takes, time.Duration(p.N)*3*time.Microsecond)
	}
	return takes
}

// value returns the figure of a result that counts, in the unit of the measurement.
func (m measurement) value(p measure.Plan, r measure.Result) float64 {
	switch m.what {
	case measure.Hot, measure.Cold, measure.Wake:
		return r.Median
	case whole:
		return r.Best * float64(forks(p.N)) / 1e9
	case measure.Rest:
		return 100 * r.Best
	}
	return r.Best
}

// forks returns the number of forks of fib(n).
func forks(n int) int {
	a, b := 0, 1
	for range n + 1 {
		a, b = b, a+b
	}
	return a - 1
}

// units are the units of the measurements.
var units = map[string]unit{
	measure.Fib: nanoseconds, whole: inSeconds, measure.Flat: nanoseconds,
	measure.Hot: nanoseconds, measure.Cold: nanoseconds, measure.Wake: nanoseconds, measure.Rest: percent,
}

var idle = fmt.Sprintf("%d us", measure.Idle.Microseconds())

// scenario describes the measurement in a few words.
func (b *poolBench) scenario(m measurement) string {
	w := console.Plural(m.workers, "worker")
	switch m.what {
	case measure.Fib:
		if m.of.serial {
			return fmt.Sprintf("fib(%d)", m.of.n)
		}
		return fmt.Sprintf("fib(%d), %s", m.of.n, w)
	case whole:
		return fmt.Sprintf("fib(%d)", b.spans.whole)
	case measure.Nest:
		return fmt.Sprintf("fib(%d), %s", nestFib, w)
	case measure.Flat:
		return console.Count(b.spans.tasks) + ", " + w
	case measure.Hot:
		return "one after the other"
	case measure.Cold:
		return "after " + idle
	}
	return w
}

// nestings returns the measurements that find out which pools can nest.
func (b *poolBench) nestings() []measurement {
	var all []measurement
	for _, c := range b.all {
		if c.nests {
			all = append(all, measurement{c, measure.Nest, 1}, measurement{c, measure.Nest, 2})
		}
	}
	return all
}

// nests returns the tasks that find out which pools hang when a task waits for another one. The
// run does them once.
func (b *poolBench) nests() []task {
	b.nesting = map[measurement]bool{}
	var tasks []task
	for _, m := range b.nestings() {
		if m.of.runs != nil {
			tasks = append(tasks, nest(m.of.label+", "+b.scenario(m), m.of.runs, b.plan(m), func(ended bool) { b.nesting[m] = ended }))
		}
	}
	return tasks
}

// nest returns the task that finds out whether a pool can nest.
func nest(name string, pool *peers.Program, p measure.Plan, note func(ended bool)) task {
	return task{name: name, takes: p.For, do: func(ctx context.Context) (string, func(float64), error) {
		r, err := pool.Measure(ctx, p.For, p)
		if err != nil {
			return "", nil, err
		}
		return nested(r.Finished), func(float64) { note(r.Finished) }, nil
	}}
}

// nested is the verdict of the table on whether a pool can nest.
func nested(finished bool) string {
	if finished {
		return "nests"
	}
	return "cannot nest: hangs"
}
