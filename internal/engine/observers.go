package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// observers look at an execution while it runs. None of them changes it, except that a
// failure that one of them finds ends it. Each but hits is nil if nobody wants it.
type observers struct {
	races    *races    // data races
	trace    *trace    // for people
	observer *observer // the observer of the search
	classes  *classes
	pairs    *pairs
	hits     []int // steps at each site, while other threads were there

	stops bool // the observer wants steps also before what is no step, at each labelled place
	looks bool // somebody wants to know of plain accesses
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

// count has those count the step that measure coverage. Most searches have none.
func (o *observers) count(d *doing) {
	if o.classes != nil {
		o.classes.step(d.thread, d.op, d.site)
	}
	if o.pairs != nil {
		o.pairs.step(d.thread, d.op, d.site)
	}
}

// late reports whether the observer is still to be told of plain writes.
func (o *observers) late() bool { return o.observer != nil && len(o.observer.late) > 0 }

// hit counts a step, a plain access or a labelled call.
func (o *observers) hit(site uint32) {
	if int(site) < len(o.hits) {
		o.hits[site]++
	}
}
