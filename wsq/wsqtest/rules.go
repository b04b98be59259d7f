package wsqtest

import (
	"context"
	"fmt"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// Rule is a property that every work-stealing deque must have.
type Rule struct {
	Name string // such as "growth-after-steals"
	Says string // the property, in one sentence
}

// Finding is a rule that was broken, or that could not be tested.
type Finding struct {
	Rule    Rule
	Broken  string // what the deque did
	Replay  string // options that reproduce it, such as "-wsqtest.seed=1"
	History *model.History
	// Failure has the details of a concurrent rule. It is nil for the other rules.
	Failure *linearizability.Failure
	// Panic is the deque's panic value with the line that panicked. It is empty if the deque
	// did not panic.
	Panic string
	// Vacuous: the run saw no violation, but it never met the situations in which a
	// violation could occur.
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

// evidence says what a rule was tried on. It is zero if the rule does not apply.
type evidence struct {
	text     string                    // set if there are no counts
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
		return fmt.Sprintf("%d rounds, %d histories judged, %d overlaps, %d steals while the owner was active, %d retries, %d races for the last item, %d growths, %d refused pushes",
			c.Rounds, c.Distinct, c.Overlaps, c.Steals, c.Retries, c.LastItem, c.Grown, c.Refused)
	case e.ledger != nil:
		return fmt.Sprintf("%d items, %d of them stolen, in %d epochs", e.ledger.Items, e.ledger.Stolen, e.ledger.Epochs)
	}
	return e.text
}

func (e evidence) outcome(r Rule) Outcome {
	return Outcome{Rule: r, Did: e.String(), Coverage: e.coverage, Ledger: e.ledger}
}

// check runs one rule. tried says what the rule was tried on. found is nil if the rule
// held.
type check[T any] func(s *suite[T], ctx context.Context) (tried evidence, found *Finding, err error)

type rule[T any] struct {
	Rule
	check check[T]
}

// rules returns all rules in the order in which to run them. Rules that one goroutine can
// break come first.
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
