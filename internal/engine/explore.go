package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// What [Explore] does about a program that cannot be exhausted within its bound.
const (
	FewPreemptions = 2
	boundedShare   = 4 // of the bound
	randomShare    = 4
	saturation     = 20_000
)

// Explore is Search. If that hits its bound of time with the usual strategy,
// Explore also searches all schedules with few preemptions, and random schedules until
// they show nothing new.
func Explore(program func(), o Options) Result {
	r := Search(program, o)
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
		if m.Failure != nil {
			r.Ending, r.Failure = report.Failed, m.Failure
			break
		}
	}
	return r
}
