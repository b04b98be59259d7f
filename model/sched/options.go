package sched

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// Options are the options of [Explore] and [Search]. The zero value covers all schedules and looks
// for data races.
type Options struct {
	Strategy   Strategy      // nil is DPOR
	Executions int           // limit of executions; 0 is none
	For        time.Duration // limit of time; 0 is none
	Steps      int           // of one execution; 0 is 10,000. Beyond that the threads take turns, for up to 100 times as many
	// Judge turns history mode on: calls and returns are steps, and Judge gets the history of each
	// execution. It must not keep the history. See [S.Operation].
	Judge func(*model.History) error
	Spec  model.Spec // specification of the histories, for Judge
	// Observer sees every access of every execution, and may reject it. It sees a plain write after
	// the write, before the next step of its thread. It does not see what happens inside a lock. A
	// [model.Witness] sees operations, too. The observer may be in the package under test: its own
	// accesses are no part of the program.
	Observer model.Observer
	// Stops also lets the strategy preempt a thread before a labelled call, and before a plain
	// access on a labelled line. Neither conflicts with anything, so this matters only to a
	// strategy that aims at a certain schedule. It has no effect without an Observer.
	Stops bool
	// Saturation counts equivalence classes of executions, and ends the search after that many
	// executions in a row without a new class. Two executions are in one class if they differ only
	// in the order of steps that commute. 0 counts no classes.
	Saturation int
	// NoRaces turns the race detector off. The search then does not try the orders of plain
	// accesses either. So an exhausted search is complete only for a program without data races,
	// and its result says so.
	NoRaces bool
	// NoSpinning makes it a failure if a loop waits for another thread without yielding. Otherwise
	// it is a bound hit, because such a loop has too many schedules.
	NoSpinning bool
}

// engine returns the options for the engine.
func (o Options) engine() engine.Options {
	e := engine.Options{
		Executions: o.Executions, For: o.For, Steps: o.Steps, Judge: o.Judge, Spec: o.Spec, Observer: o.Observer,
		Stops: o.Stops, Saturation: o.Saturation, NoRaces: o.NoRaces, NoSpinning: o.NoSpinning,
	}
	if o.Strategy != nil {
		e.Strategy = o.Strategy
	}
	return e
}
