package model

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/stealproof/stealproof/internal/scenario"
)

// Action is one operation of a scenario.
type Action struct {
	Kind Kind
	Max  int // Batch: the largest number of items to take
}

// Scenario lists the operations of each participant. One goroutine prepares the deque. Then the
// owner and the thieves operate at the same time. A scenario has no values: pushes are numbered 1,
// 2, 3, ... in their order.
//
// Its text form is
//
//	push push pop | steal steal
//	push*3 steal*2 ; push poptop scrub | steal | batch:2
//
// First come the owner's operations, then those of each thief after a bar. Before a semicolon
// stands the preparation, which one goroutine runs alone. "push*3" is short for "push push push",
// and "batch:2" takes at most 2 items.
type Scenario struct {
	Prepare []Action
	Owner   []Action
	Thieves [][]Action
}

// maxThieves bounds a scenario in text form. A larger one cannot be judged.
const maxThieves = 64

// ParseScenario parses the text form. It returns an error for any other text, for more than 1,000
// operations or 64 thieves, and for a batch of more than 1,000 items. Brackets may stand after a
// name, as in batch(2).
func ParseScenario(text string) (Scenario, error) {
	calls, parts, err := scenario.Parse(text)
	if err == nil && parts > 2 {
		err = errors.New("more than one semicolon")
	}
	if n := len(calls.Threads) - 1; err == nil && n > maxThieves {
		err = fmt.Errorf("%d thieves; want at most %d", n, maxThieves)
	}
	var all scenario.Of[Action]
	if err == nil {
		all, err = scenario.Convert(calls, parseAction)
	}
	s := ofThreads(all)
	for i, actions := range s.Thieves {
		if err == nil && len(actions) == 0 {
			err = &scenario.Error{At: scenario.Place{Part: scenario.Threads, Thread: 1 + i}, Err: errors.New("no operations")}
		}
	}
	if err == nil && len(s.Owner)+len(s.Thieves) == 0 {
		err = errors.New("no operations; want for example: push push pop | steal steal")
	}
	if n := s.Size(); err == nil && n > scenario.MostCalls {
		err = fmt.Errorf("%d operations; want at most %d", n, scenario.MostCalls)
	}
	if err != nil {
		return Scenario{}, fmt.Errorf("scenario: %s%w", whose(err), err)
	}
	return s, nil
}

// whose names the participant whose operations are wrong, if it is known.
func whose(err error) string {
	var wrong *scenario.Error
	switch {
	case !errors.As(err, &wrong):
		return ""
	case wrong.At.Part == scenario.Prepare:
		return "before the semicolon: "
	case wrong.At.Thread == 0:
		return "owner: "
	}
	return fmt.Sprintf("thief %d: ", wrong.At.Thread)
}

func parseAction(at scenario.Place, c scenario.Call) (a Action, err error) {
	if a.Kind, err = ParseKind(c.Name); err != nil {
		return a, err
	}
	owner := at.Thread == 0
	switch {
	case at.Part == scenario.Threads && owner && !a.Kind.Owned():
		return a, fmt.Errorf("%s is a thief's operation; thieves stand after a |", a.Kind)
	case at.Part == scenario.Threads && !owner && a.Kind.Owned():
		return a, fmt.Errorf("%s is an owner's operation; want steal or batch", a.Kind)
	case a.Kind != Batch && len(c.Args) > 0:
		return a, fmt.Errorf("%q: only batch takes a number after a colon", c.Text)
	case a.Kind == Batch && len(c.Args) != 1:
		return a, fmt.Errorf("%q: say how many items at most, as in batch:2", c.Text)
	case a.Kind == Batch:
		if a.Max, err = strconv.Atoi(c.Args[0]); err != nil || a.Max < 1 || a.Max > scenario.MostCalls {
			return a, fmt.Errorf("%q: want a number from 1 to %d after the colon", c.Text, scenario.MostCalls)
		}
	}
	return a, nil
}

// threads returns the scenario in the form of all checks. The owner is the first thread.
func (s Scenario) threads() scenario.Of[Action] {
	return scenario.Of[Action]{Prepare: s.Prepare, Threads: append([][]Action{s.Owner}, s.Thieves...)}
}

func ofThreads(all scenario.Of[Action]) (s Scenario) {
	s.Prepare = all.Prepare
	if len(all.Threads) > 0 {
		s.Owner, s.Thieves = all.Threads[0], all.Threads[1:]
	}
	if len(s.Thieves) == 0 {
		s.Thieves = nil
	}
	return s
}

// String returns the text form.
func (s Scenario) String() string {
	all := s.threads()
	return all.Text(false, actionText)
}

// actionText returns an action in the text form, such as "batch:2".
func actionText(a Action) string {
	if a.Kind == Batch {
		return fmt.Sprintf("batch:%d", a.Max)
	}
	return a.Kind.String()
}

// Shrink returns the smallest scenario that it finds for which fails returns true. It leaves out
// thieves and operations. If fails depends on chance, it should try several times.
func (s Scenario) Shrink(fails func(Scenario) bool) Scenario {
	return ofThreads(s.threads().Reduce(scenario.Bounds{Threads: 2, Fixed: 1}, func(smaller scenario.Of[Action]) bool {
		return fails(ofThreads(smaller))
	}))
}

// Size returns the number of operations.
func (s Scenario) Size() int {
	n := len(s.Prepare) + len(s.Owner)
	for _, t := range s.Thieves {
		n += len(t)
	}
	return n
}

// Concurrent reports whether operations of two participants can overlap.
func (s Scenario) Concurrent() bool {
	return len(s.Thieves) > 1 || len(s.Thieves) == 1 && len(s.Owner) > 0
}

// Pushes returns the number of pushes.
func (s Scenario) Pushes() int {
	n := 0
	for _, actions := range [][]Action{s.Prepare, s.Owner} {
		for _, a := range actions {
			if a.Kind == Push {
				n++
			}
		}
	}
	return n
}

// Kinds calls f for the kind of each operation, until f returns false.
func (s Scenario) Kinds(f func(Kind) bool) {
	for _, actions := range append([][]Action{s.Prepare, s.Owner}, s.Thieves...) {
		for _, a := range actions {
			if !f(a.Kind) {
				return
			}
		}
	}
}

// Runnable returns an error that names the first operation that the subject does not have, or nil.
func (s Scenario) Runnable(on Subject) error {
	var err error
	s.Kinds(func(k Kind) bool {
		if !on.Offers(k) {
			err = fmt.Errorf("scenario: this deque has no %s", k)
		}
		return err == nil
	})
	return err
}
