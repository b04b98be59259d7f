package points

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/model"
)

// A Checker checks the claims on each execution of a search. It implements [model.Witness].
type Checker struct {
	// Executions, Points and Orders count what was checked. Executions counts those that ran to
	// their end. Points counts their operations with a point; each item of a batch counts. Orders
	// counts the orders of these points.
	Executions, Points, Orders int
	// Used counts the points in these orders, for each outcome and access.
	Used map[Use]int
	// OnOrder, if not nil, is called for each order, with the operations that take effect at an
	// access. Shown says that the execution itself had this order.
	OnOrder func(ops []model.Operation, shown bool)

	name   string
	claims Claims
	spec   model.Spec
	named  map[string]bool // accesses that the claims name

	threads []thread
	objects []object
	events  []event
	calls   []call
}

// A Use is a result and the access at which it took effect, or "anywhere" if there is no such
// access.
type Use struct {
	Outcome Outcome
	Place   string
}

// New returns a checker for the claims of a type with that name, against a specification.
func New(name string, claims Claims, spec model.Spec) *Checker {
	c := &Checker{Used: map[Use]int{}, name: name, claims: claims, spec: spec, named: map[string]bool{}}
	for _, p := range claims.Places() {
		c.named[p] = true
	}
	return c
}

// thread is a thread of the execution.
type thread struct {
	name  string
	clock clock // of the next event
	call  int   // the current call, or -1
}

// object has the order that accesses of one object bring: what comes before the next read, and
// before the next other access.
type object struct{ read, other clock }

// event is an access that the claims name, or a call.
type event struct {
	thread int
	number int // among the thread's events, from 1
	clock  clock
	call   int // the call that it is part of
	place  string
	pos    string
	failed bool // a failed compare-and-swap
	plain  bool
}

// after reports whether e comes after f in each order.
func (e *event) after(f *event) bool { return e.clock.at(f.thread) >= f.number }

// call is one call of an operation.
type call struct {
	thread int
	kind   model.Kind
	status model.Status
	values []int // pushed or taken
	began  int   // event of the call itself
	events []int // events of its accesses
}

func (c *call) outcome() Outcome { return Outcome{c.kind, c.status} }

// operation returns the i-th operation of a call, for the specification.
func (c *call) operation(i int) model.Operation {
	o := model.Operation{Client: c.thread, Kind: c.kind, Status: c.status}
	if o.Kind == model.Batch {
		o.Kind = model.Steal
	}
	if i < len(c.values) {
		o.Value = c.values[i]
	}
	return o
}

// broken returns the error for the i-th operation of a call.
func (c *Checker) broken(o *call, i int, why string) error {
	return fmt.Errorf("the claims of %s do not hold. By \"%s: %s\", %q of %s %s",
		c.name, o.outcome(), c.claims[o.outcome()], o.operation(i), c.title(o.thread), why)
}

// Begin implements [model.Observer].
func (c *Checker) Begin() {
	c.threads, c.objects, c.events, c.calls = c.threads[:0], c.objects[:0], c.events[:0], c.calls[:0]
}

// thread returns a thread. Thread 0 starts the others and waits for them. So all that it did comes
// before their events. While it is alone, its events come after all of theirs.
func (c *Checker) thread(id int, alone bool) *thread {
	for id >= len(c.threads) {
		t := thread{call: -1}
		if len(c.threads) > 0 {
			t.clock = slices.Clone(c.threads[0].clock)
		}
		c.threads = append(c.threads, t)
	}
	t := &c.threads[id]
	if alone {
		for i := range c.threads {
			t.clock = t.clock.join(c.threads[i].clock)
		}
	}
	return t
}

// title returns a thread's name for people.
func (c *Checker) title(thread int) string {
	if name := c.threads[thread].name; name != "" {
		return name
	}
	return fmt.Sprintf("thread %d", thread)
}

// Call implements [model.Witness].
func (c *Checker) Call(id int, kind model.Kind, alone bool) {
	t := c.thread(id, alone)
	t.call = len(c.calls)
	c.calls = append(c.calls, call{thread: id, kind: kind, began: c.event(id, t)})
}

// Return implements [model.Witness].
func (c *Checker) Return(id int, status model.Status, values ...int) error {
	t := &c.threads[id]
	o := &c.calls[t.call]
	o.status, o.values, o.events = status, slices.Clone(values), c.accesses(o.events)
	t.call = -1
	if _, known := c.claims[o.outcome()]; !known {
		return fmt.Errorf("%s has no claim for %q", c.name, o.outcome())
	}
	return nil
}

// accesses returns the accesses of a call. It leaves out the plain ones on a line that has another
// access, since they only compute its operands.
func (c *Checker) accesses(events []int) []int {
	other := map[string]bool{}
	for _, n := range events {
		if e := &c.events[n]; !e.plain {
			other[e.place] = true
		}
	}
	return slices.DeleteFunc(events, func(n int) bool { e := &c.events[n]; return e.plain && other[e.place] })
}

// event adds an event of a thread.
func (c *Checker) event(id int, t *thread) int {
	t.clock = t.clock.next(id)
	c.events = append(c.events, event{thread: id, number: t.clock.at(id), clock: slices.Clone(t.clock), call: t.call})
	return len(c.events) - 1
}

// Access implements [model.Observer].
func (c *Checker) Access(a *model.Access) error {
	t := c.thread(a.Thread, a.Alone)
	t.name = a.Name
	if plain(a.Kind) {
		c.note(t, a) // others order it, or it is a data race
		return nil
	}
	for int(a.Object) >= len(c.objects) {
		c.objects = append(c.objects, object{})
	}
	o, reads := &c.objects[a.Object], a.Kind == model.Load || a.Kind == model.CASFailed
	if reads {
		t.clock = t.clock.join(o.read)
	} else {
		t.clock = t.clock.join(o.other)
	}
	c.note(t, a)
	o.other = o.other.join(t.clock)
	if !reads {
		o.read = o.read.join(t.clock)
	}
	return nil
}

// note adds an event for an access that the claims name.
func (c *Checker) note(t *thread, a *model.Access) {
	place := a.Label
	if place == "" {
		place = a.Expr
	}
	if !c.named[place] || t.call < 0 {
		return
	}
	n := c.event(a.Thread, t)
	e, o := &c.events[n], &c.calls[t.call]
	e.place, e.pos, e.failed, e.plain = place, a.Pos, a.Kind == model.CASFailed, plain(a.Kind)
	o.events = append(o.events, n)
}

func plain(k model.AccessKind) bool { return k == model.PlainRead || k == model.PlainWrite }

// End implements [model.Observer].
func (c *Checker) End() error {
	c.Executions++
	p, err := c.put()
	if err != nil {
		return err
	}
	c.Points += len(p.effects) + len(p.floating)
	return p.orders(nil)
}
