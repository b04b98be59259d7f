package tests

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
)

// Bubble is the Test of package testing/synctest for an execution. The bubble's goroutines are those
// that are started from now on.
func Bubble(real *testing.T, f func(*testing.T)) {
	t, is := bound.control(real)
	switch {
	case !is:
		engine.Refuse(0, "synctest.Test is called in a program that is not a plain test")
	case t.bubble != nil:
		panic("synctest.Run called from within a synctest bubble")
	}
	c := t.p.newTest(t, t.name)
	c.thread, c.bubble = engine.Self(), engine.NewBubble()
	t.p.bubble = c.bubble
	c.whole(f)
	c.bubble.Join()
	t.p.bubble = nil
	switch {
	case c.failed:
		t.stop()
	case c.skipped:
		t.skip(c.why)
	}
}

// WaitInBubble is the Wait of package testing/synctest.
func WaitInBubble() {
	p := current
	if p == nil || p.bubble == nil {
		panic("goroutine is not in a bubble")
	}
	p.bubble.Wait()
}

// current is the program whose execution runs.
var current *program

// bound is the binding of the tests of this process.
var bound binding

type binding struct{ Binding }

// control returns the test that a T belongs to in an execution.
func (b binding) control(t *testing.T) (*test, bool) {
	if b.Of == nil {
		return nil, false
	}
	c, is := b.Of(t).(*test)
	return c, is
}

// notInBubble panics if the test is one of package synctest.
func (t *test) notInBubble(method string) {
	if t.bubble != nil {
		panic("testing: t." + method + " called inside synctest bubble")
	}
}
