package pool

import (
	"runtime"
	"time"
)

// turn is how long a lent worker keeps its processor, although it is asked to yield.
const turn = 200 * time.Microsecond

// beginTurn records when a lent worker has taken a submission.
func (w *runner) beginTurn() {
	if w.lent {
		w.took = time.Since(epoch)
	}
}

// giveTurn lets other goroutines run, because a worker was lent. The caller has found the yield bit set,
// and has cleared it.
func (w *runner) giveTurn() {
	if !w.justLent() {
		runtime.Gosched()
	}
}

// justLent reports whether the worker is lent, and took its submission less than a turn ago. Such a
// worker keeps its processor: its task may be short.
func (w *runner) justLent() bool {
	return w.lent && time.Since(epoch)-w.took < turn
}
