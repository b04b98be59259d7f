package engine

// clock counts the steps of an execution against its limit.
//
// At the limit the scheduler becomes fair: the threads take turns. A loop that waits for another
// thread without yielding then ends. The execution gets as many steps again for that.
type clock struct {
	steps     int
	alone     int    // steps of a thread while it was the only one; they are not in steps
	limit     int    // for steps
	strict    bool   // an execution that passes the limit breaks a rule
	fair      bool   // the limit was reached, and the threads take turns
	limitSite uint32 // site of the step at the limit
}

// mostSteps is the default limit of steps of an execution.
const mostSteps = 10_000

// mostAlone bounds the steps of a thread that is alone, as a multiple of the limit.
const mostAlone = 100

func (c *clock) reset() { c.steps, c.alone, c.fair = 0, 0, false }

// tick counts a step, and reports whether the limit allows it.
func (c *clock) tick() bool {
	c.steps++
	return c.steps <= c.limit || c.fair && c.steps <= 2*c.limit
}

// tickAlone counts a step of a thread that is alone, and reports whether its limit allows it.
func (c *clock) tickAlone() bool {
	c.alone++
	return c.alone <= mostAlone*c.limit
}

// takeTurns makes the scheduler fair for the steps beyond the limit.
func (c *clock) takeTurns(site uint32) { c.fair, c.limitSite = true, site }

// given returns the limit that holds at the moment.
func (c *clock) given() int {
	if c.fair {
		return 2 * c.limit
	}
	return c.limit
}
