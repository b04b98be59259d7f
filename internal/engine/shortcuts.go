package engine

// shortcuts says which parts of a step are needed. Most steps need none of them, so each is one test.
type shortcuts struct {
	alone    bool // the thread is the only one, so its steps need no order
	hooked   bool // the memory wants to know of writes, see memory.hooked
	attended bool // something looks at each step before it, see attend
	special  bool // something may change which threads are enabled, see adjust
}

// reset begins an execution with one thread.
func (s *shortcuts) reset(hooked, attended, special bool) {
	*s = shortcuts{alone: true, hooked: hooked, attended: attended, special: special}
}

// wants reports whether the memory wants to know of writes, looks whether something looks at each step, and adjusts
// whether something may change which threads are enabled.
func (s *shortcuts) wants() bool   { return s.hooked }
func (s *shortcuts) looks() bool   { return s.attended }
func (s *shortcuts) adjusts() bool { return s.special }

// slow gives up the shortcuts of attend and adjust.
func (s *shortcuts) slow() { s.special, s.attended = true, true }

// isAlone sets whether the current thread is the only one, and returns what held before.
func (s *shortcuts) isAlone(is bool) (was bool) {
	was, s.alone = s.alone, is
	return was
}

// solo reports whether the current thread is the only one.
func (e *engine) solo() bool { return e.shortcuts.alone }
