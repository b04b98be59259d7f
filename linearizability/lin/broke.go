package lin

import (
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/internal/scenario"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// broke reports a search that has failed, or that the scheduler could not control. It first looks
// for a smaller scenario that breaks the same rule.
func (s *searching) broke(sc *script, r engine.Result) (sched.Ending, string, *Failure) {
	if s.m.fault != nil {
		return sched.NotChecked, "the specification is wrong", nil // check reports that
	}
	if r.Ending == report.NotChecked || r.Failure == nil {
		rep := r.Report(s.origin)
		rep.Save()
		s.t.Logf("%s", rep.Text)
		return sched.NotChecked, report.Headline(rep.Rule), nil
	}
	sc, r = s.reduce(sc, r)
	f := s.report(sc, r)
	return sched.Failed, f.Says, f
}

// report writes the failure of a scenario for the command and for people.
func (s *searching) report(sc *script, r engine.Result) *Failure {
	return s.write(sc, sc.String(), r, "")
}

// write is report with the program of the token, and with what is wrong if the failure does not say.
func (s *searching) write(sc *script, program string, r engine.Result, says string) *Failure {
	origin := s.origin
	origin.Program = program
	f := &Failure{Rule: r.Failure.Rule, Scenario: sc.String(), Says: says}
	h := r.Failure.History
	switch {
	case says != "":
		r.Failure.Detail = says + "\n" + r.Failure.Detail
	case h != nil && f.Rule == report.RuleHistory:
		f.Rule = s.ordered()
		f.Says = s.judge.sentence(h)
		r.Failure.Rule, r.Failure.Detail = f.Rule, f.Says+"\n"
	case f.Rule == ruleOwnSteps:
		f.Says = r.Failure.Detail + ", so the structure is not wait-free with that bound."
		r.Failure.Detail = f.Says
	default:
		f.Says, _, _ = strings.Cut(r.Failure.Detail, "\n")
		if h != nil && len(r.Failure.Waiting) > 0 && (f.Rule == report.RuleDeadlock || f.Rule == report.RuleLivelock) {
			f.Says = s.judge.neverReturns(h.Ops)
			r.Failure.Detail = f.Says + "\n" + r.Failure.Detail
		}
	}
	r.Failure.Detail = strings.TrimRight(r.Failure.Detail, "\n") + "\nscenario: " + sc.String()
	for _, note := range s.notes() {
		r.Failure.Detail += "\n" + note
	}
	if h != nil {
		if path := s.picture(h.Ops); path != "" {
			r.Failure.Detail += "\npicture: " + path
		}
	}
	total := s.total()
	if total.Executions > 0 {
		r.Executions, r.Abandoned, r.Steps, r.Deepest, r.Took = total.Executions, total.Abandoned, total.Steps, total.Deepest, total.Took
	}
	rep := r.Report(origin)
	rep.Save()
	f.Text = rep.Text
	return f
}

// reduceTime bounds the search for a smaller scenario.
const reduceTime = 20 * time.Second

// reduce leaves out calls, and whole threads, as long as some schedule breaks the same rule.
func (s *searching) reduce(sc *script, r engine.Result) (*script, engine.Result) {
	since := engine.StartWatch()
	small := sc.Reduce(scenario.Bounds{Threads: 2}, func(less scenario.Of[*instance]) bool {
		if since.Took() >= reduceTime || !s.m.legal(&script{Of: less}) {
			return false
		}
		is, breaks := s.breaks(&script{Of: less}, r.Failure.Rule, reduceTime-since.Took())
		if breaks {
			r = is
		}
		return breaks
	})
	return &script{Of: small}, r
}

// breaks searches a scenario for a schedule that breaks the rule. Schedules with few preemptions come first: most
// faults need no more than two.
func (s *searching) breaks(sc *script, rule string, left time.Duration) (engine.Result, bool) {
	since := engine.StartWatch()
	for _, by := range []strategy.Strategy{strategy.NewBounded(1), strategy.NewBounded(2), nil} {
		o := engine.Options{Judge: s.judge.verdict, Stuck: s.judge.stuck, Strategy: by, Executions: 5_000, Patient: true, For: max(time.Millisecond, min(time.Second, left-since.Took()))}
		r := engine.Search(s.player.program(sc), o)
		if r.Failure != nil && r.Ending == report.Failed && r.Failure.Rule == rule {
			return r, true
		}
	}
	return engine.Result{}, false
}

// replay repeats the execution of a token, if it is of this Check.
func (s *searching) replay(text string, v *Verdict) {
	token, err := report.ParseToken(text)
	if err != nil {
		s.t.Errorf("%s: %v", report.EnvReplay, err)
		return
	}
	v.Every.Ending = sched.Exhausted // nothing was run
	if token.Test != s.origin.Test || token.Search != s.origin.Search {
		return
	}
	at, program := parseStop(token.Program)
	sc, _, err := s.m.parse(program)
	if err != nil {
		s.t.Errorf("the token is of another test: %v", err)
		return
	}
	o := engine.Options{Judge: s.judge.verdict, Stuck: s.judge.stuck}
	if at.thread >= 0 {
		o.Judge = nil
	}
	r := engine.Repeat(s.player.programStopping(sc, at, func() {}), o, token)
	if r.Failure == nil || r.Ending != report.Failed {
		s.origin.Program = token.Program
		r.Report(s.origin).Save()
		v.Every.Ending = sched.Ending(r.Ending)
		return
	}
	if at.thread >= 0 {
		v.Failure = s.reportStopped(sc, at, r)
	} else {
		v.Failure = s.report(sc, r)
	}
	v.Every.Ending, v.Every.Says = sched.Failed, v.Failure.Says
}

// sentence says what is wrong with a history, in one sentence.
func (j *judge) sentence(h *model.History) string {
	e := newExplaining(j, h.Ops)
	return e.sentence()
}

func callOf(o model.Operation) string { return o.Invocation.Called() }

func resultOf(o model.Operation) string {
	if words := o.Invocation.Answered(); words != "" {
		return "returned " + words
	}
	if !returned(&o) {
		return "has not returned"
	}
	return "returned"
}
