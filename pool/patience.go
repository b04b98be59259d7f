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
type patience struct {
	is    bool // it is patient
	used  bool // in the present search
	short int  // pauses in a row, up to price
	price int  // how many it takes; 0 is 1
}

const (
	manySweeps   = 16   // over all workers, before one sleeps
	patientLooks = 3200 // into deques, of one that is patient
	shortPause   = 100 * time.Microsecond
	highestPrice = 4
)

// sleeps notes that a worker goes to sleep.
func (p *patience) sleeps() {
	if p.used {
		p.used, p.is, p.short = false, false, 0
		p.price = min(2*max(1, p.price), highestPrice)
	}
}

// ends notes the end of a pause.
func (p *patience) ends(short bool) {
	if p.used {
		p.used, p.price = false, 1
	}
	if !short {
		p.is, p.short = false, 0
		return
	}
	p.short = min(p.short+1, highestPrice)
	p.is = p.short >= p.price
}
