package strategy

// This file has what DPOR does at the end of an execution, and of the search.

// End implements [Strategy].
func (d *DPOR) End(s *State, why End) {
	if d.fault != nil {
		return
	}
	d.meet(s)
	switch why {
	case CutOff:
		d.cutOff = true
	case Complete:
		d.blocked(s)
	}
	if d.events < len(d.stack) && why != CutOff {
		d.differs("the execution ended after %d steps; the last time it had more", d.events)
	}
}

// blocked finds the races of the threads that are blocked at the end, since another order might
// have enabled them. The same holds where an execution is abandoned. It is known what its enabled
// threads do next, but not what a blocked thread would have done.
func (d *DPOR) blocked(s *State) {
	d.meet(s)
	for rest := s.Live &^ s.Enabled; rest != 0; rest &= rest - 1 {
		t := rest.First()
		op := s.Pending[t]
		if op.Also == 0 || op.Kind.Queues() {
			d.wouldRace(t, Touch{op.Kind, op.Object}, nil)
			continue
		}
		all := append([]Touch{{op.Kind, op.Object}}, s.Also[op.Also]...)
		clock := d.dependence(t)
		for _, touch := range all {
			d.depends(clock, touch, d.latestOf(touch.Object))
		}
		for _, touch := range all {
			d.wouldRace(t, touch, clock)
		}
	}
}

// wouldRace finds the races of a blocked thread's next step with those on one of its objects.
func (d *DPOR) wouldRace(thread int, on Touch, all []int32) {
	if on.Object >= 0 && int(on.Object) < len(d.last) && d.last[on.Object] >= 0 {
		clock := d.base(thread)
		if all == nil {
			all = clock
		}
		d.races(thread, on.Kind, on.Object, d.last[on.Object], d.events, clock, all)
	}
}

// Exhausted implements [Strategy].
func (d *DPOR) Exhausted() (all bool, share float64) {
	if d.done {
		return !d.cutOff, 1
	}
	// Each subtree of a frame counts as equally large.
	low, size := 0.0, 1.0
	for i := range d.stack {
		f := &d.stack[i]
		if f.thread < 0 {
			size /= float64(f.alternatives)
			low += size * float64(f.choice)
			continue
		}
		tried := (f.tried &^ Only(int(f.thread))).Len()
		size /= float64(max(1, (f.backtrack | f.tried | Only(int(f.thread))).Len()))
		low += size * float64(tried)
	}
	return false, low
}
