package pool

import (
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// searcher is the part of a worker that looks for tasks, and from which other workers steal. It
// runs no tasks. A task that it has found was removed from its queue, and belongs to the
// caller.
type searcher struct {
	// The fields that never change are on the mailbox's cache line. Thieves read deque at each
	// look, so it must not be on a line that the owner writes.
	pool   *shared
	deque  wsq.Deque[*Task] // of closures
	handle *Worker          // the worker itself, for the bodies of tasks

	forks
	sleeper
	recorder
	random    random
	batch     [15]*Task // buffer of stealMore
	lent      bool      // it takes submissions only: see lend; changed under registry.mu while it is on standby
	onStandby bool      // guarded by registry.mu
	victim    bool      // it is in workerList.victims; guarded by registry.mu
	goFunc    goFunc    // the task of the running function from Pool.Go

	recorded atomic.Uint64 // the frames that waited on it when it last blocked, or waited in a join: see recordPending
	ending   atomic.Bool   // it waits for the end of tasks that it has withdrawn

	spin          spinPolicy
	crowd         int    // how many victims there were at the last look
	target        int    // how many of them were to be active without spares; 0 if that is not known
	fresh         bool   // New has started it beside many others, and it has not slept yet
	done          uint64 // finished submissions that are not reported yet
	woke          bool   // it has woken a goroutine since its last search
	wokeSubmitter bool   // it has woken a submitter, which may still wait for a processor
	yieldsNext    bool   // yield the processor to that submitter before taking the next submission
	dirty         bool   // tasks have run since the last scrub
	unscrubbed    int    // tasks of loop since the last scrub
}

func (w *searcher) init(p *shared, handle *Worker, number uint32, deque wsq.Deque[*Task]) {
	w.pool, w.handle, w.deque, w.sleepers = p, handle, deque, &p.sleepers
	w.parker = park.New()
	w.number, w.tracer = number, &p.tracer
	w.elements = &p.elements
	w.counted.since = time.Since(epoch)
	w.random = random(number*2 + 1)
	w.crowd = int(number) + 1
}

// random chooses victims (Marsaglia's xorshift32). It is never 0.
type random uint32

// below returns the next random number below n.
func (r *random) below(n int) int {
	*r ^= *r << 13
	*r ^= *r >> 17
	*r ^= *r << 5
	return int(uint64(*r) * uint64(n) >> 32)
}

// oneRecord is the part of searcher.recorded that counts how often the worker has recorded.
const oneRecord uint64 = 1 << 32

// recordPending records which frames wait on this worker.
func (w *searcher) recordPending() {
	times := w.recorded.Load() / oneRecord
	w.recorded.Store((times+1)*oneRecord + w.forks.pending())
}

// pendingFrames returns how many frames wait on the worker, according to its last record.
func (w *searcher) pendingFrames() int {
	r := w.recorded.Load()
	n := int(r % inSlot)
	if r&inSlot != 0 && w.slot.Load() != nil {
		n++
	}
	return n
}
