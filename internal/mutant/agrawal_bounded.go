package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// AgrawalBounded is BDEQueue of A. Agrawal and K. Indurkhya, "Work Stealing
// Dequeues" (IIT Hyderabad, CS5300 project report, about 2021), section BDEQueue.
//
// Transcription. bottom, a volatile int, is an atomic.Int32, and bottom++ a load
// and a store: the charitable reading. top is one word, CAS as a whole. tasks is
// a plain array. popBottom and popTop answer a pointer into it, as printed, and
// Pop and Steal read the item through it afterwards, as the printed caller does
// (task->run()). popTop answers nullptr for a lost CAS as for an empty deque;
// its second result, not printed, tells them apart, so that Steal can answer
// Retry: charitable, too.
//
// Three faults.
//
// (1) One goroutine is enough. If popBottom finds that thieves took everything
// (bottom < oldTop), it sets top to 0 and leaves bottom, which is above 0 if
// two items or more were stolen: the old contents are back. (Arora, Blumofe and
// Plaxton set bottom to 0 for both cases.)
//
//	Push(a), Push(b), Steal a, Steal b    top = 2, bottom = 2
//	Pop: bottom = 1 < 2, top = 0          -> false
//	Pop: bottom = 0 = top                 -> a, for the second time
//
// (2) A pointer into the array is no claim on what is there: once the indices
// start again at 0, Push writes the slot that a thief has yet to read.
//
//	O  Push(a)
//	T  Steal: CAS top to 1, has &tasks[0]
//	O  Pop: bottom = 0 < 1, top = 0       -> false
//	O  Push(b): writes tasks[0]
//	T  Steal: reads tasks[0]              -> b; a is lost
//	O  Pop                                -> b, for the second time
//
// With a caller that runs tasks in place the owner alone has it: it pops a, runs
// it in tasks[0], and a pushes its first subtask over itself.
//
// (3) There is no bounds check: see NewAgrawalBounded.
//
// The stamp itself is right: no CAS of a thief succeeds on a top other than the
// one it read, short of 2^32 changes.
//
// A checker should see: an item taken twice; beside thieves an item lost, too;
// with a small array, a panic in Push. The race detector sees (2).
//
// Retention: slots are never cleared.
type AgrawalBounded[T any] struct {
	tasks  []T
	bottom atomic.Int32
	top    stampedInt

	resetBottom bool // repair fault (1)
}

// NewAgrawalBounded returns an empty deque with an array of capacity slots. A
// Push that finds none left writes beyond it: undefined in C++, a panic in Go.
func NewAgrawalBounded[T any](capacity int) *AgrawalBounded[T] {
	return &AgrawalBounded[T]{tasks: make([]T, capacity)}
}

// NewAgrawalBoundedReset returns a deque without fault (1): popBottom sets bottom
// to 0 whenever it sets top to 0. What a thief's pointer shows is the fault left.
func NewAgrawalBoundedReset[T any](capacity int) *AgrawalBounded[T] {
	return &AgrawalBounded[T]{tasks: make([]T, capacity), resetBottom: true}
}

func (d *AgrawalBounded[T]) pushBottom(r T) {
	d.tasks[d.bottom.Load()] = r
	d.bottom.Store(d.bottom.Load() + 1)
}

func (d *AgrawalBounded[T]) popBottom() *T {
	if d.bottom.Load() == 0 {
		return nil
	}
	d.bottom.Store(d.bottom.Load() - 1)
	r := &d.tasks[d.bottom.Load()]
	oldTop, oldStamp := d.top.get()
	newTop, newStamp := int32(0), oldStamp+1
	if d.bottom.Load() > oldTop {
		return r
	}
	if d.bottom.Load() == oldTop {
		d.bottom.Store(0)
		if d.top.compareAndSet(oldTop, newTop, oldStamp, newStamp) {
			return r
		}
	}
	if d.resetBottom {
		d.bottom.Store(0)
	}
	d.top.set(newTop, newStamp)
	return nil
}

func (d *AgrawalBounded[T]) popTop() (r *T, lost bool) {
	oldTop, oldStamp := d.top.get()
	newTop, newStamp := oldTop+1, oldStamp+1
	if d.bottom.Load() <= oldTop {
		return nil, false
	}
	r = &d.tasks[oldTop]
	if d.top.compareAndSet(oldTop, newTop, oldStamp, newStamp) {
		return r, false
	}
	return nil, true
}

// Push is pushBottom.
func (d *AgrawalBounded[T]) Push(v T) bool {
	d.pushBottom(v)
	return true
}

// Pop is popBottom, and what its caller does.
func (d *AgrawalBounded[T]) Pop() (v T, ok bool) {
	task := d.popBottom()
	if task == nil {
		return v, false
	}
	return *task, true
}

// Steal is popTop, and what its caller does.
func (d *AgrawalBounded[T]) Steal() (v T, r wsq.StealResult) {
	task, lost := d.popTop()
	switch {
	case lost:
		return v, wsq.Retry
	case task == nil:
		return v, wsq.Empty
	}
	return *task, wsq.Stolen
}
