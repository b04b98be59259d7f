package strategy

// This file has what DPOR does about steps on several objects, and about steps of two threads. Only
// steps on channels are of that kind.

// link is a frame's touch of an object beside its first.
type link struct {
	Touch
	prev int32 // the previous frame of the object, or -1
}

// links returns the frame's links.
func (d *DPOR) linksOf(f *frame) []link { return d.links[f.links:f.end] }

// firstLink returns where the links of frame i begin.
func (d *DPOR) firstLink(i int) int32 {
	if i == 0 {
		return 0
	}
	return d.stack[i-1].end
}

// on returns what a frame does to an object that it touches, and the object's previous frame.
func (d *DPOR) on(f *frame, object int32) (Kind, int32) {
	if f.op.Object == object {
		return f.op.Kind, f.prev
	}
	for _, l := range d.linksOf(f) {
		if l.Object == object {
			return l.Kind, l.prev
		}
	}
	panic("strategy: a frame of another object")
}

// latestOf returns the last frame of an object, or -1.
func (d *DPOR) latestOf(object int32) int32 { return *d.lastOf(object) }

func (d *DPOR) lastOf(object int32) *int32 {
	all, n := &d.last, int(object)
	if object < -1 {
		all, n = &d.slots, -2-int(object)
	}
	for n >= len(*all) {
		*all = append(*all, -1)
	}
	return &(*all)[n]
}

// afterSlots joins the steps that a Push or Pull comes after. They have filled or emptied its slot, so the two
// steps cannot change places.
func (d *DPOR) afterSlots(f *frame, clock []int32) {
	for _, l := range d.linksOf(f) {
		if l.prev >= 0 {
			join(clock, d.clock(int(l.prev)))
		}
	}
}

// link records the touches of frame i beside its first.
func (d *DPOR) link(i int, s *State) {
	f := &d.stack[i]
	d.links = d.links[:d.firstLink(i)]
	f.links = int32(len(d.links))
	if f.op.Also != 0 {
		for _, t := range s.Also[f.op.Also] {
			d.links = append(d.links, link{t, d.latestOf(t.Object)})
		}
	}
	f.end = int32(len(d.links))
}

// touched makes frame i the last one of its objects.
func (d *DPOR) touched(i int) {
	f := &d.stack[i]
	if f.op.Object >= 0 {
		d.last[f.op.Object] = int32(i)
	}
	for _, l := range d.linksOf(f) {
		*d.lastOf(l.Object) = int32(i)
	}
}

// wakes reports whether the step of a frame may change what a sleeping thread does next. What a
// select would have done to other channels changes nothing.
func (d *DPOR) wakes(f *frame, asleep Op, s *State) bool {
	if d.wakesOn(f, asleep.Kind, asleep.Object) {
		return true
	}
	if asleep.Also != 0 {
		for _, t := range s.Also[asleep.Also] {
			kind := t.Kind
			if asleep.Kind == Read {
				kind = Read
			}
			if d.wakesOn(f, kind, t.Object) {
				return true
			}
		}
	}
	return false
}

func (d *DPOR) wakesOn(f *frame, kind Kind, object int32) bool {
	if f.op.Object == object && Conflict(f.op.Kind, kind) {
		return true
	}
	for _, l := range d.linksOf(f) {
		if l.Object == object && !l.Kind.looks() && Conflict(l.Kind, kind) {
			return true
		}
	}
	return false
}

// Met implements [Meeter]. The other thread's part is a frame of its own, which nothing comes before.
func (d *DPOR) Met(s *State, thread int, op Op) {
	i := d.events
	d.events++
	d.latestOf(op.Object)
	if i < len(d.stack) {
		if f := &d.stack[i]; !f.met || f.op != op || int(f.thread) != thread {
			d.differs("step %d: thread %d did its part of another step than the last time", i, thread)
		}
	} else {
		f := d.push()
		f.sleep, f.onlyRead = d.inherit(i, s)
		f.thread, f.op, f.met = int32(thread), op, true
		f.enabled, f.backtrack = Only(thread), Only(thread)
		f.prev = d.last[op.Object]
		d.link(i, s)
		d.orderMet(i)
		if head := &d.stack[i-1]; head.enabled.Has(thread) {
			head.backtrack |= Only(thread) // it could have done another step itself
		}
	}
	d.special = min(d.special, i)
	d.latest[thread] = int32(i)
	d.latest[d.stack[i-1].thread] = int32(i) // its later steps come after both parts
	d.touched(i)
}

// orderMet computes the clock of frame i, the other part of frame i-1.
func (d *DPOR) orderMet(i int) {
	f := &d.stack[i]
	thread := int(f.thread)
	clock := d.base(thread)
	f.prev = d.beforeFrame(f.op.Object, i-1)
	for k, l := range d.linksOf(f) {
		d.links[int(f.links)+k].prev = d.beforeFrame(l.Object, i-1)
	}
	d.racesOfAll(thread, f, i-1, clock)
	d.relink(i)
	join(clock, d.clock(i-1))
	clock[thread]++
	f.order = clock[thread]
	copy(d.clock(i), clock)
	copy(d.clock(i-1), clock) // both parts come after what either thread has done before
}

// relink puts frame i after all frames of its objects.
func (d *DPOR) relink(i int) {
	f := &d.stack[i]
	f.prev = d.latestOf(f.op.Object)
	for k, l := range d.linksOf(f) {
		d.links[int(f.links)+k].prev = d.latestOf(l.Object)
	}
}

// racesOfAll calls races for each object of the step of f. The step is that of frame i, or comes
// with it.
func (d *DPOR) racesOfAll(thread int, f *frame, i int, clock []int32) {
	all := d.dependence(thread)
	d.depends(all, Touch{f.op.Kind, f.op.Object}, f.prev)
	for _, l := range d.linksOf(f) {
		d.depends(all, l.Touch, l.prev)
	}
	d.races(thread, f.op.Kind, f.op.Object, f.prev, i, clock, all)
	for _, l := range d.linksOf(f) {
		if l.Kind.looks() {
			d.misses(thread, l.Touch, l.prev, i, all)
		} else {
			d.races(thread, l.Kind, l.Object, l.prev, i, clock, all)
		}
	}
}

// dependence returns a scratch copy of a thread's clock, to which depends adds.
func (d *DPOR) dependence(thread int) []int32 {
	if len(d.all) != d.width {
		d.all = make([]int32, d.width)
	}
	d.copyBase(d.all, thread)
	return d.all
}

// depends joins the clocks of the frames from prev back that a touch of an object conflicts with.
func (d *DPOR) depends(clock []int32, t Touch, prev int32) {
	for k := prev; k >= 0; {
		theirs, before := d.on(&d.stack[k], t.Object)
		if Conflict(t.Kind, theirs) {
			join(clock, d.clock(int(k)))
		}
		k = before
	}
}

// beforeFrame returns the last frame of an object before frame i.
func (d *DPOR) beforeFrame(object int32, i int) int32 {
	prev := d.latestOf(object)
	for prev >= int32(i) {
		_, prev = d.on(&d.stack[prev], object)
	}
	return prev
}

// misses finds the races of a case that a select of thread has not taken: earlier steps on its
// channel before which the thread could have taken it. Prev is the channel's last frame. The case
// depends on nothing that the case taken depends on, and the case taken not on its channel.
func (d *DPOR) misses(thread int, t Touch, prev int32, i int, all []int32) {
	if len(d.missed) != d.width {
		d.missed = make([]int32, d.width)
	}
	clock := d.missed
	d.copyBase(clock, thread)
	for k := prev; k >= 0; {
		g := &d.stack[k]
		theirs, before := d.on(g, t.Object)
		switch at := k; {
		case !Conflict(t.Kind, theirs):
		case d.includes(clock, at):
			if orders(theirs) {
				return // earlier frames are included too
			}
		case d.stoodBlocked(thread, at):
		default:
			d.reverse(int(at), i, thread, all)
			join(clock, d.clock(int(at)))
		}
		k = before
	}
}

// stoodBlocked reports whether a thread stood before its latest step at frame k, and could not do
// it.
func (d *DPOR) stoodBlocked(thread int, k int32) bool {
	if k <= d.latest[thread] {
		return false
	}
	f := &d.stack[k]
	if f.met {
		f = &d.stack[k-1]
	}
	return !f.enabled.Has(thread)
}
