package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// fixed is the parts of an execution whose schedule is not searched. In them the current thread goes
// on while it can, as after the last decision of a [strategy.Replay]. The strategy of the search is
// not told of their steps. A schedule that is repeated has them.
type fixed struct {
	on      bool
	never   bool // the strategy repeats a schedule
	started int  // threads that the search schedules, apart from main

	by, from int // the thread that began the part, and the first one that was started since
}

func (f *fixed) reset(s strategy.Strategy) {
	_, single := s.(strategy.Single)
	*f = fixed{never: single}
}

// beside begins the bound of a search in which threads may run beside a fixed part.
const beside = "threads may run beside "

// is reports whether the engine chooses the next thread, and not the strategy.
func (f *fixed) is() bool { return f.on && !f.never }

// has reports whether all that a thread does belongs to the part. If two such threads race, the search of that part
// reports the race. This search goes on to the later parts.
func (f *fixed) has(thread int) bool { return f.on && (thread == f.by || thread >= f.from) }

// next returns the thread of the next step.
func (f *fixed) next(s *strategy.State) int {
	if s.Enabled.Has(s.Current) {
		return s.Current
	}
	return s.Enabled.First()
}

// Fix begins or ends a part of the execution whose schedule is not searched. If threads that the
// search has scheduled may run in that part, the search is not complete, and ends as a bound hit.
// The reason says which part it is. At its end, waiting is how many threads only wait for the caller.
func Fix(on bool, reason string, waiting int) {
	On() // not by a foreign goroutine
	e := active
	e.current().live()
	e.settle()
	if on && !e.fixed.on && (e.fixed.started > 0 || e.state.Live.Len() > 1) {
		e.loops.hitBound(fmt.Sprintf(beside+"%s, for which one schedule was tried", reason), place{})
	}
	if !on && e.fixed.on {
		e.fixed.started += e.state.Live.Len() - 1 - waiting
	}
	if on && !e.fixed.on {
		e.fixed.by, e.fixed.from = e.current().id, e.state.Threads
	}
	e.fixed.on = on
}
