package engine

// content numbers the states of an object for the loops. An object that has an earlier value again
// is in that earlier state again.
type content struct {
	now, last int32 // the current state, and the highest number given so far
	known     []value
}

// value is a value that the object had in a state.
type value struct {
	value uint64
	state int32
}

// mostKnown bounds the values remembered for each object.
const mostKnown = 16

// content returns the content of an object.
func (s *spins) content(object int32) *content {
	for int(object) >= len(s.contents) {
		if len(s.contents) < cap(s.contents) {
			s.contents = s.contents[:len(s.contents)+1]
			c := &s.contents[len(s.contents)-1]
			c.now, c.last, c.known = 0, 0, c.known[:0]
		} else {
			s.contents = append(s.contents, content{})
		}
	}
	return &s.contents[object]
}

func (c *content) change(to change) {
	if !to.known {
		c.last++
		c.now = c.last
		return
	}
	c.remember(value{to.from, c.now})
	for _, v := range c.known {
		if v.value == to.to {
			c.now = v.state
			return
		}
	}
	c.last++
	c.now = c.last
	c.remember(value{to.to, c.now})
}

func (c *content) remember(v value) {
	for i := range c.known {
		if c.known[i].value == v.value {
			c.known[i].state = v.state
			return
		}
	}
	if len(c.known) == mostKnown {
		c.known = append(c.known[:0], c.known[1:]...)
	}
	c.known = append(c.known, v)
}
