package strategy

// This file computes happens-before of the current execution, for the reduction: the order of
// steps that do not commute. This is not synchronization. A read after a write of the same object
// is ordered after it, whether it synchronizes or not.

// clock returns the vector clock of frame i: how many steps of each thread happen before its end.
func (d *DPOR) clock(i int) []int32 { return d.clocks[i*d.width : (i+1)*d.width] }

func join(into, clock []int32) {
	clock = clock[:len(into)]
	for t, n := range into {
		into[t] = max(n, clock[t])
	}
}

// base returns a scratch copy of the clock of a thread's latest step.
func (d *DPOR) base(thread int) []int32 {
	if len(d.scratch) != d.width {
		d.scratch = make([]int32, d.width)
	}
	d.copyBase(d.scratch, thread)
	return d.scratch
}

func (d *DPOR) copyBase(to []int32, thread int) {
	if p := d.latest[thread]; p >= 0 {
		for t, n := range d.clock(int(p)) { // for a few threads faster than copy
			to[t] = n
		}
	} else {
		clear(to)
	}
}

// includes reports whether frame k happens before the event with this clock.
func (d *DPOR) includes(clock []int32, k int32) bool {
	f := &d.stack[k]
	return clock[f.thread] >= f.order
}

// order computes the clock of frame i. It adds backtrack points for the races of the frame's step
// with earlier steps.
func (d *DPOR) order(i int, s *State) {
	f := &d.stack[i]
	thread := int(f.thread)
	clock := d.clock(i)
	d.copyBase(clock, thread)
	switch {
	case f.op.Kind <= Write && f.end == f.links:
		if f.prev >= 0 {
			d.races(thread, f.op.Kind, f.op.Object, f.prev, i, clock, clock)
		}
	case f.op.Kind == Join:
		for t, at := range d.latest {
			if at >= 0 && !s.Live.Has(t) {
				join(clock, d.clock(int(at)))
			}
		}
	case f.op.Kind == Resume:
		if k := d.waker(thread, f); k >= 0 {
			join(clock, d.clock(int(k)))
		}
	case f.op.Kind.Queues():
		if f.prev >= 0 {
			d.races(thread, f.op.Kind, f.op.Object, f.prev, i, clock, clock)
		}
		d.afterSlots(f, clock)
	case f.end > f.links:
		d.racesOfAll(thread, f, i, clock)
	case f.prev >= 0:
		d.races(thread, f.op.Kind, f.op.Object, f.prev, i, clock, clock)
	}
	clock[thread]++
	f.order = clock[thread]
}

// waker returns the step that has woken the thread of a Resume: the last one on its object before which the
// thread was blocked. It returns -1 if the thread has never been blocked there.
func (d *DPOR) waker(thread int, f *frame) int32 {
	for k := f.prev; k > d.latest[thread]; {
		if d.stoodBlocked(thread, k) {
			return k
		}
		_, k = d.on(&d.stack[k], f.op.Object)
	}
	return -1
}

// races finds the races of what a step of thread does to an object: earlier steps that conflict
// with it, and that no third step orders before it. It looks through the object's frames, from
// prev back. The step is that of frame i. If i is the number of frames, it comes after all of
// them. All conflicting frames are joined into the clock. If the step has several objects, all is a
// clock with what the step depends on by any of them; else it is the same clock.
func (d *DPOR) races(thread int, kind Kind, object, prev int32, i int, clock, all []int32) {
	enablers := false
	for k, before := prev, int32(0); k >= 0; k = before {
		g := &d.stack[k]
		theirs := g.op.Kind
		if before = g.prev; g.op.Object != object {
			theirs, before = d.on(g, object)
		}
		if !Conflict(kind, theirs) {
			continue
		}
		if d.includes(clock, k) {
			if orders(theirs) {
				break // earlier frames are included too
			}
			continue
		}
		if kind.Blocks() {
			enables, sure := d.enables(k, thread, kind, theirs)
			if !sure {
				d.reverse(int(k), i, thread, all)
			}
			if enables {
				enablers = true // earlier frames may race as well
				continue
			}
		} else {
			d.reverse(int(k), i, thread, all)
		}
		join(clock, d.clock(int(k)))
	}
	if !enablers {
		return
	}
	for k := prev; k >= 0; {
		theirs, before := d.on(&d.stack[k], object)
		if Conflict(kind, theirs) {
			join(clock, d.clock(int(k)))
		}
		k = before
	}
}

// orders reports whether a step conflicts with all other steps of its object.
func orders(k Kind) bool { return 1<<k&(1<<Write|1<<Lock|1<<Unlock|1<<Wait) != 0 }

// enables reports whether the step of frame k may have enabled a thread's blocking step. If that
// is sure, the two steps cannot change places.
func (d *DPOR) enables(k int32, thread int, kind, theirs Kind) (may, sure bool) {
	switch {
	case kind == Lock:
		return theirs == Unlock, theirs == Unlock
	case k > d.latest[thread]:
		waited := d.stoodBlocked(thread, k)
		return waited, waited
	}
	return true, false // whether it would have been enabled there is not known
}

// reverse adds a backtrack point, so that the step of thread at frame j is also tried before the
// step of frame i. The thread at that point must be one whose steps can come first on the way to
// frame j.
func (d *DPOR) reverse(i, j, thread int, clock []int32) {
	if d.stack[i].met {
		i-- // both parts are one step
	}
	f := &d.stack[i]
	covered := f.backtrack | f.tried | f.sleep
	seen, initials := Set(0), Set(0)
	if len(d.first) < d.width {
		d.first = make([]int32, d.width)
	}
	for k := i + 1; k < j; k++ {
		g := &d.stack[k]
		if g.thread < 0 {
			continue
		}
		t := int(g.thread)
		if seen.Has(t) {
			continue
		}
		c := d.clock(k)
		if c[f.thread] >= f.order {
			continue // it depends on i, so it is not on the way
		}
		if !d.follows(c, seen) {
			initials |= Only(t)
			if covered.Has(t) {
				return
			}
		}
		seen |= Only(t)
		d.first[t] = g.order
	}
	if !seen.Has(thread) && !d.follows(clock, seen) {
		initials |= Only(thread)
	}
	initials &= f.enabled
	if initials&covered != 0 {
		return
	}
	if initials == 0 {
		f.backtrack |= f.enabled // the thread awaits one of several Adds, and the one that comes first may come later here
		return
	}
	if initials.Has(thread) {
		f.backtrack |= Only(thread)
	} else {
		f.backtrack |= Only(initials.First())
	}
}

// follows reports whether the event with this clock happens after a step on the way. First has
// each thread's first such step.
func (d *DPOR) follows(clock []int32, seen Set) bool {
	for ; seen != 0; seen &= seen - 1 {
		if t := seen.First(); clock[t] >= d.first[t] {
			return true
		}
	}
	return false
}
