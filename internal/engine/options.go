package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
)

// Options of [Search]. Those that sched.Options has too are described there.
type Options struct {
	Strategy   strategy.Strategy // nil is DPOR
	Executions int               // 0 is no limit
	For        time.Duration     // 0 is no limit
	Steps      int               // of one execution; 0 is 10,000
	// Judge makes calls and returns visible and judges each history, which it must not keep.
	Judge func(*model.History) error
	Spec  model.Spec
	// Observer is shown every access of every execution, and may reject it. A plain
	// write is shown when it has been done, before the next step of its thread.
	// Locks are not looked into. A [model.Witness] is told of operations, too.
	Observer model.Observer
	// Stops lets the strategy preempt a thread before a labelled call, and before a
	// plain access on a labelled line, too. Neither conflicts with anything, so it
	// only matters to who wants a certain schedule. It takes an Observer.
	Stops bool
	// Saturation counts the classes of executions: those that differ in more than
	// the order of steps that commute. It ends the search after so many
	// executions in a row that were of known ones, if it is more than 0.
	Saturation int
	// NoRaces leaves out the search for data races. Orders of plain accesses are not tried then
	// either: what is exhausted is so for a program without data races only, and says so.
	NoRaces bool
	// NoSpinning has a loop that waits for another thread without yielding break a rule. It
	// is a bound otherwise, as there are too many schedules of such a loop.
	NoSpinning bool

	// Progress is told now and then how far the search is, and what it tries if that is not
	// all schedules. At first that is Doing.
	Progress func(so Result, doing string)
	Doing    string

	loops   *loops // what is known, if anything is
	ungated bool   // for tests: what yields does not wait
}
