package engine

import (
	"fmt"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// How [Ladder] divides its time.
const (
	ladderAll     = 2 // the share of all schedules, as a divisor
	ladderBounded = 4 // the share of schedules with few preemptions
	ladderDepth   = 3 // of PCT
)

// Ladder is [Search] for a program that may be too large. If the default strategy runs out of its
// share of the time, Ladder runs the schedules without preemptions, then those with one, and so on.
// Then it runs schedules of PCT, and random ones. The seed is that of these two. Covered says in words
// what was run, if not everything was. More has the results of the searches after the first.
//
// New reports whether the random schedules still showed something new when the time was over.
func Ladder(program func(), o Options, seed uint64) (r Result, covered string, more bool) {
	whole := o.For
	o.For = whole / ladderAll
	r = Search(program, o)
	if r.Failure != nil && r.Failure.Rule == report.RuleRepeatable && r.Failure.decisions == nil {
		r.Failure.Detail += unlike(program, o)
	}
	if r.Ending != report.BoundHit || whole == 0 || r.Bound == report.LeftBehind || r.Share == 1 && strings.HasPrefix(r.Bound, beside) {
		return r, "", false
	}
	bounded := strategy.NewBounded(1 << 20)
	rungs := []struct {
		strategy strategy.Strategy
		time     time.Duration
		doing    string
		says     func(Result) string
	}{
		{bounded, whole / ladderBounded, "few preemptions", func(m Result) string { return bounds(bounded, m) }},
		{strategy.NewPCT(seed, ladderDepth), whole / (2 * ladderBounded), "PCT", func(m Result) string {
			return fmt.Sprintf("%s of PCT in %s", count(m.Executions, "execution"), classesOf(m))
		}},
		{strategy.NewRandom(seed), whole / (2 * ladderBounded), "random schedules", func(m Result) string {
			return fmt.Sprintf("%s in %s", count(m.Executions, "random execution"), classesOf(m))
		}},
	}
	says := []string{fmt.Sprintf("%s of the search for all schedules", count(r.Executions, "execution"))}
	for i, rung := range rungs {
		next := o
		next.Strategy, next.For, next.Doing = rung.strategy, rung.time, rung.doing
		next.Executions, next.Stops = 0, false
		if i > 0 {
			next.Saturation = saturation
		}
		m := Search(program, next)
		r.More = append(r.More, m)
		r.AddCases(m)
		says = append(says, rung.says(m))
		more = i > 0 && m.Took >= rung.time
		r.Threads = max(r.Threads, m.Threads)
		if m.Failure != nil {
			r.Ending, r.Failure = m.Ending, m.Failure
			break
		}
	}
	return r, strings.Join(says, "; "), more
}

func classesOf(m Result) string {
	if m.Classes == 1 {
		return "1 class"
	}
	return fmt.Sprintf("%d classes", m.Classes)
}

// bounds says which bounds on preemptions were covered.
func bounds(b *strategy.Bounded, m Result) string {
	whole := b.Bound() - 1
	if all, _ := b.Exhausted(); all {
		whole = b.Bound()
	}
	if m.Failure != nil || whole < 0 || m.Bound != "" {
		return fmt.Sprintf("%s with at most %s", count(m.Executions, "execution"), count(b.Bound(), "preemption"))
	}
	return fmt.Sprintf("every schedule with at most %s, and others with %d, in %s", count(whole, "preemption"), b.Bound(), count(m.Executions, "execution"))
}
