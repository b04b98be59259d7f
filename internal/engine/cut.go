package engine

// cut says that a thread is cut off: it is to unwind, and does no further step.
type cut struct {
	off    bool
	panics int // how often it was made to unwind
}

// mostPanics is how often a thread is made to unwind. The program may recover from each of these panics.
const mostPanics = 1000

func (c *cut) is() bool { return c.off }

// kill cuts the thread off.
func (c *cut) kill() { c.off = true }

// hopeless is called before each panic that makes the thread unwind. It reports whether there were too many.
func (c *cut) hopeless() bool {
	c.panics++
	return c.panics > mostPanics
}

// over says that the thread has unwound, or was given up.
func (c *cut) over() { *c = cut{} }
