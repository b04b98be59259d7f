package engine

// yields is how a thread has yielded.
type yields struct {
	last  int    // number of the step of the last time
	busy  int    // how often it has yielded after a change
	held  bool   // it is held back because of that
	since moment // when turns began
	turns int    // rounds in which it changed nothing, while no thread did
}

// mostHeld is how often a thread that changes something in each round of its loop may yield before a time comes.
const mostHeld = 1_000

// mostBusy is how often a thread may yield after changing something. Beyond that it goes on only
// if no other thread is enabled.
const mostBusy = 20

func (y *yields) reset() { *y = yields{} }

// at says that the thread yields before a step.
func (y *yields) at(step int) { y.last = step }

// after reports whether it has yielded at a step or later.
func (y *yields) after(step int) bool { return y.last >= step }

// turn counts a round in which the thread changed nothing. The last change of any thread was at a moment.
func (y *yields) turn(change moment) {
	if y.since != change {
		y.since, y.turns = change, 0
	}
	y.turns++
}

// goesRound reports whether the thread has gone round again and again since a change.
func (y *yields) goesRound(change moment) bool { return y.since == change && y.turns > mostBusy }

// change counts a yield after a change, and reports whether there were too many.
func (y *yields) change() bool {
	y.busy++
	return y.busy > mostBusy
}

// hold says whether the thread is held back because of that.
func (y *yields) hold(is bool) { y.held = is }

// mayGoOn reports whether it is held back, but goes on before a time comes.
func (y *yields) mayGoOn() bool { return y.held && y.busy <= mostHeld }
