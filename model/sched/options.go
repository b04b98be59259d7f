package sched

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// Options of [Explore] and [Search]. The zero value covers all schedules and looks
// for data races.
type Options struct {
	Strategy   Strategy      // nil is DPOR
	Executions int           // how many there may be; 0 is no limit
	For        time.Duration // how long the search may take; 0 is no limit
	Steps      int           // of one execution; 0 is 10,000
	// Judge makes calls and returns visible and judges each history, which it must not keep.
	// See [S.Operation].
	Judge func(*model.History) error
	Spec  model.Spec // of the histories, for Judge
	// Observer is shown every access of every execution, and may reject it. A plain
	// write is shown when it has been done, before the next step of its thread.
	// Locks are not looked into. A [model.Witness] is told of operations, too. The
	// observer's own code must not be rewritten: keep it in a package of its own.
	Observer model.Observer
	// Stops lets the strategy preempt a thread before a labelled call, and before a
	// plain access on a labelled line, too. Neither conflicts with anything, so only a
	// strategy that wants a certain schedule needs it. It takes an Observer.
	Stops bool
	// Saturation counts the classes of executions: two are in one class if they differ only
	// in the order of steps that commute. The search ends after so many executions in
	// a row that were of known classes. 0 counts none.
	Saturation int
	// NoRaces leaves out the search for data races. Orders of plain accesses are not tried then
	// either: the search is exhaustive for a program without data races only, and says so.
	NoRaces bool
	// NoSpinning makes it a failure if a loop waits for another thread without yielding.
	// There are too many schedules of such a loop, so without NoSpinning it is a bound.
	NoSpinning bool
}

// engine returns the options as the engine has them.
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
