package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
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

// Bounds of a scenario in text form. A larger one cannot be judged. A typing error such as
// push*1e9 must be an error, and must not exhaust the machine.
const (
	maxActions = 1_000 // operations in all, and items of a batch
	maxThieves = 64
)

// ParseScenario parses the text form. It returns an error for any other text, for more than 1,000
// operations or 64 thieves, and for a batch of more than 1,000 items.
func ParseScenario(text string) (Scenario, error) {
	var s Scenario
	prepare, rest, prepared := strings.Cut(text, ";")
	var err error
	if prepared {
		if s.Prepare, err = parseActions(prepare); err != nil {
			return Scenario{}, fmt.Errorf("scenario: before the semicolon: %w", err)
		}
	} else {
		rest = text
	}
	parts := strings.Split(rest, "|")
	if s.Owner, err = parseActions(parts[0]); err != nil {
		return Scenario{}, fmt.Errorf("scenario: owner: %w", err)
	}
	for _, a := range s.Owner {
		if !a.Kind.Owned() {
			return Scenario{}, fmt.Errorf("scenario: owner: %s is a thief's operation; thieves stand after a |", a.Kind)
		}
	}
	if n := len(parts) - 1; n > maxThieves {
		return Scenario{}, fmt.Errorf("scenario: %d thieves; want at most %d", n, maxThieves)
	}
	for i, part := range parts[1:] {
		actions, err := parseActions(part)
		if err == nil && len(actions) == 0 {
			err = errors.New("no operations")
		}
		for _, a := range actions {
			if a.Kind.Owned() {
				err = fmt.Errorf("%s is an owner's operation", a.Kind)
			}
		}
		if err != nil {
			return Scenario{}, fmt.Errorf("scenario: thief %d: %w", i+1, err)
		}
		s.Thieves = append(s.Thieves, actions)
	}
	if len(s.Owner)+len(s.Thieves) == 0 {
		return Scenario{}, errors.New("scenario: no operations; want for example: push push pop | steal steal")
	}
	if n := s.Size(); n > maxActions {
		return Scenario{}, fmt.Errorf("scenario: %d operations; want at most %d", n, maxActions)
	}
	return s, nil
}

func parseActions(text string) ([]Action, error) {
	var actions []Action
	for _, word := range strings.Fields(text) {
		base, count := word, 1
		if name, times, repeated := strings.Cut(word, "*"); repeated {
			n, err := strconv.Atoi(times)
			if err != nil || n < 1 || n > maxActions {
				return nil, fmt.Errorf("%q: want a number from 1 to %d after *", word, maxActions)
			}
			base, count = name, n
		}
		var a Action
		name, most, limited := strings.Cut(base, ":")
		kind, err := ParseKind(name)
		if err != nil {
			return nil, err
		}
		a.Kind = kind
		switch {
		case kind == Batch && limited:
			if a.Max, err = strconv.Atoi(most); err != nil || a.Max < 1 || a.Max > maxActions {
				return nil, fmt.Errorf("%q: want a number from 1 to %d after the colon", word, maxActions)
			}
		case kind == Batch:
			return nil, fmt.Errorf("%q: say how many items at most, as in batch:2", word)
		case limited:
			return nil, fmt.Errorf("%q: only batch takes a number after a colon", word)
		}
		if len(actions)+count > maxActions {
			return nil, fmt.Errorf("more than %d operations; want at most that many in all", maxActions)
		}
		for range count {
			actions = append(actions, a)
		}
	}
	return actions, nil
}

// String returns the text form.
func (s Scenario) String() string {
	var b strings.Builder
	if len(s.Prepare) > 0 {
		b.WriteString(formatActions(s.Prepare) + " ; ")
	}
	b.WriteString(formatActions(s.Owner))
	for _, t := range s.Thieves {
		b.WriteString(" | " + formatActions(t))
	}
	return strings.TrimSpace(b.String())
}

func formatActions(actions []Action) string {
	var words []string
	for i := 0; i < len(actions); {
		n := 1
		for i+n < len(actions) && actions[i+n] == actions[i] {
			n++
		}
		word := actions[i].Kind.String()
		if actions[i].Kind == Batch {
			word = fmt.Sprintf("batch:%d", actions[i].Max)
		}
		switch {
		case n > 2:
			word = fmt.Sprintf("%s*%d", word, n)
		case n == 2:
			word += " " + word
		}
		words = append(words, word)
		i += n
	}
	return strings.Join(words, " ")
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
