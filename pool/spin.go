package pool

import "time"

// spinPolicy decides how long a worker searches before it goes to sleep. Usually that is some
// hundred nanoseconds. A long search takes about shortPause/2, as long as waking a sleeper
// takes. Programs that fork and join in short steps then need no wake-up at each step.
//
// A worker makes a long search after a short pause that another worker has ended. So it is awake
// for at most about twice as long as under the best rule (A. Karlin, K. Li, M. Manasse and S.
// Owicki, "Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor", SOSP
// 1991).
//
// A submitter may need the processor itself. So may another worker, if there are more workers
// than processors. So after each long search that finds nothing, the next one requires twice as
// many short pauses in a row, up to maxRequired.
type spinPolicy struct {
	long        bool // the next search is long
	usedLong    bool // the present search is long
	shortPauses int  // short pauses in a row, up to maxRequired
	required    int  // short pauses before a long search; 0 means 1
}

const (
	manySweeps    = 16   // rounds over all workers before a worker sleeps
	longSpinLooks = 3200 // looks into deques in a long search
	shortPause    = 100 * time.Microsecond
	maxRequired   = 4
)

// fallsAsleep records that the worker goes to sleep. If its search was long, that search was in
// vain.
func (p *spinPolicy) fallsAsleep() {
	if p.usedLong {
		p.usedLong, p.long, p.shortPauses = false, false, 0
		p.required = min(2*max(1, p.required), maxRequired)
	}
}

// wakes records the end of a pause.
func (p *spinPolicy) wakes(short bool) {
	if p.usedLong {
		p.usedLong, p.required = false, 1
	}
	if !short {
		p.long, p.shortPauses = false, 0
		return
	}
	p.shortPauses = min(p.shortPauses+1, maxRequired)
	p.long = p.shortPauses >= p.required
}
