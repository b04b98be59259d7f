package engine

import (
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// Bounds of the search for a smaller schedule.
const (
	mostPreemptions = 4
	fewSteps        = 100    // until threads take turns
	minimizeRuns    = 20_000 // for each number of preemptions
	minimizeTime    = 5 * time.Second
	ownTime         = time.Second // for a failure that was passed over
)

// minimize returns the failure with the smallest schedule that it finds for the same rule: no timer that fires
// early, then fewest preemptions, then fewest steps until the fault.
func minimize(program func(), o Options, found *Failure, within time.Duration) *Failure {
	if found.once {
		return explain(program, o, found)
	}
	o.Patient = true
	until := deadline{StartWatch(), within}
	least := smallest(program, o, found, until)
	if least.Condition != "" {
		o.punctual = true
		if f := punctual(program, o, least.Rule, until); f != nil {
			return smallest(program, o, f, until)
		}
	}
	return least
}

// smallest looks for fewest preemptions, then fewest steps until the fault. It tries all schedules with few
// preemptions. If they are too many, it tries short prefixes of the known schedule, each continued without
// preemption.
func smallest(program func(), o Options, found *Failure, until deadline) *Failure {
	best := found
	// try returns the smallest failure among at most that many executions.
	try := func(s strategy.Strategy, most int) (least *Failure) {
		o.Strategy, o.Executions, o.For = s, most, until.left()
		r := newSearch(program, o)
		r.goOn = func(f *Failure) bool {
			if f.Rule == found.Rule && (least == nil || smaller(f, least)) {
				least = f
			}
			return true
		}
		r.run()
		return least
	}
	if f := inTurns(program, o, found, until); f != nil {
		return f
	}
	if found.stem > 0 {
		if f := try(strategy.NewReplay(found.decisions[:found.stem]), 1); f != nil {
			found, best = f, f // drop the rounds of the loop that are not needed
			found.decisions = found.decisions[:min(found.stem, len(found.decisions))]
		}
	}
	for bound := 0; bound <= mostPreemptions && bound <= best.Preemptions && until.left() > 0; bound++ {
		if f := try(strategy.NewBoundedTo(bound), minimizeRuns); f != nil && smaller(f, best) {
			best = f
		}
	}
	if best == found {
		for n := range len(found.decisions) {
			if until.left() <= 0 {
				break
			}
			if f := try(strategy.NewReplay(found.decisions[:n]), 1); f != nil && smaller(f, best) {
				best = f
			}
		}
	}
	if best.Rule == report.RuleRace {
		for n := range len(best.decisions) { // the other thread need not go on after its access
			if until.left() <= 0 {
				break
			}
			if f := try(strategy.NewReplay(best.only(n)), 1); f != nil && smaller(f, best) {
				best = f
				break
			}
		}
	}
	return explain(program, o, best)
}

// inTurns looks for a livelock in which the threads take turns after few steps. It returns nil if there is none.
func inTurns(program func(), o Options, found *Failure, until deadline) *Failure {
	if found.Rule != report.RuleLivelock || found.steps < fewSteps {
		return nil
	}
	try := func(s strategy.Strategy, turns turning) *Failure {
		o.Strategy, o.Executions, o.For, o.turns = s, minimizeRuns/10, until.left(), turns
		r := newSearch(program, o)
		r.run()
		if f := r.Failure; f != nil && f.Rule == found.Rule && f.turns > 0 {
			return f
		}
		return nil
	}
	for _, turns := range []turning{stateRecurs, orCircles} {
		for bound := 0; bound <= 1; bound++ {
			for o.Steps = 1; o.Steps < fewSteps && until.left() > 0; o.Steps += 1 + o.Steps/8 {
				f := try(strategy.NewBoundedTo(bound), turns)
				if f != nil && try(strategy.NewReplay(f.decisions), recursForLong) != nil {
					o.turns = turns
					if f = explain(program, o, f); f.Rule == found.Rule {
						return f
					}
				}
			}
		}
	}
	return nil
}

func smaller(a, b *Failure) bool {
	if a.ahead != b.ahead {
		return a.ahead < b.ahead
	}
	if m, n := a.weight(), b.weight(); m != n {
		return m < n
	}
	return a.steps < b.steps
}

// weight is the number of preemptions that a reader has to follow.
func (f *Failure) weight() int {
	if f.free {
		return f.Preemptions - 1
	}
	return f.Preemptions
}

// only returns the first n decisions, and of the others only those of the failing thread.
func (f *Failure) only(n int) []strategy.Decision {
	some := slices.Clone(f.decisions[:n])
	for _, d := range f.decisions[n:] {
		if d.Thread == f.thread {
			some = append(some, d)
		}
	}
	return some
}

// explain repeats a failure, and records each step.
func explain(program func(), o Options, f *Failure) *Failure {
	r, err := again(program, o, f.decisions, f.sites, true)
	switch {
	case err != nil:
		r.Failure.Rule = report.RuleRepeatable
		r.Failure.Detail += unlike(program, o)
		r.Failure.decisions = f.decisions
	case r.Failure == nil || r.Failure.Rule != f.Rule:
		did := "did not"
		if r.Failure != nil {
			did = "broke the rule \"" + r.Failure.Rule + "\""
		}
		return &Failure{
			Rule:      report.RuleRepeatable,
			Detail:    "the execution broke the rule \"" + f.Rule + "\", and its repetition with the same schedule " + did + unlike(program, o),
			decisions: f.decisions,
		}
	}
	return r.Failure
}

// again is once. Go's race detector may need several runs to see a race again, see [Explore]. If std keeps something from
// the first run in a fresh process, the others show nothing.
func again(program func(), o Options, decisions []strategy.Decision, plain []uint32, strict bool) (Result, error) {
	fresh := !told
	for left := watchedRuns; ; left-- {
		r, err := once(program, o, decisions, plain, strict)
		if r.Failure != nil || err != nil || left == 1 || !Watched() || fresh && told {
			return r, err
		}
	}
}

const watchedRuns = fewExecutions

// once runs the program once, under the schedule of the decisions. It records each step, and the
// plain accesses at the given sites. If strict is set, steps that differ from the decisions are not
// shown.
func once(program func(), o Options, decisions []strategy.Decision, plain []uint32, strict bool) (Result, error) {
	o.Strategy, o.Executions, o.For = strategy.NewReplay(decisions), 1, 0
	r := newSearch(program, o)
	r.engine.trace = &trace{plain: plain}
	r.run()
	err := r.engine.strategy.Fault()
	if r.Failure != nil {
		if strict || r.Failure.Rule == report.RuleRepeatable {
			r.engine.trace.cut(err)
		}
		r.engine.trace.explain(r.engine, r.Failure)
	}
	return r.Result, err
}

// Repeat runs the program once, under the schedule of a token. If a step is not the token's, the
// program has changed. Then the rest of the execution has no preemptions.
func Repeat(program func(), o Options, token report.Token) Result {
	if token.Turns > 0 {
		o.Steps, o.turns = token.Turns, orCircles
	}
	r, err := again(program, o, token.Decisions, nil, false)
	if err == nil && r.Failure != nil && r.Failure.sites != nil {
		r, err = again(program, o, token.Decisions, r.Failure.sites, false)
	}
	if err != nil {
		r.Differs = err.Error()
		if r.Failure != nil && r.Failure.Rule == report.RuleRepeatable {
			r.Ending, r.Failure = report.BoundHit, nil
		}
	}
	if r.Failure != nil {
		r.Failure.repeated = true
	}
	r.classify()
	return r
}
