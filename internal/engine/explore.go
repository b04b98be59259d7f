package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// How [Explore] goes on if a program cannot be exhausted within its bound.
const (
	FewPreemptions = 2
	boundedShare   = 4 // divides the bound of time
	randomShare    = 4
	saturation     = 20_000
)

// fewExecutions is how many executions Go's race detector gets to see at least. It remembers four
// accesses to a word, and drops one of them at random for the next. And it does not see a race if
// std orders the threads by the way, as when it fills a cache.
const fewExecutions = 300

// Explore is [Search]. If the default strategy runs out of time, Explore also searches all
// schedules with few preemptions, and then random schedules until they find nothing new.
func Explore(program func(), o Options) Result {
	r := Search(program, o)
	for Watched() && r.Ending == report.Exhausted && o.Strategy == nil && 0 < r.Executions && r.Executions < fewExecutions {
		before := r.Executions
		r = Search(program, o)
		r.Executions += before
	}
	if r.Failure != nil && r.Failure.Rule == report.RuleRepeatable && r.Failure.decisions == nil {
		r.Failure.Detail += unlike(program, o)
	}
	if r.Ending != report.BoundHit || o.Strategy != nil || o.For == 0 {
		return r
	}
	bounded, random := o, o
	bounded.Strategy, bounded.For, bounded.Saturation, bounded.Doing = strategy.NewBounded(FewPreemptions), o.For/boundedShare, 0, "few preemptions"
	random.Strategy, random.For, random.Saturation, random.Doing = strategy.NewRandom(1), o.For/randomShare, saturation, "random schedules"
	for _, next := range []Options{bounded, random} {
		next.Executions, next.Stops = 0, false
		m := Search(program, next)
		r.More = append(r.More, m)
		r.Given = merged(r.Given, m.Given)
		r.AddCases(m)
		if m.Failure != nil {
			r.Ending, r.Failure = m.Ending, m.Failure
			break
		}
	}
	return r
}
