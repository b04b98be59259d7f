package pool

import "github.com/stealproof/stealproof/internal/park"

// Tried and rejected, for the cost of a posted task (bench, "a task, posted from outside"; each tried once,
// two cores):
//   - all fields that Go and a worker touch on one cache line: no difference;
//   - a lock for each end of the ring: no difference, because the queue is nearly empty most of the time;
//   - 4,096 to 65,536 places: no difference;
//   - trying the lock some hundred times before sleeping on it: slower, up to 400 ns;
//   - a worker that takes up to 32 tasks at once into a list of its own: 75 ns, but a long task holds up the
//     others in the list. A list that others can take from is another protocol.
//
// Waking a submitter only when half of the queue is free would let it and the workers run in turns. But the workers may
// be in tasks that wait for what that submitter does next.
//
// On one processor a task takes 52 ns of processor time, and a value through a buffered channel 27. Unlocking without
// defer saves 2 ns. So even without the second processor this would not be 1.2 times the channel's time.
//
// With two processors there is a change of threads once in 130 tasks (perf, on an AMD EPYC with 24 runnable threads).
// In half of the cases a worker sleeps because it has emptied the queue. In the other half the submitter, which wakes it
// by a system call, is preempted. The system takes a quarter of the processor time. A long search after functions of Go,
// as after forks, halves the number of changes, but a task takes 96 ns of processor time instead of 97. If there are no
// more processors than workers, such a search also takes the processor from the submitter.
//
// The lock itself is not the cost. D. Vyukov's bounded queue without locks takes 82 to 115 ns between one
// putting goroutine and one taking goroutine. Each side alone is fast: Go takes 20 to 24 ns while no worker
// takes, and a worker takes and runs a task in 30 ns while nobody submits. When both run, the queue's cache
// lines also move from core to core. A worker that has woken a submitter yields when half of the queue is free;
// without that, the queue was full and empty in turns.

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
