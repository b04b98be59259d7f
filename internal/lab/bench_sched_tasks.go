package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/peers"
)

// figures has the results of the run.
type figures struct {
	dpor, random, races *series // executions a second
	small, large        *series // seconds for all schedules
	histories           *series
	rates               map[*tool]*series
	plain               map[*tool]float64
	found               []found
	searched            map[*tool][]searched
}

// found is the number of executions that a tool needed to find the bug.
type found struct {
	by         string
	executions int
}

// searched is a tool's search of all schedules of a scenario, and ours of the same.
type searched struct{ theirs, ours peers.Explored }

// series returns the measurements of each round.
func (b *schedBench) series() []*series {
	f := &b.figures
	rate := func(name string, q query) *series {
		q.scenario, q.span = rateScenario, b.spans.each
		return &series{name: name, takes: b.spans.each + time.Second/4, show: showRate, measure: func(ctx context.Context) (sample, error) {
			e, err := search(ctx, b.ours, q)
			return sample{value: e.Rate(), executions: e.Executions}, err
		}}
	}
	whole := func(name string, takes time.Duration, q query) *series {
		return &series{name: name, takes: takes, show: inSeconds.show, measure: func(ctx context.Context) (sample, error) {
			e, err := search(ctx, b.ours, q)
			return sample{value: e.Seconds, executions: e.Executions}, err
		}}
	}
	f.dpor = rate("ours, DPOR", query{})
	f.races = rate("ours, DPOR, race detection", query{races: true})
	f.random = rate("ours, random", query{random: true})
	f.small = whole("ours, all of "+smallScenario, time.Second/4, query{scenario: smallScenario})
	f.large = whole("ours, all of "+largeScenario, time.Second/2, query{scenario: largeScenario})
	f.histories = whole("ours, all histories of "+smallScenario, time.Second/2, query{scenario: smallScenario, histories: true})
	all := []*series{f.dpor, f.races}
	f.rates = map[*tool]*series{}
	for _, t := range b.tools {
		if t.program == nil {
			continue
		}
		if t.name == "shuttle" {
			all = append(all, f.random) // next to shuttle, with which it is compared
		}
		x := peers.Exploration{Tool: t.rate, Scenario: rateScenario, For: b.spans.each}
		if t.warms {
			x.WarmUp = b.spans.warmUp
		}
		s := &series{name: t.label, takes: x.For + x.WarmUp + t.starts(), show: showRate, measure: func(ctx context.Context) (sample, error) {
			e, err := t.program.Explore(ctx, x)
			return sample{value: e.Rate(), executions: e.Executions}, err
		}}
		f.rates[t] = s
		all = append(all, s)
	}
	if !slices.Contains(all, f.random) {
		all = append(all, f.random)
	}
	return append(all, f.small, f.large, f.histories)
}

// tasks returns all measurements of the run.
func (b *schedBench) tasks() []task {
	tasks := append(b.finds(), interleave(b.rounds, b.series())...)
	return append(tasks, b.once()...)
}

func showRate(v float64) string { return perSecond.show(v) + " executions/s" }

// finds returns the tasks that look for the seeded bug. A tool that misses it does not explore the
// right program.
func (b *schedBench) finds() []task {
	f := &b.figures
	look := func(by string, takes time.Duration, do func(context.Context) (peers.Explored, error)) task {
		return task{name: "seeded bug: " + by, takes: takes, do: func(ctx context.Context) (string, func(float64), error) {
			e, err := do(ctx)
			if err == nil && !e.Found {
				err = fmt.Errorf("not found in %s, so the figures of this tool mean nothing", console.Plural(e.Executions, "execution"))
			}
			if err != nil {
				return "", nil, err
			}
			return "found after " + console.Plural(e.Executions, "execution"), func(float64) { f.found = append(f.found, found{by, e.Executions}) }, nil
		}}
	}
	ours := func(q query) func(context.Context) (peers.Explored, error) {
		q.scenario, q.broken = rateScenario, true
		return func(ctx context.Context) (peers.Explored, error) { return search(ctx, b.ours, q) }
	}
	tasks := []task{
		look("ours, DPOR", time.Second/4, ours(query{})),
		look("ours, random", time.Second/4, ours(query{random: true, span: usualSpans.patience})),
	}
	for _, t := range b.tools {
		if t.program == nil {
			continue
		}
		tasks = append(tasks, look(t.label+", "+t.does, time.Second/10+t.starts(), func(ctx context.Context) (peers.Explored, error) {
			return t.program.Explore(ctx, peers.Exploration{Tool: t.rate, Scenario: rateScenario, For: usualSpans.patience, Broken: true})
		}))
	}
	return tasks
}

// once returns the tasks that run once: whether each tool can finish a scenario, and rates that
// only serve for comparison.
func (b *schedBench) once() []task {
	f := &b.figures
	f.plain, f.searched = map[*tool]float64{}, map[*tool][]searched{}
	var tasks []task
	for _, t := range b.tools {
		if t.program == nil {
			continue
		}
		if t.plain != nil && !b.quick {
			x := peers.Exploration{Tool: t.rate, Scenario: rateScenario, For: b.spans.each, WarmUp: b.spans.warmUp}
			tasks = append(tasks, task{name: t.label + " as it comes", takes: x.For + x.WarmUp + t.starts(), do: func(ctx context.Context) (string, func(float64), error) {
				e, err := t.plain.Explore(ctx, x)
				return showRate(e.Rate()), func(float64) { f.plain[t] = e.Rate() }, err
			}})
		}
		finished := false // used only by the goroutine that does the tasks
		for i, scenario := range rungs {
			if i > 0 && t.warms && b.quick {
				break // the tool is hardly warm by then
			}
			patience := b.spans.patience
			if i > 0 {
				patience /= 4
			}
			x := peers.Exploration{Tool: t.all, Scenario: scenario, For: patience}
			tasks = append(tasks, task{name: t.label + ", all of " + scenario, takes: patience + t.starts(), do: func(ctx context.Context) (string, func(float64), error) {
				if finished {
					return "", nil, nil
				}
				var s searched
				var err error
				if s.theirs, err = t.program.Explore(ctx, x); err != nil {
					return "", nil, err
				}
				if s.ours, err = search(ctx, b.ours, query{scenario: scenario}); err != nil {
					return "", nil, err
				}
				finished = s.theirs.Finished
				says := console.Plural(s.theirs.Executions, "execution")
				if !finished {
					says += ", unfinished"
				}
				return says, func(float64) { f.searched[t] = append(f.searched[t], s) }, nil
			}})
		}
	}
	return tasks
}

// checked returns an error if this cannot be the result of the query.
func checked(q query, e peers.Explored, out check.Outcome) error {
	switch {
	case q.broken && e.Found:
		return nil
	case out.Failed || len(out.Reports) == 0 || e.Executions == 0 || e.Seconds == 0:
		return fmt.Errorf("the search failed:\n%s", strings.TrimSpace(string(out.Output)))
	case !q.random && !q.broken && !e.Finished:
		return fmt.Errorf("the search of %s was not exhausted", q.scenario)
	}
	return nil
}
