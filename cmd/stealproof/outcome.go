package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// result is the result of one deque.
type result struct {
	deque    wsqtest.Member
	spec     model.Spec
	rules    []wsqtest.Rule // to try, in order
	outcomes []tried        // one for each rule that was begun, in order
	began    bool
	took     time.Duration
}

// tried is the outcome of a rule, with a command that repeats it.
type tried struct {
	wsqtest.Outcome
	running bool     // it has not ended yet
	replay  string   // a command line, if the rule is broken
	files   []string // where its history was saved
}

func newResult(m wsqtest.Member, rules []wsqtest.Rule) *result {
	return &result{deque: m, spec: target(m).Spec(8), rules: rules}
}

func (t tried) state() console.State {
	switch f := t.Found; {
	case t.running:
		return console.CutShort
	case f != nil && f.Vacuous:
		return console.Vacuous
	case f != nil && f.Failure != nil && f.Failure.Rule == linearizability.RuleJudged:
		return console.Unknown
	case f != nil:
		return console.Violation
	case errors.Is(t.Err, context.Canceled) || errors.Is(t.Err, context.DeadlineExceeded):
		if t.Did == "" {
			return console.NotRun
		}
		return console.CutShort
	case t.Err != nil:
		return console.Failed
	case t.Did == "":
		return console.NotApplicable
	}
	return console.Held
}

// state returns the worst state of a rule, and the first rule in that state.
func (r *result) state() (worst console.State, rule string) {
	worst, n := console.Held, 0
	for _, t := range r.outcomes {
		if s := t.state(); console.Worse(s, worst) {
			worst, rule = s, t.Rule.Name
		}
		n++
	}
	if !r.began {
		return console.NotRun, ""
	}
	if n < len(r.rules) && console.Worse(console.CutShort, worst) || worst == console.NotRun {
		return console.CutShort, ""
	}
	return worst, rule
}

// number returns how many rules are in one of the states.
func (r *result) number(of ...console.State) int {
	n := 0
	for _, t := range r.outcomes {
		for _, s := range of {
			if t.state() == s {
				n++
			}
		}
	}
	return n
}

// unfinished returns the rules that were cut short and the rules that were not run.
func (r *result) unfinished() (cut, missed []string) {
	for _, t := range r.outcomes {
		switch t.state() {
		case console.CutShort:
			cut = append(cut, t.Rule.Name)
		case console.NotRun:
			missed = append(missed, t.Rule.Name)
		}
	}
	for _, rule := range r.rules[len(r.outcomes):] {
		missed = append(missed, rule.Name)
	}
	return cut, missed
}

// coverage returns the coverage of the linearizable rule, or nil.
func (r *result) coverage() *linearizability.Coverage {
	for _, t := range r.outcomes {
		if t.Coverage != nil {
			return t.Coverage
		}
	}
	return nil
}

// ledger returns the counts of the exactly-once rule, or nil.
func (r *result) ledger() *linearizability.Ledger {
	for _, t := range r.outcomes {
		if t.Ledger != nil {
			return t.Ledger
		}
	}
	return nil
}

// verdict returns the state in words.
func (r *result) verdict() string {
	s, rule := r.state()
	more := ""
	if n := r.number(s); n > 1 {
		more = fmt.Sprintf(" and %d more", n-1)
	}
	switch s {
	case console.Violation:
		return "VIOLATION " + rule + more
	case console.Unknown:
		return "UNKNOWN " + rule + more
	case console.Failed:
		return "ERROR " + rule + more
	case console.Vacuous:
		return "VACUOUS " + rule + more
	case console.CutShort:
		return "cut short"
	case console.NotRun:
		return "not run"
	}
	return "held"
}

// did describes how much was tried for a rule.
func did(o wsqtest.Outcome) string {
	switch {
	case o.Coverage != nil:
		c := o.Coverage
		retries := console.Count(c.Retries) + " retries"
		if c.Retries == 1 {
			retries = "1 retry"
		}
		return fmt.Sprintf("%s, %s judged, %s during an owner operation, %s, %s",
			console.Plural(c.Rounds, "round"), console.Count(c.Distinct), console.Plural(c.Steals, "steal"), retries, console.Plural(c.LastItem, "last-item race"))
	case o.Ledger != nil:
		return fmt.Sprintf("%s, %s stolen", console.Plural(o.Ledger.Items, "item"), console.Count(o.Ledger.Stolen))
	}
	return o.Did
}
