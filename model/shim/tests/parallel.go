package tests

import (
	"testing"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// state is how far a parallel subtest is.
type state byte

const (
	running  state = iota // until it calls Parallel
	paused                // until its parent's function has returned
	released              // beside others
	ended
)

// Ready implements [engine.Gate]. The argument is the least state.
func (s *state) Ready(least int) bool { return int(*s) >= least }

func (s *state) set(to state, words string) {
	p := unsafe.Pointer(s)
	engine.Write(p)
	engine.Describe(words)
	engine.Release(p)
	*s = to
}

func (s *state) wait(least state, words string) {
	p := unsafe.Pointer(s)
	engine.Wait(p, s, int(least))
	engine.Describe(words)
	engine.Acquire(p)
}

// start starts a subtest that calls Parallel, and returns when it has done so.
func (t *test) start(c *test, f func(*testing.T)) {
	t.subs = append(t.subs, c)
	engine.Go(c.name, func() {
		c.thread = engine.Self()
		c.whole(f)
		if c.searched() {
			c.p.over = true
			for up := c.parent; up != nil; up = up.parent {
				up.muted = true
			}
		}
		c.state.set(ended, c.name+" has ended")
	})
	c.state.wait(paused, "waits until "+c.name+" calls t.Parallel")
}

// releaseSubs lets the parallel subtests go on, and returns when they have ended.
func (t *test) releaseSubs() {
	for _, c := range t.subs {
		if c.state == paused {
			c.state.set(released, "lets "+c.name+" go on")
		}
	}
	for _, c := range t.subs {
		c.state.wait(ended, "waits until "+c.name+" has ended")
		t.failed = t.failed || c.failed
	}
}

// Parallel implements [Control]. In a search of another subtest, the subtest ends here. So it does
// when the program does not know yet that the subtest runs in parallel.
func (t *test) Parallel() {
	p := t.p
	t.notInBubble("Parallel")
	switch {
	case t.parent == nil:
		return // each test is a program of its own
	case !p.parallel[t.name]:
		if engine.Self() != t.thread {
			return
		}
		p.parallel[t.name], p.news = true, true
		t.leave()
	case t.state != running:
		panic("testing: t.Parallel called multiple times")
	}
	t.state.set(paused, t.name+" calls t.Parallel")
	if t.parent.onWay && !t.onWay && !t.below() {
		t.leave()
	}
	t.state.wait(released, "waits until the function of "+t.parent.name+" has returned")
	if t.searched() {
		t.begin()
	}
}
