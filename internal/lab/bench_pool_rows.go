package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// poolTarget is a target for one of our figures, or for its ratio to another one.
type poolTarget struct {
	what    string // the measurement
	workers int
	of      string // our contestant
	// by is the contestant whose figure divides ours in the same measurement. If it is "", the
	// target is for our figure itself.
	by      string
	program string // the program of by, if the name is not enough
	inverse bool   // the ratio is by / of
	goal    goal
}

var poolTargets = []poolTarget{
	{what: measure.Fib, workers: 1, of: oursTake, by: "rayon", goal: goal{Limit: 0.42, AtMost: true, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursTake, by: "chili", goal: goal{Limit: 1, AtMost: true, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursTake, by: "waitgroup", inverse: true, goal: goal{Limit: 200, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursJoin, by: "rayon", goal: goal{Limit: 0.55, AtMost: true, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursJoin, by: "waitgroup", inverse: true, goal: goal{Limit: 160, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursJoin, by: "plain", inverse: true, goal: goal{Limit: 3, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: oursJoin, by: "tuned", inverse: true, goal: goal{Limit: 2, OfRatio: true}},
	{what: measure.Fib, workers: 1, of: "closure", by: "rayon", goal: goal{Limit: 3, AtMost: true, OfRatio: true}},
	{what: whole, workers: 1, of: oursTake, by: "serial", program: "ours", goal: goal{Limit: 1.6, AtMost: true, OfRatio: true}},
	{what: whole, workers: 1, of: oursJoin, by: "serial", program: "ours", goal: goal{Limit: 1.9, AtMost: true, OfRatio: true}},
	{what: measure.Flat, workers: 2, of: ours, goal: goal{Limit: 50, AtMost: true}},
	{what: measure.Flat, workers: 2, of: ours, by: "workers", goal: goal{Limit: 1, AtMost: true, OfRatio: true}},
	{what: measure.Hot, workers: 1, of: ours, goal: goal{Limit: 500, AtMost: true}},
	{what: measure.Cold, workers: 1, of: ours, goal: goal{Limit: 5000, AtMost: true}},
	{what: measure.Hot, workers: 1, of: onCaller, by: "workers", goal: goal{Limit: 1.3, AtMost: true, OfRatio: true}},
	{what: measure.Cold, workers: 1, of: onCaller, by: "workers", goal: goal{Limit: 1.5, AtMost: true, OfRatio: true}},
	{what: measure.Wake, workers: 2, of: ours, goal: goal{Limit: 20_000, AtMost: true}},
}

// noBytes is the target for allocated bytes, and oneAllocation the target for the number of
// allocations.
var (
	noBytes       = &goal{Limit: 0, AtMost: true}
	oneAllocation = &goal{Limit: 1, AtMost: true}
)

// Targets for two workers relative to one.
var (
	goalGain  = &goal{Limit: 1.75, OfRatio: true}
	goalQuiet = &goal{Limit: 1.85, OfRatio: true}
)

// goalRest is the target for an almost idle pool, less the ticker.
var goalRest = &goal{Limit: 1, AtMost: true}

// title returns the title of the measurement's part of the table.
func (b *poolBench) title(m measurement) string {
	switch m.what {
	case measure.Fib:
		return "a fork and its join, " + console.Plural(m.workers, "worker")
	case whole:
		return "fib as a whole"
	case measure.Flat:
		return "a task, posted from outside"
	case measure.Hot, measure.Cold:
		return "from submission to result"
	case measure.Wake:
		return "from wake to run, the waker computing"
	case measure.Rest:
		return "processor time of one task in 10 ms"
	}
	return nestTitle
}

// nestTitle is the title of the part that tells which pools can nest.
const nestTitle = "tasks that wait for tasks"

// rows returns the table of everything that was measured.
func (b *poolBench) rows() []benchRow {
	all := b.measurements()
	slices.SortStableFunc(all, func(m, n measurement) int { // keep the parts together
		if m.what == measure.Fib && n.what == measure.Fib {
			return m.workers - n.workers
		}
		return 0
	})
	var rows []benchRow
	for _, m := range append(all, b.nestings()...) {
		rows = append(rows, b.row(m))
		rows = append(rows, b.compared(m)...)
	}
	for i := range rows {
		rows[i] = rows[i].judged()
	}
	return rows
}

// find returns a contestant by its name, or nil if it was not chosen.
func (b *poolBench) find(name, program string) *contestant {
	for _, c := range b.all {
		if c.name == name && (program == "" || c.program == program) {
			return c
		}
	}
	return nil
}

// values returns the figures of a measurement, by round.
func (b *poolBench) values(m measurement) []float64 {
	if s := b.series[m]; s != nil {
		return s.values
	}
	return nil
}

// row returns the contestant's own row.
func (b *poolBench) row(m measurement) benchRow {
	r := benchRow{Group: b.title(m), What: m.of.label, Scenario: b.scenario(m), Unit: units[m.what], Values: b.values(m)}
	switch {
	case m.of.runs == nil:
		r.Verdict = "NOT MEASURED"
	case m.what == measure.Nest:
		if finished, tried := b.nesting[m]; tried {
			r.Verdict = nested(finished)
		}
	case b.series[m] != nil:
		r.Bytes, r.Allocations = b.series[m].last.bytes, b.series[m].last.allocations
	}
	reference := ours
	if m.what == measure.Fib {
		reference = oursJoin
	}
	if (m.of.program != "ours" || m.of.peer != "") && !m.of.serial {
		r.Ratios = paired(r.Values, b.values(measurement{b.find(reference, "ours"), m.what, m.workers}))
	}
	for _, t := range poolTargets {
		if t.by == "" && t.is(m) {
			r.Goal = &t.goal
		}
	}
	return r
}

// is reports whether the target is for this measurement.
func (t poolTarget) is(m measurement) bool {
	return m.of.program == "ours" && m.of.name == t.of && m.what == t.what && m.workers == t.workers
}

// compared returns the rows under a row of ours.
func (b *poolBench) compared(m measurement) []benchRow {
	of := b.values(m)
	under := benchRow{Group: b.title(m), Scenario: b.scenario(m), Under: true}
	var rows []benchRow
	add := func(what string, change func(*benchRow)) {
		r := under
		r.What = what
		change(&r)
		rows = append(rows, r)
	}
	for _, t := range poolTargets {
		if t.by == "" || !t.is(m) {
			continue
		}
		by := b.find(t.by, t.program)
		if by == nil {
			continue // not chosen
		}
		over, below := of, b.values(measurement{by, m.what, m.workers})
		what := fmt.Sprintf("%s / %s", m.of.label, by.label)
		if t.inverse {
			over, below = below, over
			what = fmt.Sprintf("%s / %s", by.label, m.of.label)
		}
		add(what, func(r *benchRow) { r.Ratios, r.Goal = paired(over, below), &t.goal })
	}
	isOurs := m.of.program == "ours" && m.of.peer == "" && !m.of.serial && m.of.name != ticker
	switch {
	case !isOurs:
	case m.what == measure.Fib && m.workers == 1 && m.of.name == "closure":
		add("allocations", func(r *benchRow) { r.Unit, r.Goal, r.Values = each, oneAllocation, b.allocated(m, false) })
	case m.what == measure.Fib && m.workers == 1, m.what == measure.Flat:
		add("allocated", func(r *benchRow) { r.Unit, r.Goal, r.Values = inBytes, noBytes, b.allocated(m, true) })
	case m.what == measure.Fib && (m.of.name == oursTake || m.of.name == oursJoin):
		one := measurement{m.of, m.what, 1}
		gains := ratios(b.values(one), of)
		add("1 worker / 2 workers", func(r *benchRow) { r.Ratios, r.Goal = measured(gains), goalGain })
		add("best quiet round", func(r *benchRow) { r.Ratios, r.Goal = best(gains, b.quiet(one, m)), goalQuiet })
	case m.what == measure.Rest:
		add("less the ticker", func(r *benchRow) {
			r.Unit, r.Goal = percent, goalRest
			r.Values = differences(of, b.values(measurement{b.find(ticker, "ours"), m.what, m.workers}))
		})
	}
	return rows
}

// allocated returns what each repetition of the last round allocated, in bytes or in number.
func (b *poolBench) allocated(m measurement, bytes bool) []float64 {
	s := b.series[m]
	if s == nil {
		return nil
	}
	v := s.last.allocations
	if bytes {
		v = s.last.bytes
	}
	if v == nil {
		return nil
	}
	return []float64{*v}
}

// busy is the foreign load, in cores, from which a round is not quiet.
const busy = 0.1

// quiet says of each round whether other processes left the machine alone.
func (b *poolBench) quiet(all ...measurement) []bool {
	quiet := slices.Repeat([]bool{true}, b.rounds)
	for _, m := range all {
		for i := range quiet {
			s := b.series[m]
			quiet[i] = quiet[i] && s != nil && i < len(s.foreign) && s.foreign[i] < busy
		}
	}
	return quiet
}

// best returns the largest value that counts, if there is one.
func best(values []float64, counts []bool) []float64 {
	largest := math.Inf(-1)
	for i, v := range values {
		if counts[i] && v > largest { // false for NaN
			largest = v
		}
	}
	if math.IsInf(largest, -1) {
		return nil
	}
	return []float64{largest}
}
