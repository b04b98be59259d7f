package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// probe is an execution that repeats a schedule, and then goes on with one thread alone.
type probe struct {
	thread    int // -1 if the execution is only repeated
	place     place
	decisions []strategy.Decision
}

// repeating is the schedule that an execution repeats: that of a token, or the beginning of a
// probe.
type repeating struct {
	replay *strategy.Replay  // nil if nothing is repeated
	probe  probe             // the running probe
	alone  int               // the thread that goes on alone after that, or -1
	echo   bool              // the execution is repeated only to check that it can be
	search strategy.Strategy // the strategy of the search, while a probe runs
}

// begin begins a probe, and returns the strategy of its execution.
func (r *repeating) begin(p probe, search strategy.Strategy) strategy.Strategy {
	r.probe, r.alone, r.echo, r.search = p, p.thread, p.thread < 0, search
	r.replay = strategy.NewReplay(p.decisions)
	r.replay.Next()
	return r.replay
}

// end ends the probe, and returns the strategy of the search.
func (r *repeating) end() strategy.Strategy {
	r.replay, r.alone, r.echo = nil, -1, false
	return r.search
}

// probes reports whether a probe runs.
func (r *repeating) probes() bool { return r.echo || r.alone >= 0 }

// follows reports whether decisions are left to repeat. Then the schedule says which thread waits.
func (r *repeating) follows() bool { return r.replay != nil && r.replay.More() }

// isAlone reports whether a probe runs, and its thread goes on alone.
func (r *repeating) isAlone() bool { return r.alone >= 0 && !r.replay.More() }

// differs returns how an execution differs from the one that it was to repeat, or nil.
func (r *repeating) differs(decisions []strategy.Decision, failure *Failure) error {
	switch {
	case failure != nil:
		return fmt.Errorf("the repeated execution broke a rule: %s: %s", failure.Rule, failure.Detail)
	case r.replay.Fault() != nil:
		return r.replay.Fault()
	case len(decisions) != len(r.probe.decisions):
		return fmt.Errorf("the execution had %d steps, and its repetition had %d", len(r.probe.decisions), len(decisions))
	}
	return nil
}
