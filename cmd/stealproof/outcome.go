package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// state is what is known of one rule, one deque, or a whole run.
type state string

const (
	held          state = "held"
	violation     state = "violation"
	unknown       state = "unknown" // could not be judged in time
	failed        state = "error"   // could not be run
	vacuous       state = "vacuous" // met too little
	cutShort      state = "cut_short"
	notRun        state = "not_run"
	notApplicable state = "not_applicable"
)

// gravity orders states: the worst of several stands for all.
var gravity = []state{notApplicable, held, notRun, cutShort, vacuous, failed, unknown, violation}

func worse(a, b state) bool {
	rank := map[state]int{}
	for i, s := range gravity {
		rank[s] = i
	}
	return rank[a] > rank[b]
}

func exitCode(s state) int {
	switch s {
	case held:
		return exitHeld
	case cutShort, notRun:
		return exitCut
	}
	return exitBroken
}

// result is what came of one deque.
type result struct {
	deque    wsqtest.Member
	spec     model.Spec
	rules    []wsqtest.Rule // to be tried, in order
	outcomes []tried        // of the first of them
	began    bool
	took     time.Duration
}

// tried is a rule's outcome, and how to see it again.
type tried struct {
	wsqtest.Outcome
	running bool     // it has not ended
	replay  string   // a command line, if the rule is broken
	files   []string // where its history was saved
}

func newResult(m wsqtest.Member, rules []wsqtest.Rule) *result {
	return &result{deque: m, spec: target(m).Spec(8), rules: rules}
}

func (t tried) state() state {
	switch f := t.Found; {
	case t.running:
		return cutShort
	case f != nil && f.Vacuous:
		return vacuous
	case f != nil && f.Failure != nil && f.Failure.Rule == linearizability.RuleJudged:
		return unknown
	case f != nil:
		return violation
	case errors.Is(t.Err, context.Canceled) || errors.Is(t.Err, context.DeadlineExceeded):
		if t.Did == "" {
			return notRun
		}
		return cutShort
	case t.Err != nil:
		return failed
	case t.Did == "":
		return notApplicable
	}
	return held
}

// state returns the worst state of a rule, and the first rule in that state.
func (r *result) state() (worst state, rule string) {
	worst, n := held, 0
	for _, t := range r.outcomes {
		if s := t.state(); worse(s, worst) {
			worst, rule = s, t.Rule.Name
		}
		n++
	}
	if !r.began {
		return notRun, ""
	}
	if n < len(r.rules) && worse(cutShort, worst) || worst == notRun {
		return cutShort, ""
	}
	return worst, rule
}

// number returns how many rules are in one of the states.
func (r *result) number(of ...state) int {
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

// unfinished returns the rules that were cut short and those that were not run.
func (r *result) unfinished() (cut, missed []string) {
	for _, t := range r.outcomes {
		switch t.state() {
		case cutShort:
			cut = append(cut, t.Rule.Name)
		case notRun:
			missed = append(missed, t.Rule.Name)
		}
	}
	for _, rule := range r.rules[len(r.outcomes):] {
		missed = append(missed, rule.Name)
	}
	return cut, missed
}

// coverage returns what the linearizable rule met, or nil.
func (r *result) coverage() *linearizability.Coverage {
	for _, t := range r.outcomes {
		if t.Coverage != nil {
			return t.Coverage
		}
	}
	return nil
}

// ledger returns what the exactly-once rule counted, or nil.
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
	case violation:
		return "VIOLATION " + rule + more
	case unknown:
		return "UNKNOWN " + rule + more
	case failed:
		return "ERROR " + rule + more
	case vacuous:
		return "VACUOUS " + rule + more
	case cutShort:
		return "cut short"
	case notRun:
		return "not run"
	}
	return "held"
}

// did says what a rule was tried on.
func did(o wsqtest.Outcome) string {
	switch {
	case o.Coverage != nil:
		c := o.Coverage
		retries := count(c.Retries) + " retries"
		if c.Retries == 1 {
			retries = "1 retry"
		}
		return fmt.Sprintf("%s, %s judged, %s beside the owner, %s, %s",
			plural(c.Rounds, "round"), count(c.Distinct), plural(c.Steals, "steal"), retries, plural(c.LastItem, "last-item race"))
	case o.Ledger != nil:
		return fmt.Sprintf("%s, %s stolen", plural(o.Ledger.Items, "item"), count(o.Ledger.Stolen))
	}
	return o.Did
}
