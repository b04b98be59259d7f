package main

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/console"
)

// Targets for our own figures.
var (
	goalRate      = &goal{Limit: 250_000}
	goalRaces     = &goal{Limit: 2, OfRatio: true, AtMost: true}
	goalSmall     = &goal{Limit: 0.005, AtMost: true}
	goalLarge     = &goal{Limit: 1.5, AtMost: true}
	goalHistories = &goal{Limit: 1, AtMost: true}
)

// against has the target for each tool: how many times its executions a second one of our
// strategies should reach.
var against = map[string]*goal{
	"loom":     {Limit: 10, OfRatio: true},
	"shuttle":  {Limit: 2, OfRatio: true},
	"lincheck": {Limit: 70, OfRatio: true},
}

// rows returns the table of everything that was measured.
func (b *schedBench) rows() []benchRow {
	if b.figures.dpor == nil {
		b.series() // nothing was measured, but the rows are the same
	}
	var rows []benchRow
	for _, part := range [][]benchRow{b.rates(), b.wholes(), b.bugs()} {
		for _, r := range part {
			rows = append(rows, r.judged())
		}
	}
	return rows
}

// rates returns the rows of executions a second.
func (b *schedBench) rates() []benchRow {
	f := &b.figures
	of := func(what string, values []float64) benchRow {
		return benchRow{Group: "executions per second", What: what, Scenario: rateScenario, Unit: perSecond, Values: values}
	}
	by := func(what string, ratios []float64, g *goal) benchRow {
		return benchRow{Group: of("", nil).Group, What: what, Scenario: rateScenario, Ratios: ratios, Goal: g, Under: true}
	}
	dpor := of("ours, DPOR", f.dpor.values)
	dpor.Goal = goalRate
	rows := []benchRow{
		dpor,
		of("ours, DPOR, race detection", f.races.values),
		by("without / with race detection", paired(f.dpor.values, f.races.values), goalRaces),
		of("ours, random", f.random.values),
	}
	for _, t := range b.tools {
		var values []float64
		if s := f.rates[t]; s != nil {
			values = s.values
		}
		theirs := of(t.label+", "+t.does, values)
		if t.program == nil {
			theirs.Verdict = "NOT MEASURED"
		}
		if t.name == "shuttle" {
			rows = append(rows, theirs,
				by("ours, random / shuttle", paired(f.random.values, values), against[t.name]),
				by("ours, DPOR / shuttle", paired(f.dpor.values, values), nil))
			continue
		}
		rows = append(rows, theirs, by("ours, DPOR / "+t.name, paired(f.dpor.values, values), against[t.name]))
		if v := f.plain[t]; v > 0 {
			rows = append(rows, of(t.label+", as it comes", []float64{v}))
		}
	}
	return rows
}

// wholes returns the rows of seconds for all schedules of a scenario.
func (b *schedBench) wholes() []benchRow {
	f := &b.figures
	of := func(what, scenario string, values []float64, executions int, g *goal) benchRow {
		return benchRow{Group: "seconds for all schedules", What: what, Scenario: scenario, Unit: inSeconds, Values: values, Executions: executions, Goal: g}
	}
	ours := func(what, scenario string, s *series, g *goal) benchRow {
		return of(what, scenario, s.values, s.last.executions, g)
	}
	rows := []benchRow{
		ours("ours, steps", smallScenario, f.small, goalSmall),
		ours("ours, steps", largeScenario, f.large, goalLarge),
		ours("ours, histories judged", smallScenario, f.histories, goalHistories),
	}
	for _, t := range b.tools {
		for i, s := range f.searched[t] {
			if i > 0 && !s.theirs.Finished {
				continue
			}
			r := of(t.label, s.theirs.Scenario, []float64{s.theirs.Seconds}, s.theirs.Executions, nil)
			r.Unfinished = !s.theirs.Finished
			r.Ratios = []float64{s.theirs.Seconds / s.ours.Seconds}
			if i > 0 {
				r.What = t.label + ", largest finished"
				ours := of("ours", s.ours.Scenario, []float64{s.ours.Seconds}, s.ours.Executions, nil)
				ours.Under = true
				rows = append(rows, r, ours)
				continue
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// bugs returns the rows of executions until the seeded bug is found.
func (b *schedBench) bugs() []benchRow {
	var rows []benchRow
	for _, f := range b.figures.found {
		rows = append(rows, benchRow{Group: "executions to find a steal without CAS", What: f.by, Scenario: rateScenario, Executions: f.executions})
	}
	return rows
}

// notes explain how to read the table.
func (b *schedBench) notes() []string {
	return []string{
		"A scenario is written as pushes, pops, thieves, and steals of each. All tools run a Chase-Lev deque: ours as it is shipped, each other tool " +
			"a translation of the same algorithm, access by access. All check in each execution that no item is taken twice.",
		fmt.Sprintf("%s, interleaved, %v for each rate. A ratio divides two rates of one round, or their seconds by ours. Each search for seconds is in a new process. Ours runs on one core, garbage collection included. "+
			"Lincheck is warmed up for %v and has the whole machine, but is told of one core, because its threads spin otherwise.",
			console.Plural(b.rounds, "round"), b.spans.each, b.spans.warmUp),
		"The tools do not explore the same. loom has weak memory, and so more executions. shuttle has no reduction. Lincheck also orders " +
			"plain accesses, and counts schedules again that it repeats with one more switch. In loom and shuttle the owner is the main thread, which only waits in ours.",
	}
}
