package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/report"
)

// Channel is what an execution knows of one channel. The real channel is only its identity.
//
// A thread stands before a communication until it can go on, as before a Lock. So nothing shows
// whether a goroutine has already begun to wait. Go promises no order among waiting goroutines
// either, so each of them may be the one that goes on.
type Channel struct {
	Contents
	pointer unsafe.Pointer
	known   bool // it was made in this execution
	Served  *Served

	// Clocks for the race detector: one for each slot of the buffer, and one for close.
	slots      []slotClock
	sent, read int // values so far
	closing    slotClock
}

// slotClock is an object that a Release and an Acquire name.
type slotClock struct {
	also int32 // the number of its entry in State.Also, or 0, see queues
	_    int32
}

// Contents is what a channel holds when an execution first uses it.
type Contents struct {
	Capacity int
	Holds    []any
	Closed   bool
	Site     uint32 // where it was made
}

// RuleChannel is the rule that is broken by a channel of code that was not rewritten.
const RuleChannel = report.RuleChannel

// MadeChannel says that the current thread has made the real channel at p.
func MadeChannel(p unsafe.Pointer, site uint32) {
	c := Companion[Channel](p)
	c.known, c.Site = true, site
}

// ServedBy says what lets the operations of the real channel at p go on.
func ServedBy(p unsafe.Pointer, s *Served) { Companion[Channel](p).Served = s }

// ChannelAt returns the channel whose real channel is at p. At the first call in an execution, made
// returns what it holds. It is told whether the execution has made the channel.
func ChannelAt(p unsafe.Pointer, made func(known bool) Contents) *Channel {
	e := active
	if c := e.stands.last(p); c != nil {
		return c
	}
	c := Companion[Channel](p)
	if e.stands.uses(c); c.pointer == nil {
		of := made(c.known)
		if c.known {
			of.Site = c.Site
		}
		c.pointer, c.Contents = p, of
		c.sent = len(of.Holds)
		c.slots = make([]slotClock, of.Capacity)
	}
	return c
}

// MadeHere returns the channel whose real channel is at p if the execution has made and used it, or nil.
func MadeHere(p unsafe.Pointer) *Channel {
	if c := Companion[Channel](p); c.known && c.pointer != nil && c.Capacity > 0 {
		return c
	}
	return nil
}

// Len returns the number of values in the buffer. It is a step, but synchronizes nothing.
func (c *Channel) Len() int {
	active.before(readKind, c.pointer, nil, 0)
	return len(c.Holds)
}

// Close closes the channel. It reports false if it was closed already.
func (c *Channel) Close() bool {
	e := active
	if e.trace != nil {
		e.trace.holders.add(c.pointer, use{thread: e.current().id, how: closed, site: e.announced.site})
	}
	e.before(writeKind, c.pointer, nil, 0)
	if c.Closed {
		e.doing.onlyRead()
		Describe("it is closed already")
		return false
	}
	c.Closed = true
	if !e.solo() {
		Describe("closes it")
		Release(unsafe.Pointer(&c.closing))
	}
	return true
}

// sends puts a value into the buffer. The k-th receive comes before the completion of the send
// that fills its slot again.
func (c *Channel) sends(e *engine, thread int, v any) {
	c.Holds = append(c.Holds, v)
	e.pass(thread, &c.slots[c.sent%c.Capacity])
	c.sent++
}

// receives takes a value from the buffer.
func (c *Channel) receives(e *engine, thread int) any {
	v := c.Holds[0]
	c.Holds[0] = nil
	c.Holds = c.Holds[1:]
	e.pass(thread, &c.slots[c.read%c.Capacity])
	c.read++
	return v
}

// pass orders a thread after the threads that have passed the slot before.
func (e *engine) pass(thread int, s *slotClock) {
	if e.races != nil && !e.solo() {
		o := e.objects.number(unsafe.Pointer(s))
		e.races.acquire(thread, o)
		e.races.release(thread, o, true)
	}
	e.goRace.acquire(unsafe.Pointer(s))
	e.goRace.release(unsafe.Pointer(s))
}
