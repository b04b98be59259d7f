package pool

import "time"

// patience says for how long a worker looks about before it goes to sleep: for some hundred
// nanoseconds as a rule, and for about shortPause/2 if it is patient. That is as long as it
// takes to wake one that sleeps. So programs that fork and join in short steps need not
// wake anybody at each.
//
// A worker is patient after a short pause that another worker has ended: then it is never up
// for more than about twice as long as by the best rule (A. Karlin, K. Li, M. Manasse and S.
// Owicki, "Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor",
// SOSP 1991). Who submits may need the processor himself, and so may a worker, if there are
// more of them than processors: if patience was in vain, it takes twice as many short pauses
// in a row as the last time until the worker is patient again.
type spinPolicy struct {
	long        bool // it is patient
	usedLong    bool // in the present search
	shortPauses int  // pauses in a row, up to price
	required    int  // how many it takes; 0 is 1
}

const (
	manySweeps    = 16   // over all workers, before one sleeps
	longSpinLooks = 3200 // into deques, of one that is patient
	shortPause    = 100 * time.Microsecond
	maxRequired   = 4
)

// sleeps notes that a worker goes to sleep.
func (p *spinPolicy) fallsAsleep() {
	if p.usedLong {
		p.usedLong, p.long, p.shortPauses = false, false, 0
		p.required = min(2*max(1, p.required), maxRequired)
	}
}

// ends notes the end of a pause.
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
