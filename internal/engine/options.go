package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
)

// Options are the options of [Search]. Package sched documents those that it has too.
type Options struct {
	Strategy   strategy.Strategy // nil is DPOR
	Executions int               // 0 is no limit
	For        time.Duration     // 0 is no limit
	Patient    bool              // For is the time of a [Stopwatch]
	Steps      int               // limit for one execution; 0 is 10,000
	// Judge turns history mode on, and judges the history of each execution. It must not keep the
	// history.
	Judge func(*model.History) error
	Spec  model.Spec
	// Stuck judges a history whose last operations wait for ever. If it returns nil, they break no rule. It needs a
	// Judge.
	Stuck func(*model.History) error
	// Observer is shown every access of every execution, and may reject it. It is shown a plain
	// write when the write has been done, before the next step of its thread. It is not shown what
	// happens inside a lock. A [model.Witness] is told of operations, too.
	Observer model.Observer
	// Stops also lets the strategy preempt a thread before a labelled call, and before a plain
	// access on a labelled line. Neither conflicts with anything, so this matters only to an
	// observer that needs a certain schedule. It has no effect without an Observer.
	Stops bool
	// Saturation counts equivalence classes of executions, and ends the search after that many
	// executions in a row without a new class. Two executions are in one class if they differ only
	// in the order of steps that commute. 0 is no limit.
	Saturation int
	// Long ends the search after that many executions that had more steps than the limit. Each costs as much as
	// hundreds of others. 0 is no limit.
	Long int
	// NoRaces turns the race detector off. The search then does not try the orders of plain
	// accesses either. So an exhausted search is complete only for a program without data races,
	// and its result says so.
	NoRaces bool
	// NoReports passes over the reports of Go's race detector.
	NoReports bool
	// NoSpinning makes it a failure if a loop waits for another thread without yielding. Otherwise
	// it is a bound hit, because such a loop has too many schedules.
	NoSpinning bool
	// Idle makes a time come only when nothing else can go on: sleeps end, and timers fire, in the
	// order of their times. Otherwise they may at any moment.
	Idle bool
	// Ahead lets timers also fire when other threads can go on, a few times in each execution. It
	// needs Idle. Such a search is never complete. With
	// PassOver it goes on after a failure that is [Failure.Own], to find another one.
	Ahead, PassOver bool

	// Outside reports whether the test has failed for good, outside of the scheduler. It may be nil.
	Outside func() bool

	// Progress is called about once a second with the state of the search, and with the kind of
	// schedules that it tries: at first Doing, or "" for all schedules.
	Progress func(so Result, doing string)
	Doing    string

	loops    *loops  // what is known of loops, or nil
	memory   *memory // what package variables lead to, or nil
	punctual bool    // no timer fires before its time
	turns    turning // what tells a livelock beyond the limit of steps
	ungated  bool    // for tests: a thread that yields is not blocked
}

// option returns a text about an option of the search, or nothing if the program is a test that sets none.
func (e *engine) option(text string) string {
	if e.alarms.on {
		return ""
	}
	return text
}
