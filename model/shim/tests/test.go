package tests

import (
	stdcontext "context"
	"slices"
	"testing"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// test is the Control of a test or a subtest in one execution.
type test struct {
	p      *program
	parent *test
	name   string
	depth  int
	onWay  bool // it is the searched one, or leads there
	thread int
	real   *testing.T

	failed, skipped bool
	why             string // it was skipped
	cleaning, done  bool
	leaving         bool // its function is being left early
	muted           bool // its failures do not count
	cleanups        []func()
	ctx             stdcontext.Context
	cancel          func()
	subs            []*test        // that run in parallel
	state           state          // of one that may run in parallel
	bubble          *engine.Bubble // if it is one of package testing/synctest
	end             byte           // the object of the step that ends it
}

func (p *program) newTest(parent *test, name string) *test {
	t := &test{p: p, parent: parent, name: name, onWay: parent == nil}
	if parent != nil {
		t.depth = parent.depth + 1
		t.onWay = parent.onWay && parent.depth < len(p.way) && p.way[parent.depth] == name
	}
	t.real = p.bind.Make(t)
	return t
}

// searched reports whether the test is the searched one.
func (t *test) searched() bool { return t.onWay && t.depth == len(t.p.way) }

// below reports whether the test is the searched one, or a part of it.
func (t *test) below() bool {
	return t.searched() || t.parent != nil && t.parent.below()
}

// mute reports whether a failure of the test counts for another search, or for none.
func (t *test) mute() bool {
	return t.muted || t.leaving || t.p.fixed || !t.below()
}

// whole runs the test to its end: the function, the parallel subtests and the cleanups.
func (t *test) whole(f func(*testing.T)) {
	t.body(f)
	t.releaseSubs()
	t.cleaning = true
	if t.cancel != nil {
		t.cancel()
	}
	for len(t.cleanups) > 0 {
		f := t.cleanups[len(t.cleanups)-1]
		t.cleanups = t.cleanups[:len(t.cleanups)-1]
		t.clean(f)
	}
	p := unsafe.Pointer(&t.end)
	engine.Write(p)
	engine.Describe(t.name + " ends")
	t.done = true
}

// left is the panic by which a function is left early.
type left struct{}

// body calls the function, or a cleanup. In a part of the test that is not searched, a panic is a
// failure of that part only.
func (t *test) body(f func(*testing.T)) {
	defer t.leftEarly()
	f(t.real)
}

func (t *test) clean(f func()) {
	defer t.leftEarly()
	f()
}

func (t *test) leftEarly() {
	if !t.leaving && !t.p.fixed {
		return // a panic goes on with its stack
	}
	r := recover()
	t.leaving = false
	switch _, is := r.(left); {
	case r == nil, is:
	case engine.Unwinds(r) || !t.p.fixed:
		panic(r)
	default:
		t.failed = true
	}
}

// leave leaves the test's function.
func (t *test) leave() {
	t.leaving = true
	panic(left{})
}

// Run implements [Control].
func (t *test) Run(name string, f func(*testing.T)) bool {
	p := t.p
	t.notInBubble("Run")
	t.other()
	if t.cleaning {
		panic("testing: t.Run called during t.Cleanup")
	}
	c := p.newTest(t, p.names.of(t.name, name))
	if t.searched() && !slices.Contains(p.subs, c.name) {
		p.subs = append(p.subs, c.name)
	}
	if p.parallel[c.name] {
		t.start(c, f)
		return !c.failed
	}
	c.thread = engine.Self()
	c.sequential(f)
	if p.over && t.onWay && !t.searched() {
		t.muted = true
		if !p.rest {
			t.leave()
		}
	}
	return !c.failed
}

// sequential runs a subtest that does not run in parallel.
func (c *test) sequential(f func(*testing.T)) {
	p, t := c.p, c.parent
	switch {
	case c.searched():
		c.begin()
		c.whole(f)
		p.over = true
	case (t.searched() || p.over) && !p.fixed:
		p.fix(true, c.name)
		c.whole(f)
		p.fix(false, p.target())
	default:
		in := p.in
		p.in = c.name
		c.whole(f)
		p.in = in
	}
}

// begin begins the part that is searched.
func (c *test) begin() {
	waiting := map[int]bool{}
	for up := c.parent; up != nil; up = up.parent {
		waiting[up.thread] = true
	}
	delete(waiting, c.thread)
	engine.Fix(false, c.name, len(waiting))
	c.p.fixed, c.p.in, c.p.reached = false, c.name, true
}

// other is called by each method that a goroutine may call after the end of the test. It reports
// whether another goroutine than the test's calls it.
func (t *test) other() bool {
	if engine.Self() == t.thread {
		return false
	}
	t.used()
	return true
}

// used is a step whose order with the end of the test is searched.
func (t *test) used() {
	engine.Read(unsafe.Pointer(&t.end))
	engine.Describe("uses " + t.name)
}
