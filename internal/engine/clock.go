package engine

// clock counts the steps of an execution against its limit.
//
// At the limit the threads begin to take turns: then a loop that waits for another
// thread without yielding comes to its end. They get as many steps again for that.
type clock struct {
	steps     int    // so far
	alone     int    // of a thread while it was the only one, which are no steps
	limit     int    // of steps
	strict    bool   // not to end within the limit breaks a rule
	fair      bool   // all take turns, since the limit was reached
	limitSite uint32 // the site of the step at which it was
}

// mostSteps bounds an execution if nothing else does.
const mostSteps = 10_000

// mostAlone bounds the steps of the only thread there is, as a multiple of the limit.
const mostAlone = 100

func (c *clock) reset() { c.steps, c.alone, c.fair = 0, 0, false }

// tick counts a step, and reports whether the limit allows it.
func (c *clock) tick() bool {
	c.steps++
	return c.steps <= c.limit || c.fair && c.steps <= 2*c.limit
}

// tickAlone counts what would be a step if there were other threads, and reports whether
// that may go on.
func (c *clock) tickAlone() bool {
	c.alone++
	return c.alone <= mostAlone*c.limit
}

// takeTurns begins the steps beyond the limit.
func (c *clock) takeTurns(site uint32) { c.fair, c.limitSite = true, site }

// given returns how many steps there are in all.
func (c *clock) given() int {
	if c.fair {
		return 2 * c.limit
	}
	return c.limit
}
