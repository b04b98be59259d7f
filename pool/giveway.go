package pool

import (
	"runtime"
	"time"
)

// turn is how long a lent worker works before it yields.
const turn = 200 * time.Microsecond

// giveTurn lets other goroutines run, because a worker was lent. The caller has found the yield bit set.
func (w *runner) giveTurn() {
	if !w.justLent() {
		runtime.Gosched()
	}
}

// justLent reports whether the worker is lent, and has begun only just now. Its task may be short, and
// must not get behind the long ones again.
func (w *runner) justLent() bool {
	return w.lent && time.Since(epoch)-w.counted.since < turn
}
