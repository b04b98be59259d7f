package pool

import (
	"sync/atomic"
	"time"
)

// overdue notices that a submission waits although all workers are busy: see lend.
type overdue struct {
	patience  time.Duration // 0 means that a submission waits until a worker is free
	served    atomic.Int64  // when a worker last took a submission, measured from epoch
	own       atomic.Int64  // the same, without lent workers
	functions uint8         // taken functions of Pool.Go, counted for took
	armed     atomic.Bool   // the timer runs
	ended     atomic.Bool   // all workers have left
	timer     *time.Timer   // nil if patience is 0
}

// took records that a worker has taken a submission. Functions of Pool.Go may be so short that
// reading the clock for each of them would show. The caller holds the injector's mutex.
func (o *overdue) took(function, lent bool) {
	if o.patience == 0 {
		return
	}
	if function {
		if o.functions++; o.functions%16 != 1 {
			return
		}
	}
	now := sinceEpoch()
	o.served.Store(now)
	if !lent {
		o.own.Store(now)
	}
}

// none records that no worker is likely to come by: a lent worker has gone.
func (o *overdue) none() {
	o.served.Store(0)
}

// expired reports whether no worker has taken a submission for long. Of several callers it tells
// only one, and the others after a further period.
func (o *overdue) expired() bool {
	at := o.served.Load()
	now := sinceEpoch()
	return (at == 0 || now-at >= int64(o.patience)) && o.served.CompareAndSwap(at, now)
}

// soon is how recently a worker must have taken a submission for a waiting submitter to rely on it.
const soon = 20 * time.Microsecond

// relied reports whether a submitter that waits relies on the workers. Lent workers do not count: one
// that has taken a submission says nothing about the others, which may still be in long tasks.
func (o *overdue) relied() bool {
	return sinceEpoch()-o.own.Load() <= int64(min(soon, o.patience))
}

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
