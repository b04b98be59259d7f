package pool

import "github.com/stealproof/stealproof/internal/park"

// submitterQueue holds the submitters that wait for room in the queue, in their order. The
// injector's mutex guards it.
type submitterQueue struct {
	first, last *submitter
	count       int
}

// submitter is a goroutine that waits for room. The value is reused.
type submitter struct {
	parker        *park.Parker
	before, after *submitter
	listed        bool
}

// enter appends a submitter.
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

// leave removes a submitter. It returns false if the submitter is not in the queue.
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

// next removes the submitter that has waited longest, and returns its parker, or nil.
func (l *submitterQueue) next() *park.Parker {
	n := l.first
	if n == nil {
		return nil
	}
	l.leave(n)
	return n.parker
}

// newSubmitter returns a submitter that is in no queue. Like parkers, submitters are reused
// only within one pool.
func (i *injector) newSubmitter() *submitter {
	if n, ok := i.submitters.Get().(*submitter); ok {
		return n
	}
	return &submitter{parker: park.New()}
}
