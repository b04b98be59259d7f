package engine

import (
	"fmt"
	"sync/atomic"
)

// clock counts the steps of an execution against its limit.
//
// At the limit the scheduler becomes fair: the threads take turns. A loop that waits for another
// thread without yielding then ends, and so does one that ends by itself. The execution gets up to
// mostFair times as many steps for that, unless an earlier one has used them up in vain.
type clock struct {
	beats      atomic.Uint64 // executions begun or ended: odd while one runs
	steps      int
	allowed    int  // for steps at the moment
	alone      int  // steps of a thread while it was the only one; they are not in steps
	reading    int  // those steps of both that stand for many plain reads
	limit      int  // for steps, until the scheduler is fair
	endless    bool // an execution has used up all its steps
	strict     bool // an execution that passes the limit breaks a rule
	turns      turning
	fair       bool   // the limit was reached, and the threads take turns
	limitSite  uint32 // site of the step at the limit
	inYielding bool   // that step was one of a loop that yields
}

// mostSteps is the default limit of steps of an execution.
const mostSteps = 10_000

// mostFair bounds the steps of an execution, as a multiple of the limit.
const mostFair = 100

// mostAlone bounds the steps of a thread that is alone, as a multiple of the limit.
const mostAlone = 100

// beat says that an execution begins or ends.
func (c *clock) beat() { c.beats.Add(1) }

func (c *clock) reset() {
	c.steps, c.alone, c.reading, c.allowed, c.fair = 0, 0, 0, c.limit, false
}

// read returns how many steps there were that did more than plain reads. The watchdog reads it beside the threads, and needs no exact
// number.
//
//go:norace
func (c *clock) read() int { return c.steps + c.alone - c.reading }

// tick counts a step, and reports whether the limit allows it.
func (c *clock) tick() bool {
	c.steps++
	return c.steps <= c.allowed
}

// tickAlone counts a step of a thread that is alone, and reports whether its limit allows it.
func (c *clock) tickAlone() bool {
	c.alone++
	return c.alone <= mostAlone*c.limit
}

// takeTurns makes the scheduler fair for the steps beyond the limit.
// t is the thread of the step at the limit.
func (c *clock) takeTurns(t *thread) {
	c.fair, c.limitSite, c.allowed = true, t.at.site(), 2*c.limit
	c.inYielding = t.yields.after(c.limit/2 + 1)
}

// isLong reports whether the execution may reach the limit.
func (c *clock) isLong() bool { return c.steps > c.limit/2 }

// extend allows more steps, or reports false if there are no more.
func (c *clock) extend() bool {
	if c.endless || c.allowed >= mostFair*c.limit {
		c.endless = true
		return false
	}
	c.allowed += c.limit
	return true
}

// tookTurns says that an execution has passed the limit of steps, and has ended.
func (e *engine) tookTurns() string {
	loop := loopAt(e.clock.limitSite)
	advice := "if " + loop + " waits for another thread, it lacks a runtime.Gosched" + e.option(", else set Options.Steps")
	if e.clock.inYielding {
		advice = loop + " may need more steps" + e.option(": see Options.Steps")
	}
	return fmt.Sprintf("some executions had more than %d steps, and beyond that one order of the threads was tried: %s", e.clock.limit, advice)
}
