package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// engine runs executions of one program, one after the other, each under a schedule that the
// strategy chooses. At any time exactly one of its threads runs, or the controller between two
// threads.
//
// A thread that comes to a step asks the strategy itself which thread goes on. If it goes on
// itself, no switch is needed.
type engine struct {
	strategy strategy.Strategy

	// The threads.
	turn      turns
	shortcuts shortcuts
	announced announced
	stands    stands
	threads   []*thread // by id; those from state.Threads on are unused
	state     strategy.State

	// The execution.
	doing    doing
	clock    clock
	fate     fate
	fixed    fixed
	schedule schedule
	history  history
	tester   tester
	alarms   alarms
	repeats  repeating
	foreign  foreign
	observers
	coverage coverage
	goRace   goRace

	noReports bool // of Go's race detector

	// Its loops.
	loops *loops // known from all executions
	spins spins  // in this one

	// Its memory.
	objects *objects
	remains remains
	visits  visits
}

// active is the engine of the running execution, nil if there is none.
var active *engine
