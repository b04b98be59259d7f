package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// A Crew is the threads of a program that makes calls on a structure. Threads that the structure has
// started itself may outlive them.
type Crew struct {
	e       *engine
	members strategy.Set
}

// Ready implements [Gate]. The argument is the thread that waits.
func (c *Crew) Ready(int) bool { return c.e.state.Live&c.members == 0 }

// joins returns the threads whose ends the thread that waits is ordered after.
func (c *Crew) joins() strategy.Set { return c.members }

// NewCrew returns a Crew without threads.
func NewCrew() *Crew {
	On() // not by a foreign goroutine
	return &Crew{e: active}
}

// Go starts a thread of the crew.
func (c *Crew) Go(name string, f func()) {
	n := c.e.state.Threads
	Go(name, f)
	c.members |= strategy.Only(n)
}

// Join returns when all threads of the crew have ended.
func (c *Crew) Join() {
	e := c.e
	e.announced.site = 0
	if !e.before(strategy.Join, nil, c, e.current().id) {
		e.joined(e.current(), c)
	}
}

// Leave says that nothing waits for the other threads that are left. They may be blocked for ever.
func (c *Crew) Leave() {
	e := c.e
	e.alarms.background |= e.state.Live &^ strategy.Only(e.current().id)
}

// Stop makes a member stop after so many steps, which must be at least one, until all other members have
// ended. Members are numbered from 0. It is called before any member has done a step. It calls met when the member stops.
func (c *Crew) Stop(member, after int, met func()) {
	rest := c.members
	for range member {
		rest &= rest - 1
	}
	t := c.e.threads[rest.First()]
	t.allowance.stopAfter(after, &standstill{c, t.id, met}) // it has announced its first step
}

// standstill is the gate of a member that has stopped.
type standstill struct {
	crew   *Crew
	thread int
	met    func()
}

// Ready implements [Gate].
func (s *standstill) Ready(int) bool {
	return s.crew.e.state.Live&s.crew.members&^strategy.Only(s.thread) == 0
}

// joins says that the others' ends order nothing.
func (s *standstill) joins() strategy.Set { return 0 }

// stopped stops the current thread before a step, and then does the step.
func (e *engine) stopped(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int, also int32) bool {
	step, stop := e.announced, e.current().allowance.stops()
	if stop == nil {
		e.exceeded()
		e.announced = step
		e.announced.also = also
		return e.before(kind, p, gate, arg)
	}
	stop.met()
	e.announced = nothingAnnounced
	e.before(strategy.Join, nil, stop, e.current().id)
	e.announced = step
	e.announced.also = also
	return e.before(kind, p, gate, arg)
}
