package engine

import "github.com/stealproof/stealproof/model"

// allowance is how many steps a thread may announce, and what happens then. A thread that is to stop has no limit.
type allowance struct {
	left  int         // steps to announce; 0 if there is no bound
	stop  *standstill // lets it go on then; nil if more steps break a rule
	limit limit       // of the steps of its operation
}

// limit is the most steps that the operation of a thread may take.
type limit struct {
	most int
	of   model.Invocation
}

func (a *allowance) reset() {
	a.left = 0
	if a.stop != nil || a.limit.most != 0 {
		a.stop, a.limit = nil, limit{}
	}
}

// stopAfter makes the thread stop after so many steps.
func (a *allowance) stopAfter(steps int, s *standstill) { a.left, a.stop = steps, s }

// limitTo makes more steps a failure. Zero ends the limit.
func (a *allowance) limitTo(steps int, of model.Invocation) {
	if a.stop != nil {
		return
	}
	a.left, a.limit = 0, limit{}
	if steps > 0 {
		a.left, a.limit = steps+1, limit{steps, of}
	}
}

// spent is called before each step. It reports whether this is the one that stops the thread, or breaks the rule.
func (a *allowance) spent() bool {
	if a.left == 0 {
		return false
	}
	a.left--
	return a.left == 0
}

// stops returns what lets the thread go on, or nil if it is not to stop.
func (a *allowance) stops() *standstill { return a.stop }

// most returns the limit.
func (a *allowance) most() limit { return a.limit }
