package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// Random returns a number that looks random. It depends only on the calling thread and on how many it
// has taken before. So an execution that is run again has the same numbers, and the order of two threads'
// calls does not matter.
func Random() uint64 {
	active.draws()
	t := active.current()
	return t.luck.next(t.id)
}

// Draw returns a random number below n. The search tries them all.
func Draw(n int) int {
	active.draws()
	return active.choose(n)
}

// mostDraws is how many random numbers a thread may take in a row before each further one counts as a step.
const mostDraws = 1_000

// draws notes that the current thread takes a random number. A loop that takes random numbers may end in any round. So
// they count as progress, and the loop is no livelock. A loop without other steps reaches the limit of steps by its numbers.
func (e *engine) draws() {
	t := e.current()
	e.noteChange()
	e.spins.lastNew, e.spins.rounds, e.spins.recurs.changed = e.clock.steps, 0, true
	if t.luck.draws() {
		e.before(strategy.Local, nil, nil, 0)
		t.luck.goesOn()
	}
}

// LooksRandom reports whether a random number with many possible values has to look random. Otherwise its values are
// spread evenly from the smallest to the largest. Numbers look random in plain tests, which may rely on usual luck, and in
// executions beyond the limit of steps.
func LooksRandom() bool { return active.alarms.on || active.clock.fair }

// choose asks the strategy for a number, for the current thread.
func (e *engine) choose(n int) int {
	e.current().live()
	switch {
	case e.fate.free || n < 2:
		return 0
	case e.clock.fair: // a loop that waits for a certain number must end
		return int(e.current().luck.next(e.current().id) % uint64(n))
	}
	e.settle()
	if e.observer != nil {
		e.observer.decides(len(e.schedule.decisions))
	}
	c := 0
	if !e.fixed.is() {
		c = e.strategy.Choose(&e.state, n)
	}
	e.schedule.add(strategy.Decision{Thread: -1, Choice: c})
	if e.classes != nil {
		e.classes.chose(e.current().id, c)
	}
	if e.trace != nil {
		e.trace.chose(e.current(), c, n)
	}
	return c
}
