// Package explore visits all states of a transition system, breadth first, and finds a shortest run that breaks
// a rule.
//
// States are plain comparable values. The search keeps only a fingerprint of each visited state, so it needs
// about 30 bytes of memory a state. It uses all cores. The number of cores changes neither the visited states,
// nor their order, nor the counterexample.
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

// Model is a transition system with the rules that must hold. S must consist of integers, booleans, arrays and
// structs, without padding.
type Model[S comparable] struct {
	Init []S
	// Next appends all steps from a state. Several goroutines call it. It must not keep s.
	Next func(s *S, steps []Step[S]) []Step[S]
	// Within, if not nil, reports whether a step may be taken.
	Within func(from *S, step *Step[S]) bool
	// Canonical, if not nil, replaces a state by the representative of all states that are symmetric to it.
	Canonical func(s *S)

	Invariants []Invariant[S]
	Properties []Property[S]
	Temporal   []Temporal[S]
	// Fair is a set of threads, as bits, that are weakly fair: each takes steps again and again unless it is
	// disabled again and again.
	Fair uint32
	// Deadlock makes a state without steps a failure.
	Deadlock bool

	Threads []string                            // names, at most 32
	Actions []string                            // names, at most 256
	Text    func(b []byte, s *S) []byte         // appends the text of a state
	Say     func(from *S, step *Step[S]) string // describes a step; nil means the name of the action
}

// Step leads to a state.
type Step[S comparable] struct {
	To             S
	Thread, Action uint8
}

// Invariant must hold in each state.
type Invariant[S comparable] struct {
	Name  string
	Holds func(s *S) bool
}

// Property must hold for each step.
type Property[S comparable] struct {
	Name  string
	Holds func(from *S, step *Step[S]) bool
}

// Temporal is a property of each infinite run in which all fair threads get their turns. A run that stays in
// one state for ever is infinite too.
type Temporal[S comparable] struct {
	Name string
	Form Form
	When func(s *S) bool // used by LeadsTo
	Then func(s *S) bool
}

// Form is the form of a temporal property.
type Form uint8

const (
	InfinitelyOften Form = iota // []<> Then
	InTheEnd                    // <>[] Then
	LeadsTo                     // When ~> Then
)

// Options are options of [Model.Explore].
type Options struct {
	Workers  int            // 0 means one for each core
	States   int            // bound; 0 means none
	Memory   int64          // bound in bytes; 0 means none
	Progress func(Progress) // called now and then, never concurrently
	Every    time.Duration  // time between calls of Progress; 0 means a second
	Digest   bool           // whether to compute the digest of the graph
}

// Progress is the progress of a search.
type Progress struct {
	States    int // states found
	Generated int // initial states, and targets of all steps
	Queue     int // states found but not expanded yet
	Depth     int // number of states on the longest of the shortest paths
	Took      time.Duration
}

// Rate returns the number of states found per second.
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

// Result is the result of a search.
type Result struct {
	Ending Ending
	Bound  string // the bound that was hit, and the work that was left
	Progress
	Edges   int // number of distinct edges, including the action; only with Digest
	Digest  Digest
	Taken   []int // how often each action led to a new or known state
	Failure *Failure
}

// Rule is the kind of a broken rule.
type Rule string

const (
	RuleInvariant Rule = "invariant"
	RuleProperty  Rule = "step property"
	RuleDeadlock  Rule = "deadlock"
	RuleTemporal  Rule = "temporal property"
)

// Failure is a run that breaks a rule. It has the fewest possible steps, unless the rule is a temporal
// property.
type Failure struct {
	Rule  Rule
	Name  string // of the property
	Steps []Taken
	// Back is the number of the step, from 0, to which the run returns after the last step. It is len(Steps) if
	// the run stays in the last state for ever, and -1 if the run is finite.
	Back  int
	Init  string // text of the first state
	Last  string // text of the last state
	names []string
}

// Taken is a step of a run.
type Taken struct {
	Thread, Action int
	Text           string // description of the step
}

// States returns the number of states of the run, counted as TLC does.
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
		end = "Then nothing happens any more.\n"
	case f.Back >= 0:
		end = fmt.Sprintf("Then the run repeats from row %d, for ever.\n", f.Back+1)
	}
	_, err := io.WriteString(w, end)
	return err
}

// Explore visits all states, until a rule is broken, a bound is hit or ctx ends. It returns an error only if
// the model is malformed.
func (m *Model[S]) Explore(ctx context.Context, o Options) (*Result, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	x := newSearch(m, o)
	x.run(ctx)
	return &x.result, nil
}
