package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// punctual returns a failure of the rule for which no timer has to fire before its time, or nil. A failure
// that a search meets first may have such a timer by chance. The schedule without it may have more preemptions.
// The options are those of a punctual search.
func punctual(program func(), o Options, rule string, until deadline) (found *Failure) {
	for bound := 0; bound <= mostPreemptions && found == nil && until.left() > 0; bound++ {
		o.Strategy, o.Executions, o.For = strategy.NewBoundedTo(bound), minimizeRuns, until.left()
		r := newSearch(program, o)
		r.goOn = func(f *Failure) bool {
			if f.Rule == rule && f.ahead == 0 {
				found = f
			}
			return found == nil
		}
		r.run()
	}
	return found
}

// dueLast returns the enabled threads without the timers whose time has not come, see [Due].
func (a *alarms) dueLast(enabled strategy.Set) strategy.Set {
	due := enabled & a.ahead.due
	for rest := due; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.stale[t]() {
			due &^= strategy.Only(t)
		}
	}
	if others := enabled &^ due; others != 0 || due == 0 {
		return others
	}
	return a.first(due)
}
