package wsqtest

import (
	"context"
	"fmt"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// Rule is one thing that every work-stealing deque must do.
type Rule struct {
	Name string // such as "growth-after-steals"
	Says string // what must hold, and why it is asked
}

// Finding is a broken rule.
type Finding struct {
	Rule    Rule
	Broken  string // what happened instead
	Replay  string // options that reproduce it, such as "-wsqtest.seed=1"
	History *model.History
	// Failure is what the concurrent rules found, nil for the others.
	Failure *linearizability.Failure
	// Panic is what the deque panicked with, and where, the line that panicked first. It is empty
	// if the deque did not panic.
	Panic string
	// Vacuous: nothing wrong was seen, but nothing that could have gone wrong
	// was met either.
	Vacuous bool
}

func (f *Finding) Error() string {
	if f.Vacuous {
		return fmt.Sprintf("rule %s was not tested: %s\nthe rule: %s", f.Rule.Name, f.Broken, f.Rule.Says)
	}
	if f.Panic != "" {
		return fmt.Sprintf("the deque panicked: %s\nthis was in rule %s: %s", f.Panic, f.Rule.Name, f.Rule.Says)
	}
	return fmt.Sprintf("rule %s is broken: %s\nthe rule: %s", f.Rule.Name, f.Broken, f.Rule.Says)
}

// evidence is what a rule was tried on; the zero value if it does not apply.
type evidence struct {
	text     string                    // unless there are counts
	coverage *linearizability.Coverage // of the linearizable rule
	ledger   *linearizability.Ledger   // of the exactly-once rule
}

// did returns evidence without counts.
func did(format string, args ...any) evidence {
	return evidence{text: fmt.Sprintf(format, args...)}
}

func (e evidence) String() string {
	switch {
	case e.coverage != nil:
		c := e.coverage
		return fmt.Sprintf("%d rounds, %d histories judged, %d overlaps, %d steals beside the owner, %d retries, %d last-item races, %d growths, %d refusals",
			c.Rounds, c.Distinct, c.Overlaps, c.Steals, c.Retries, c.LastItem, c.Grown, c.Refused)
	case e.ledger != nil:
		return fmt.Sprintf("%d items, %d stolen, %d times at rest", e.ledger.Items, e.ledger.Stolen, e.ledger.Epochs)
	}
	return e.text
}

func (e evidence) outcome(r Rule) Outcome {
	return Outcome{Rule: r, Did: e.String(), Coverage: e.coverage, Ledger: e.ledger}
}

// check runs one rule. It returns what the rule was tried on, and the finding,
// or nil.
type check[T any] func(s *suite[T], ctx context.Context) (tried evidence, found *Finding, err error)

type rule[T any] struct {
	Rule
	check check[T]
}

// rules returns all rules, in the order in which they are best run: those that
// one goroutine can break first.
func rules[T any]() []rule[T] {
	var all []rule[T]
	for _, e := range edges {
		all = append(all, rule[T]{e.Rule, func(s *suite[T], _ context.Context) (evidence, *Finding, error) { return s.edge(e) }})
	}
	return append(all,
		rule[T]{ruleSequential, (*suite[T]).sequentialRule},
		rule[T]{ruleRequest, (*suite[T]).requestRule},
		rule[T]{ruleReleased, (*suite[T]).releasedRule},
		rule[T]{ruleHandOver, (*suite[T]).handOverRule},
		rule[T]{ruleAccount, (*suite[T]).accountRule},
		rule[T]{ruleLinearizable, (*suite[T]).linearizableRule},
	)
}

// Rules lists the rules of the suite.
func Rules() []Rule {
	var list []Rule
	for _, r := range rules[int]() {
		list = append(list, r.Rule)
	}
	return list
}
