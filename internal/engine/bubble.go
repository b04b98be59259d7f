package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Bubble is a bubble of package testing/synctest: the current thread, and all threads that are
// started from now on.
type Bubble struct {
	root    int
	threads strategy.Set // all that are not started before
	waiting bool
}

// NewBubble begins one. In a bubble a time comes only when nothing else can go on.
func NewBubble() *Bubble {
	On() // not by a foreign goroutine
	e := active
	if !e.alarms.on {
		Refuse(0, "a bubble of testing/synctest in a search in which a time may come at any moment")
	}
	e.alarms.ahead.on, e.alarms.ahead.met, e.alarms.ahead.never = false, false, true
	e.alarms.exact = true
	before := strategy.Only(e.state.Threads) - 1
	return &Bubble{root: e.current().id, threads: ^before}
}

// Exact reports whether the execution has a bubble.
func Exact() bool { return active.alarms.exact }

// Ready implements [Gate]: the other threads of the bubble have ended. A timer that has not fired is no goroutine.
func (b *Bubble) Ready(int) bool {
	a := &active.alarms
	return active.state.Live&^a.background&^a.timers()&b.threads == 0
}

// Join returns when the other threads of the bubble have ended. No time comes meanwhile. Timers of the bubble that
// have not fired never do.
func (b *Bubble) Join() {
	e := active
	if b.Ready(0) {
		b.learn(e)
	} else {
		e.alarms.stopped = true
		e.before(strategy.Join, nil, b, 0)
		e.alarms.stopped = false
	}
	e.alarms.drop(e.alarms.timers() & b.threads)
}

// Wait returns when no other thread of the bubble can go on without a time that comes.
func (b *Bubble) Wait() {
	e := active
	if b.waiting {
		panic("wait already in progress")
	}
	b.waiting = true
	e.waitFor(-time.Second, false, nil, nil)
	Describe("no other goroutine of the bubble can go on")
	b.waiting = false
	b.learn(e)
}

// learn orders the current thread after all that the bubble has done.
func (b *Bubble) learn(e *engine) {
	if e.races == nil || e.solo() {
		return
	}
	for id := range e.state.Threads {
		if id == b.root || b.threads.Has(id) {
			e.races.joined(e.current().id, id)
		}
	}
	e.goRace.meet()
}
