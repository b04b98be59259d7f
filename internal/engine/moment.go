package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// This file has timers in a search in which a time may come at any moment. Only the explanation of a failure needs them.

// Due says that the calling thread is a timer that fires at a time, unless stale returns true. It is no step.
func Due(at time.Duration, stale func() bool) {
	a, id := &active.alarms, active.current().id
	a.at[id], a.stale[id] = at, stale
	a.ahead.due |= strategy.Only(id)
}

// Fires describes the last step as the firing of the timer that is the calling thread.
func Fires(words string) {
	Describe(words)
	e := active
	if e.trace != nil && !e.alarms.on && !e.solo() {
		e.alarms.firesEarly(e.current().id)
	}
	e.alarms.ahead.due &^= strategy.Only(e.current().id)
}

// firesEarly notes a timer that fires although another thread could have gone on, or an earlier timer could have fired.
func (a *alarms) firesEarly(thread int) {
	others := a.e.state.Enabled &^ strategy.Only(thread)
	for rest := others & a.ahead.due; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.at[t] >= a.at[thread] || a.stale[t]() {
			others &^= strategy.Only(t)
		}
	}
	if others != 0 && len(a.ahead.fired) < mostAhead {
		a.ahead.fired = append(a.ahead.fired, firing{thread, others, len(a.e.schedule.decisions)})
	}
}
