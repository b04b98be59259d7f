package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// AgrawalBounded is BDEQueue of A. Agrawal and K. Indurkhya, "Work Stealing
// Dequeues" (IIT Hyderabad, CS5300 project report, about 2021), section BDEQueue.
//
// Transcription. bottom, a volatile int, is an atomic.Int32, and bottom++ is a load and a store: the charitable reading. top
// is one word, and a CAS swaps all of it. tasks is a plain array. popBottom and popTop answer a pointer into it, as printed. Pop and
// Steal read the item through that pointer afterwards, like the printed caller (task->run()). popTop answers nullptr
// for a lost CAS and for an empty deque. A second result, which is not printed, tells them apart, so that Steal can
// answer Retry: also charitable.
//
// Three faults.
//
// (1) One goroutine is enough. If popBottom finds that thieves took everything (bottom < oldTop), it sets top to 0 and
// keeps bottom. If two or more items were stolen, bottom is above 0, so the old contents are back. (Arora, Blumofe and
// Plaxton set bottom to 0 in both cases.)
//
//	Push(a), Push(b), Steal a, Steal b    top = 2, bottom = 2
//	Pop: bottom = 1 < 2, top = 0          -> false
//	Pop: bottom = 0 = top                 -> a, for the second time
//
// (2) A pointer into the array does not claim the item behind it. Once the indices start again at 0, Push writes the slot that a
// thief has yet to read.
//
//	O  Push(a)
//	T  Steal: CAS top to 1, has &tasks[0]
//	O  Pop: bottom = 0 < 1, top = 0       -> false
//	O  Push(b): writes tasks[0]
//	T  Steal: reads tasks[0]              -> b; a is lost
//	O  Pop                                -> b, for the second time
//
// With a caller that runs tasks in place, the owner alone shows the fault: it pops a, runs it in tasks[0], and a pushes its
// first subtask over itself.
//
// (3) There is no bounds check: see NewAgrawalBounded.
//
// The stamp itself is right: a thief's CAS succeeds only on the top that it has read, short of 2^32 changes.
//
// A checker should see: an item taken twice; with thieves, also an item lost; with a small array, a panic in Push. The
// race detector sees (2).
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

// NewAgrawalBoundedReset returns a deque without fault (1): popBottom sets bottom to 0 whenever it sets top to 0. Fault
// (2) is left.
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
