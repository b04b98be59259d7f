package engine

import (
	"slices"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

const (
	readKind  = strategy.Read
	writeKind = strategy.Write
)

// Case is a case of a select. A single send or receive is a select with one case.
type Case struct {
	On    *Channel // nil for a nil channel, which is never ready
	Sends bool
	Value any    // to send
	Site  uint32 // 0 if it is that of the select
}

// Exchange is what a select did.
type Exchange struct {
	Case   int  // its index, or -1 for the default
	Value  any  // received
	OK     bool // a value was received
	Closed bool // the case sends on a closed channel
}

// comm is a communication that a thread stands before, or has just done.
type comm struct {
	cases   []Case
	stands  bool
	waits   bool // it has no default
	served  bool // another thread has done it
	parked  bool // it has begun to wait, since a time has come since
	outcome Exchange
}

// Communicate does one case of a select that is ready. If several are, the search tries them all.
// Without a default it waits for one. With a default it does not wait.
//
// A case on an unbuffered channel is ready if another thread stands before its counterpart. That
// thread may have come there, but not begun to wait. So a default is possible as well.
func Communicate(cases []Case, hasDefault bool) Exchange {
	return active.communicate(cases, !hasDefault)
}

// CommunicateOne is Communicate for a single send or receive.
func CommunicateOne(c Case) Exchange {
	return active.communicate(active.current().only(c), true)
}

// only returns the cases of a single send or receive.
func (t *thread) only(c Case) []Case {
	t.one[0] = c
	return t.one[:]
}

func (e *engine) communicate(cases []Case, waits bool) Exchange {
	t, site := e.current(), e.announced.site
	t.live()
	if !waits && !e.solo() {
		e.polls(t)
	}
	t.comm = comm{cases: cases, waits: waits, stands: true}
	e.trace.uses(t, cases, site)
	main := firstObject(cases)
	kind, gate := strategy.Write, Gate(nil)
	if waits {
		kind, gate = strategy.Wait, meeting{e}
	}
	if alone := e.solo() && e.can(t); !alone {
		e.announced.also = e.touches(cases, kind)
		e.stand(t)
		if waits && len(cases) == 1 && cases[0].On != nil && cases[0].On.Capacity > 1 && e.adds() == strategy.Add {
			e.stands.queues(t.id)
		}
	}
	picked := e.before(kind, main, gate, t.id)
	e.stands.talked(t.id)
	out := t.comm.outcome
	if !t.comm.served {
		out = e.communicates(t, picked)
	}
	t.comm = comm{}
	if len(cases) > 1 || !waits {
		e.coverage.passes(cases, !waits, site, out.Case)
	}
	return out
}

// polls is called before a select with a default. If the thread has taken the default of the same
// select before, it is in a loop that waits for another thread, and yields.
func (e *engine) polls(t *thread) {
	if site := e.announced.site; site != 0 && slices.Contains(t.polled, site) {
		e.announced.site = 0
		e.yield()
		e.announced.site = site
	}
}

// firstObject returns the address of the first channel, or nil.
func firstObject(cases []Case) unsafe.Pointer {
	for _, c := range cases {
		if c.On != nil {
			return c.On.pointer
		}
	}
	return nil
}

// touches returns the number of the entry of State.Also for all channels but the first, or 0.
func (e *engine) touches(cases []Case, kind strategy.Kind) int32 {
	return e.touchesBut(cases, nil, func(Case) strategy.Kind { return kind })
}

// touchesBut returns the number of an entry for all channels except main. If main is nil, it
// leaves out the first one.
func (e *engine) touchesBut(cases []Case, main *Channel, kind func(Case) strategy.Kind) int32 {
	if len(cases) < 2 {
		return 0
	}
	a := e.entry()
	for _, c := range cases {
		if c.On == nil {
			continue
		}
		if main == nil {
			main = c.On
		}
		if c.On != main {
			a = addTouch(a, strategy.Touch{Kind: kind(c), Object: e.objects.number(c.On.pointer)})
		}
	}
	if len(a) == 0 {
		return 0
	}
	e.state.Also = append(e.state.Also, a)
	return int32(len(e.state.Also) - 1)
}

// entry returns an empty entry of State.Also, with the memory of one of an earlier execution.
func (e *engine) entry() []strategy.Touch {
	s := &e.state
	if len(s.Also) == 0 {
		s.Also = append(s.Also, nil)
	}
	if len(s.Also) < cap(s.Also) {
		return s.Also[:len(s.Also)+1][len(s.Also)][:0]
	}
	return nil
}

// addTouch adds a touch. Of several of one object, one that conflicts with both directions stays.
func addTouch(a []strategy.Touch, t strategy.Touch) []strategy.Touch {
	for i := range a {
		if a[i].Object == t.Object {
			if a[i].Kind != t.Kind {
				a[i].Kind = strategy.Either
			}
			return a
		}
	}
	return append(a, t)
}

// looked is what a select has done to the channel of a case that it did not take.
func looked(c Case) strategy.Kind {
	if c.Sends {
		return strategy.Offer
	}
	return strategy.Seek
}

func readOf(Case) strategy.Kind { return strategy.Read }

// communicates does one of the ready cases of the current thread, or its default.
func (e *engine) communicates(t *thread, picked bool) Exchange {
	all := e.options(t)
	if len(all) == 0 { // the execution was abandoned
		t.stop()
	}
	o := all[e.chooseWithin(len(all))]
	e.doing.taken = o.at
	if o.at < 0 {
		e.looksAtAll(t)
		return Exchange{Case: -1}
	}
	c := t.comm.cases[o.at]
	op := strategy.Op{Kind: e.doing.op.Kind, Object: e.doing.op.Object}
	if picked {
		op.Object = e.objects.number(c.On.pointer)
		op.Also = e.touchesBut(t.comm.cases, c.On, looked)
		if op.Kind.Queues() {
			op.Also = e.doing.op.Also
		}
		if o.partner == nil && c.On.Closed && (c.Sends || len(c.On.Holds) == 0) {
			op.Kind = strategy.Closed // for ever
		}
		e.doing.op = op
	}
	e.takes(c)
	if o.partner != nil {
		return e.meet(t, o)
	}
	return e.alone(t.id, c, o.at)
}

// takes says that the current step is that of a case.
func (e *engine) takes(c Case) {
	if c.Site == 0 || !e.doing.is() {
		return
	}
	e.doing.site = c.Site
	e.coverage.hit(c.Site)
	if e.trace != nil {
		ev := e.trace.last()
		ev.site, ev.object, ev.address = c.Site, e.doing.op.Object, uintptr(c.On.pointer)
	}
}

// alone does a case that needs no other thread.
func (e *engine) alone(thread int, c Case, at int) Exchange {
	on, out := c.On, Exchange{Case: at}
	switch {
	case c.Sends && on.Closed:
		out.Closed = true
	case c.Sends:
		on.sends(e, thread, c.Value)
	case len(on.Holds) > 0:
		out.Value, out.OK = on.receives(e, thread), true
	case !e.solo():
		Acquire(unsafe.Pointer(&on.closing))
	}
	if Tracing() {
		Describe(on.words(c, out))
	}
	return out
}

// looksAtAll is a default. It has read that no case is ready.
func (e *engine) looksAtAll(t *thread) {
	if t.at.site() != 0 && !slices.Contains(t.polled, t.at.site()) {
		t.polled = append(t.polled, t.at.site())
	}
	if e.doing.is() {
		e.doing.op.Kind = strategy.Read
		e.doing.op.Also = e.touchesBut(t.comm.cases, nil, readOf)
	}
	if Tracing() {
		e.trace.last().object = -1
	}
	Describe(takesDefault)
}

// followOthers records what a step has looked at beside its first object.
func (e *engine) followOthers(t *thread, op strategy.Op) {
	for _, also := range e.state.Also[op.Also] {
		e.follow(t, strategy.Op{Kind: strategy.Read, Object: also.Object})
	}
}

// countMore counts what classes.step has left out of a step.
func (e *engine) countMore(thread int, op strategy.Op, taken int) {
	if e.classes == nil {
		return
	}
	var touches []strategy.Touch
	if op.Also != 0 {
		touches = e.state.Also[op.Also]
	}
	e.classes.also(thread, touches, taken)
}

// chooseWithin is choose as a part of the current step.
func (e *engine) chooseWithin(n int) int {
	switch {
	case e.fate.free || n < 2:
		return 0
	case e.clock.fair: // each ready case has its turn, so that a loop comes to the one that ends it
		e.spins.recurs.changed = true // the number of the step is no part of a state
		return e.clock.steps % n
	case !e.doing.is():
		return e.choose(n)
	}
	if e.observer != nil {
		e.observer.decides(len(e.schedule.decisions) + len(e.doing.choices) + 1)
	}
	c := 0
	if !e.fixed.is() {
		c = e.strategy.Choose(&e.state, n)
	}
	e.doing.choices = append(e.doing.choices, c)
	if e.trace != nil {
		e.trace.last().within++
	}
	return c
}
