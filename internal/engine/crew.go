package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// A Crew is the threads of a program that makes calls on a structure. Threads that the structure has
// started itself may outlive them.
type Crew struct {
	e       *engine
	members strategy.Set
}

// Ready implements [Gate]. The argument is the thread that waits.
func (c *Crew) Ready(int) bool { return c.e.state.Live&c.members == 0 }

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
	if !e.before(strategy.Join, nil, c, e.current.id) {
		e.joined(e.current, c)
	}
}

// Leave says that nothing waits for the other threads that are left. They may be blocked for ever.
func (c *Crew) Leave() {
	e := c.e
	e.alarms.background |= e.state.Live &^ strategy.Only(e.current.id)
}
