package points

// clock has, for each thread, how many of its events come before some event, in each order that an
// execution stands for.
type clock []int

func (c clock) at(thread int) int {
	if thread < len(c) {
		return c[thread]
	}
	return 0
}

// next returns the clock of the thread's next event.
func (c clock) next(thread int) clock {
	for thread >= len(c) {
		c = append(c, 0)
	}
	c[thread]++
	return c
}

// join returns the clock of an event that comes after both.
func (c clock) join(d clock) clock {
	for len(c) < len(d) {
		c = append(c, 0)
	}
	for i, n := range d {
		c[i] = max(c[i], n)
	}
	return c
}
