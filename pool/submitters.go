package pool

import "github.com/stealproof/stealproof/internal/park"

// line is those who wait for room in the queue, in their order. All of it is guarded by the
// injector's mutex.
type submitterQueue struct {
	first, last *submitter
	count       int
}

// inLine is somebody who waits for room, or waited: it is used again.
type submitter struct {
	parker        *park.Parker
	before, after *submitter
	listed        bool
}

// enter puts somebody last.
func (l *submitterQueue) enter(n *submitter) {
	n.before, n.after, n.listed = l.last, nil, true
	if l.last == nil {
		l.first = n
	} else {
		l.last.after = n
	}
	l.last = n
	l.count++
}

// leave removes somebody. It answers false if nobody has to.
func (l *submitterQueue) leave(n *submitter) bool {
	if !n.listed {
		return false
	}
	if n.before == nil {
		l.first = n.after
	} else {
		n.before.after = n.after
	}
	if n.after == nil {
		l.last = n.before
	} else {
		n.after.before = n.before
	}
	n.before, n.after, n.listed = nil, nil, false
	l.count--
	return true
}

// next removes who has waited the longest, and returns whom to wake, or nil.
func (l *submitterQueue) next() *park.Parker {
	n := l.first
	if n == nil {
		return nil
	}
	l.leave(n)
	return n.parker
}

// inLine returns one that is in no line. As parkers, each pool keeps its own.
func (i *injector) newSubmitter() *submitter {
	if n, ok := i.submitters.Get().(*submitter); ok {
		return n
	}
	return &submitter{parker: park.New()}
}
