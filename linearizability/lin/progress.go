package lin

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

// Progress is a promise that operations do not wait for each other. As an [Option], it makes Check stop
// a thread after each of its steps, in every schedule, and see whether the others finish. Only
// stealproof check does that. Scenarios with operations that block are left out.
type Progress uint8

const (
	// ObstructionFree: an operation finishes if all other threads stand still.
	ObstructionFree Progress = 1 + iota
	// LockFree: if one thread stands still, all others finish, even if there are two of them.
	LockFree
	waitFree // see WaitFree
)

var progressNames = [...]string{"", "obstruction-free", "lock-free", "wait-free"}

// WaitFree asks for wait-freedom by a bound: each operation ends within so many steps of its own, in every
// schedule, and also while another thread stands still. A step is an access to an atomic, a lock, a channel or the
// like. A bound below 1 fails the test.
func WaitFree(steps int) Option {
	return option(func(c *config) { c.progress, c.ownSteps = waitFree, &steps })
}

// String returns the promise in words, such as "lock-free".
func (p Progress) String() string { return progressNames[p] }

// apply makes a Progress an Option.
func (p Progress) apply(to *config) { to.progress = p }

// ruleProgress is the rule that is broken if the other threads do not finish.
const ruleProgress = "threads finish while another one is stopped"

// ruleOwnSteps is the rule that is broken if an operation takes too many steps.
const ruleOwnSteps = report.RuleOwnSteps

// Bounds of the search for threads that wait.
const (
	mostStopped = 24     // scenarios of each shape
	mostStops   = 60     // steps of a thread after which it is stopped
	enoughStops = 60_000 // executions
)

// stop is a thread of a scenario that stops.
type stop struct {
	thread int // from 0; -1 for none
	after  int // steps
}

// withoutWaiting stops each thread of scenarios after each of its steps.
func (s *searching) withoutWaiting() (p Part, f *Failure) {
	start, before := time.Now(), s.sum.Executions
	p.Ending = sched.Exhausted
	if s.progress != ObstructionFree {
		p.Says = "with two other threads too"
	}
	for _, l := range s.levels {
		if len(s.texts) == 0 && l.name != "pairs" && (l.name != "three threads" || s.progress == ObstructionFree) {
			continue
		}
		for _, sc := range spread(l.all, mostStopped) {
			sc := &script{Of: sc.Of}
			sc.After = nil
			if len(sc.Threads) < 2 || s.blocks(sc) {
				continue
			}
			p.Of++
			if s.sum.Executions-before > enoughStops {
				p.Ending = sched.BoundHit
				continue
			}
			ending, failure := s.stopEach(sc)
			p.Executions, p.Took = s.sum.Executions-before, time.Since(start)
			switch {
			case failure != nil:
				p.Ending, p.Says = sched.Failed, failure.Says
				return p, failure
			case ending == sched.Exhausted:
				p.Scenarios++
			case ending == sched.NotChecked:
				p.Ending = ending
				return p, nil
			default:
				p.Ending = sched.BoundHit
			}
		}
	}
	if p.Of == 0 {
		return Part{Ending: sched.NotChecked, Says: "all scenarios have operations that block"}, nil
	}
	return p, nil
}

// blocks reports whether an operation of the scenario blocks.
func (s *searching) blocks(sc *script) bool {
	return slices.ContainsFunc(sc.Threads, func(calls []*instance) bool {
		return slices.ContainsFunc(calls, func(in *instance) bool { return in.op.blocking() })
	})
}

func (s *searching) stopEach(sc *script) (sched.Ending, *Failure) {
	ending := sched.Exhausted
	for thread := range sc.Threads {
		for after := 1; ; after++ {
			if after > mostStops || !time.Now().Before(s.until) {
				ending = sched.BoundHit
				break
			}
			met := false
			at := stop{thread, after}
			o := engine.Options{Patient: true, For: max(time.Millisecond, min(searchTime, time.Until(s.until))), Executions: searchRuns}
			r := engine.Search(s.player.programStopping(sc, at, func() { met = true }), o)
			s.add(r)
			switch r.Ending {
			case report.Failed:
				return sched.Failed, s.reportStopped(sc, at, r)
			case report.NotChecked:
				return sched.NotChecked, nil
			case report.BoundHit:
				ending = sched.BoundHit
			}
			if !met {
				break
			}
		}
	}
	return ending, nil
}

// reportStopped reports threads that did not finish, or another failure on the way.
func (s *searching) reportStopped(sc *script, at stop, r engine.Result) *Failure {
	where := fmt.Sprintf("%s was stopped after %d of its steps", threadName(1+at.thread), at.after)
	if rule := r.Failure.Rule; rule != report.RuleDeadlock && rule != report.RuleLivelock && rule != report.RuleLeak {
		return s.write(sc, at.text()+sc.String(), r, "")
	}
	r.Failure.Rule = ruleProgress
	says := fmt.Sprintf("Another thread does not finish while %s, so the structure is not %v.", where, s.progress)
	return s.write(sc, at.text()+sc.String(), r, says)
}

// text is the part of a token's program that says which thread stops.
func (at stop) text() string { return fmt.Sprintf("stop %d %d: ", at.thread, at.after) }

// parseStop reads the program of a token.
func parseStop(program string) (at stop, scenario string) {
	at.thread = -1
	if rest, is := strings.CutPrefix(program, "stop "); is {
		if _, err := fmt.Sscanf(rest, "%d %d:", &at.thread, &at.after); err == nil {
			_, scenario, _ = strings.Cut(rest, ": ")
			return at, scenario
		}
	}
	return stop{thread: -1}, program
}
