package tla

import (
	"fmt"
	"slices"
	"strings"
)

// A Change is a fault that is put into a specification: one action, or the fairness of the
// specification, is changed. The zero Change changes nothing. A module and its Go machine
// are changed in the same way.
type Change struct {
	Action string // "" for Unfair; for Lazy the process
	Verb   Verb
	What   string // a variable, or the label that the action leads to
	Before string // with GoesTo, the label that it led to
}

// Verb says what becomes of an action.
type Verb string

const (
	Keeps  Verb = "keeps"          // leaves a variable as it is
	Resets Verb = "resets"         // gives a variable that it changes its first value
	Spoils Verb = "spoils"         // makes the numbers of a variable that it changes Spoilt
	Clears Verb = "clears"         // gives a variable that it does not change its first value
	GoesTo Verb = "goes to"        // leads to another label
	Sets   Verb = "sets"           // also gives places of variables other values, see Setting
	Waits  Verb = "waits for ever" // is never enabled
	Unfair Verb = "nobody is fair" // the specification has no fairness
	Lazy   Verb = "is not fair"    // the specification lacks the fairness of a process
)

// Spoilt is a number that no variable has.
const Spoilt = 77

// String returns the change as text, such as "PopLower keeps bottom".
func (c Change) String() string {
	switch c.Verb {
	case "":
		return ""
	case Unfair:
		return string(Unfair)
	case Waits, Lazy:
		return c.Action + " " + string(c.Verb)
	case GoesTo:
		return fmt.Sprintf("%s goes to %s instead of %s", c.Action, c.What, c.Before)
	}
	return fmt.Sprintf("%s %s %s", c.Action, c.Verb, c.What)
}

// OfFairness reports whether the change is of the specification, and not of an action.
func (c Change) OfFairness() bool { return c.Verb == Unfair || c.Verb == Lazy }

// MarshalText returns the change as text.
func (c Change) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the text of a change.
func (c *Change) UnmarshalText(text []byte) error {
	*c = Change{}
	words := strings.Fields(string(text))
	switch {
	case len(words) == 0:
		return nil
	case string(text) == string(Unfair):
		c.Verb = Unfair
	case len(words) > 3 && words[1] == string(Sets):
		c.Action, c.Verb, c.What = words[0], Sets, strings.Join(words[2:], " ")
	case len(words) == 3:
		c.Action, c.Verb, c.What = words[0], Verb(words[1]), words[2]
	case len(words) == 4:
		c.Action, c.Verb = words[0], Verb(strings.Join(words[1:], " "))
	case len(words) == 7:
		c.Action, c.Verb, c.What, c.Before = words[0], GoesTo, words[3], words[6]
	}
	known := slices.Contains([]Verb{Keeps, Resets, Spoils, Clears, GoesTo, Sets, Waits, Unfair, Lazy}, c.Verb)
	if c.String() != string(text) || !known || c.Verb == Sets && c.Settings() == nil {
		return fmt.Errorf("%q is no change of a specification", text)
	}
	return nil
}
