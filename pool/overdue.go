package pool

import (
	"sync/atomic"
	"time"
)

// overdue notices that a submission waits although all workers are busy: see lend.
type overdue struct {
	patience  time.Duration // 0 means that a submission waits until a worker is free
	served    atomic.Int64  // when a worker that is not lent last took a submission, measured from epoch
	functions uint8         // taken functions of Pool.Go, counted for took
	armed     atomic.Bool   // the timer runs
	ended     atomic.Bool   // all workers have left
	timer     *time.Timer   // nil if patience is 0
}

// took records that a worker has taken a submission. A lent worker has come for one submission, and
// that says nothing about the next. Functions of Pool.Go may be so short that reading the clock for
// each of them would show. The caller holds the injector's mutex.
func (o *overdue) took(function, lent bool) {
	if o.patience == 0 || lent {
		return
	}
	if function {
		if o.functions++; o.functions%16 != 1 {
			return
		}
	}
	o.served.Store(sinceEpoch())
}

// none records that no worker is likely to come by: a lent worker has gone.
func (o *overdue) none() {
	o.served.Store(0)
}

// expired reports whether a worker is to be lent, because none has taken a submission for long. A
// submitter that waits relies on the workers only just after one has. Of several others, expired tells
// only one, and the rest after a further period.
func (o *overdue) expired(waits bool) bool {
	at := o.served.Load()
	now := sinceEpoch()
	since := time.Duration(now - at)
	switch {
	case waits && (at == 0 || since > min(soon, o.patience)):
		return true
	case at == 0, since > o.patience:
		return o.served.CompareAndSwap(at, now)
	}
	return false
}

// soon is how long after a submission was taken a submitter that waits relies on the workers.
const soon = 20 * time.Microsecond

// sinceEpoch returns the time, which is not 0. In a bubble of testing/synctest it is below 0.
func sinceEpoch() int64 {
	if now := int64(time.Since(epoch)); now != 0 {
		return now
	}
	return 1
}

// watch arms the timer if something is queued. It is called when a worker may be lent that could
// not be lent before. The timer gives up when it may lend none.
func (i *injector) watch() {
	if i.late.timer != nil && i.some.Load() {
		i.late.arm()
	}
}

// arm starts the timer unless it runs.
func (o *overdue) arm() {
	if o.timer == nil || o.armed.Load() {
		return
	}
	if o.armed.CompareAndSwap(false, true) {
		o.timer.Reset(o.patience)
		if o.ended.Load() {
			o.timer.Stop()
		}
	}
}

// end stops the timer for good, since a timer that runs keeps the pool reachable.
func (o *overdue) end() {
	if o.timer != nil {
		o.ended.Store(true)
		o.timer.Stop()
	}
}
