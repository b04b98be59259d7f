package pool

import (
	"time"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// searcher is the part of a worker that looks for tasks, and that others steal from. It runs
// none: what it has found belongs to its caller, and was removed from where it was queued.
type searcher struct {
	// What never changes stands on the mailbox's line of cache. Thieves read deque at each
	// look, so it must not be on a line that the owner writes.
	pool   *shared
	deque  wsq.Deque[*Task] // of closures
	handle *Worker          // the worker that this is of, which bodies of tasks are given

	forks
	sleeper
	recorder
	random random
	batch  [15]*Task // of a Scope, while they are stolen together
	goFunc goFunc    // the function of Go that runs

	spin          spinPolicy
	done          uint64 // submissions that are not counted as done yet
	woke          bool   // it has woken a goroutine since it searched
	wokeSubmitter bool   // it has woken a submitter, which may wait for a processor since
	yieldsNext    bool   // it is to have this one, before the next submission is taken
	dirty         bool   // tasks have run since the last scrub
	unscrubbed    int    // how many of them loop has had
}

func (w *searcher) init(p *shared, handle *Worker, number uint32, deque wsq.Deque[*Task]) {
	w.pool, w.handle, w.deque, w.sleepers = p, handle, deque, &p.sleepers
	w.parker = park.New()
	w.number, w.tracer = number, &p.tracer
	w.counted.since = time.Since(epoch)
	w.random = random(number*2 + 1)
}

// random draws victims (Marsaglia's xorshift32). It is never 0.
type random uint32

// below returns a number below n, another one each time.
func (r *random) below(n int) int {
	*r ^= *r << 13
	*r ^= *r >> 17
	*r ^= *r << 5
	return int(uint64(*r) * uint64(n) >> 32)
}
