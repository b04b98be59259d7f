// Package explore visits all states of a transition system, breadth first, and
// says which rule is broken after the fewest steps.
//
// States are plain comparable values. Of a visited state only a fingerprint is
// kept, so memory is about 30 bytes a state. All cores are used; whatever their
// number, the same states are visited in the same order and the same
// counterexample is found.
//
// Reviewers read this package beside the specifications in tla. It may change in any release.
package explore

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/model"
)

// A Model is a transition system and what must hold of it. S must be made of
// integers, booleans, arrays and structs, without padding.
type Model[S comparable] struct {
	Init []S
	// Next appends all steps from a state. It is called by several goroutines, and
	// must not keep s.
	Next func(s *S, steps []Step[S]) []Step[S]
	// Within, if not nil, says which steps are taken at all.
	Within func(from *S, step *Step[S]) bool
	// Canonical, if not nil, replaces a state by the one that stands for all that
	// are symmetric to it.
	Canonical func(s *S)

	Invariants []Invariant[S]
	Properties []Property[S]
	Temporal   []Temporal[S]
	// Fair is the set of threads, as bits, that take steps again and again unless
	// they are disabled again and again: weak fairness of each.
	Fair uint32
	// Deadlock makes a state without steps a failure.
	Deadlock bool

	Threads []string                            // their names, at most 32
	Actions []string                            // their names, at most 256
	Text    func(b []byte, s *S) []byte         // appends the text of a state
	Say     func(from *S, step *Step[S]) string // what a step did, nil for its action's name
}

// A Step leads to a state.
type Step[S comparable] struct {
	To             S
	Thread, Action uint8
}

// An Invariant must hold in each state.
type Invariant[S comparable] struct {
	Name  string
	Holds func(s *S) bool
}

// A Property must hold of each step.
type Property[S comparable] struct {
	Name  string
	Holds func(from *S, step *Step[S]) bool
}

// A Temporal property must hold of each infinite run in which each fair thread
// gets its turn. A run in which nobody moves any more is infinite, too.
type Temporal[S comparable] struct {
	Name string
	Form Form
	When func(s *S) bool // of LeadsTo
	Then func(s *S) bool
}

// Form is the form of a temporal property.
type Form uint8

const (
	InfinitelyOften Form = iota // []<> Then
	InTheEnd                    // <>[] Then
	LeadsTo                     // When ~> Then
)

// Options of [Model.Explore].
type Options struct {
	Workers  int            // 0 is one for each core
	States   int            // bound, 0 is none
	Memory   int64          // bound in bytes, 0 is none
	Progress func(Progress) // called now and then, and not concurrently
	Every    time.Duration  // between calls of Progress, 0 is a second
	Digest   bool           // make the digest of the graph
}

// Progress says how far a search is.
type Progress struct {
	States    int // found
	Generated int // states reached by all steps, and the initial ones
	Queue     int // found and not yet expanded
	Depth     int // states on the longest of the shortest paths
	Took      time.Duration
}

// Rate returns how many states were found in a second.
func (p Progress) Rate() float64 { return float64(p.States) / max(p.Took.Seconds(), 1e-9) }

func (p Progress) String() string {
	return fmt.Sprintf("%d states, %d generated, %d queued, depth %d, %.0f states/s", p.States, p.Generated, p.Queue, p.Depth, p.Rate())
}

// Ending says how a search ended.
type Ending string

const (
	Exhausted Ending = "exhausted"
	BoundHit  Ending = "bound hit"
	Failed    Ending = "failed"
)

// Result of a search.
type Result struct {
	Ending Ending
	Bound  string // which bound was hit, and what was left
	Progress
	Edges   int // distinct ones, labelled with their action; if the digest was made
	Digest  Digest
	Taken   []int // how often each action led to a new state or an old one
	Failure *Failure
}

// Rule is what kind of rule is broken.
type Rule string

const (
	RuleInvariant Rule = "invariant"
	RuleProperty  Rule = "step property"
	RuleDeadlock  Rule = "deadlock"
	RuleTemporal  Rule = "temporal property"
)

// A Failure is a run that breaks a rule: one with the fewest steps, unless the
// rule is a temporal property.
type Failure struct {
	Rule  Rule
	Name  string // of the property
	Steps []Taken
	// Back is the step, counted from 0, at which the run goes round again after
	// the last one; len(Steps) if it stops there for good. -1 if the run is finite.
	Back  int
	Init  string // text of the first state
	Last  string // text of the last one
	names []string
}

// Taken is a step of a run.
type Taken struct {
	Thread, Action int
	Text           string // what it did
}

// States returns how many states the run has, as TLC counts them.
func (f *Failure) States() int { return len(f.Steps) + 1 }

// WriteTable writes the run as an interleaving table.
func (f *Failure) WriteTable(w io.Writer) error {
	rows := make([]model.Row, len(f.Steps))
	for i, t := range f.Steps {
		rows[i] = model.Row{Column: t.Thread, Text: t.Text}
	}
	if err := model.WriteTable(w, f.names, rows); err != nil {
		return err
	}
	end := ""
	switch {
	case f.Back == len(f.Steps):
		end = "Then nothing happens for ever.\n"
	case f.Back >= 0:
		end = fmt.Sprintf("Then again from row %d, for ever.\n", f.Back+1)
	}
	_, err := io.WriteString(w, end)
	return err
}

// Explore visits all states, until a rule is broken, a bound is hit or ctx ends.
// An error says that the model is malformed.
func (m *Model[S]) Explore(ctx context.Context, o Options) (*Result, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	x := newSearch(m, o)
	x.run(ctx)
	return &x.result, nil
}
