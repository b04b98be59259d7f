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
	// Round is the round of the concurrent rules that broke it, from 1.
	Failure *linearizability.Failure
}

func (f *Finding) Error() string {
	return fmt.Sprintf("rule %s is broken: %s\nthe rule: %s", f.Rule.Name, f.Broken, f.Rule.Says)
}

// check runs one rule. It returns what it did, such as "20,000 rounds", or ""
// if the rule does not apply to the deque, and the finding, or nil.
type check[T any] func(s *suite[T], ctx context.Context) (did string, found *Finding, err error)

type rule[T any] struct {
	Rule
	check check[T]
}

// rules returns all rules, in the order in which they are best run: those that
// one goroutine can break first.
func rules[T any]() []rule[T] {
	var all []rule[T]
	for _, e := range edges {
		all = append(all, rule[T]{e.Rule, func(s *suite[T], _ context.Context) (string, *Finding, error) { return s.edge(e) }})
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
