package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// observers watch an execution. They do not change it, except that a failure found by one of them
// ends it. Each of the first fields is nil if it is not needed.
type observers struct {
	races    *races    // detects data races
	trace    *trace    // records steps for people
	observer *observer // the user's observer
	classes  *classes
	pairs    *pairs

	stops bool // the observer wants a step at each labelled place, even before something that is no step
	looks bool // somebody wants the plain accesses
	tells bool // somebody wants the values of atomic loads
}

// reset is called before each execution.
func (o *observers) reset(s strategy.Strategy) {
	if o.races != nil {
		o.races.reset()
	}
	if o.trace != nil {
		o.trace.reset()
	}
	if o.classes != nil {
		o.classes.reset()
	}
	if o.pairs != nil {
		o.pairs.reset()
	}
	o.looks = o.races != nil || o.observer != nil
	o.tells = o.looks || o.trace != nil
	if o.observer != nil {
		o.observer.begin(s)
	}
}

// did is called after each step.
func (o *observers) did(d *doing) {
	if o.classes != nil || o.pairs != nil {
		o.count(d)
	}
}

// count passes the step to the measures of coverage. Most searches have none.
func (o *observers) count(d *doing) {
	if o.classes != nil {
		o.classes.step(d.thread, d.op, d.site)
	}
	if o.pairs != nil {
		o.pairs.step(d.thread, d.op, d.site)
	}
}

// late reports whether there are plain writes that the observer has not been shown yet.
func (o *observers) late() bool { return o.observer != nil && len(o.observer.late) > 0 }
