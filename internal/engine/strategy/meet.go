package strategy

// meet makes room for new threads.
func (d *DPOR) meet(s *State) {
	if s.Threads > len(d.latest) || s.Threads > d.width {
		d.grow(s)
	}
}

func (d *DPOR) grow(s *State) {
	// The code after the last step has started these threads: after a Choose, or after a step of
	// two threads.
	parent := d.events - 1
	for parent >= 0 && d.stack[parent].thread < 0 {
		parent--
	}
	for s.Threads > len(d.latest) {
		d.latest = append(d.latest, int32(parent))
	}
	if s.Threads > d.width {
		width := 2 * s.Threads
		clocks := make([]int32, width*len(d.stack))
		for i := range d.stack {
			copy(clocks[i*width:], d.clock(i))
		}
		d.clocks, d.width = clocks, width
	}
}
