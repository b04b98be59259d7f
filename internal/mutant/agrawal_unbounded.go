package mutant

import (
	"math"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// AgrawalUnbounded is UnboundedDEQueue, with its CircularArray, of A. Agrawal and
// K. Indurkhya, "Work Stealing Dequeues" (IIT Hyderabad, CS5300 project report,
// about 2021), section UnboundedDEQueue.
//
// Transcription: as for AgrawalBounded. As printed, indices are ints of 32 bits, the stamp is always 0, and slots are plain.
// The tasks pointer is atomic here, and plain in print.
//
// Two faults.
//
// (1) popTop answers a pointer into the array. Its caller reads the item after the CAS has released the slot. The array
// grows one item early, so one more index must be taken before Push comes round to the slot. With two slots:
//
//	O  Push(a)
//	T  Steal: CAS top to 1, has &slot 0
//	O  Push(b), Pop -> b                  top = 2, bottom = 2
//	O  Push(c): index 2, writes slot 0
//	T  Steal: reads slot 0                -> c; a is lost
//	O  Pop                                -> c, for the second time
//
// (2) Indices only grow, and overflow after 2^31 - 1 items. Then i % capacity is negative: in Go the access panics, and in
// C++ the overflow itself is undefined. NewAgrawalUnboundedLate starts just before.
//
// The order of the loads, the CAS for the last item and the growth are right. With the item read before the CAS, this is
// Chase and Lev's deque: see AgrawalCorrected.
//
// A checker should see: an item taken twice and another lost; for the late one, a
// panic. The race detector sees (1).
//
// Retention: slots are never cleared.
type AgrawalUnbounded[T any] struct {
	tasks  atomic.Pointer[circularArray[T]]
	bottom atomic.Int32
	top    stampedInt
}

type circularArray[T any] struct {
	logCapacity  int32
	currentTasks []T
}

func newCircularArray[T any](myLogCapacity int32) *circularArray[T] {
	return &circularArray[T]{
		logCapacity:  myLogCapacity,
		currentTasks: make([]T, 1<<myLogCapacity),
	}
}

func (a *circularArray[T]) capacity() int32     { return 1 << a.logCapacity }
func (a *circularArray[T]) get(i int32) *T      { return &a.currentTasks[i%a.capacity()] }
func (a *circularArray[T]) put(i int32, task T) { a.currentTasks[i%a.capacity()] = task }
func (a *circularArray[T]) resize(bottom, top int32) *circularArray[T] {
	newTasks := newCircularArray[T](a.logCapacity + 1)
	for i := top; i < bottom; i++ {
		newTasks.put(i, *a.get(i))
	}
	return newTasks
}

// NewAgrawalUnbounded returns an empty deque whose array has 1<<logCapacity slots
// at first.
func NewAgrawalUnbounded[T any](logCapacity int32) *AgrawalUnbounded[T] {
	d := &AgrawalUnbounded[T]{}
	d.tasks.Store(newCircularArray[T](logCapacity))
	return d
}

// NewAgrawalUnboundedLate returns a deque as it is after 2^31 - 3 items have come
// and gone.
func NewAgrawalUnboundedLate[T any](logCapacity int32) *AgrawalUnbounded[T] {
	d := NewAgrawalUnbounded[T](logCapacity)
	d.bottom.Store(math.MaxInt32 - 2)
	d.top.set(math.MaxInt32-2, 0)
	return d
}

func (d *AgrawalUnbounded[T]) pushBottom(r T) {
	oldBottom := d.bottom.Load()
	oldTop := d.top.getReference()
	currentTasks := d.tasks.Load()
	size := oldBottom - oldTop
	if size >= currentTasks.capacity()-1 {
		currentTasks = currentTasks.resize(oldBottom, oldTop)
		d.tasks.Store(currentTasks)
	}
	d.tasks.Load().put(oldBottom, r)
	d.bottom.Store(oldBottom + 1)
}

func (d *AgrawalUnbounded[T]) popBottom() *T {
	d.bottom.Store(d.bottom.Load() - 1)
	oldTop := d.top.getReference()
	newTop := oldTop + 1
	size := d.bottom.Load() - oldTop
	if size < 0 {
		d.bottom.Store(oldTop)
		return nil
	}
	r := d.tasks.Load().get(d.bottom.Load())
	if size > 0 {
		return r
	}
	if !d.top.compareAndSet(oldTop, newTop, 0, 0) {
		r = nil
	}
	d.bottom.Store(oldTop + 1)
	return r
}

func (d *AgrawalUnbounded[T]) popTop() (r *T, lost bool) {
	oldTop := d.top.getReference()
	newTop := oldTop + 1
	oldBottom := d.bottom.Load()
	size := oldBottom - oldTop
	if size <= 0 {
		return nil, false
	}
	r = d.tasks.Load().get(oldTop)
	if d.top.compareAndSet(oldTop, newTop, 0, 0) {
		return r, false
	}
	return nil, true
}

// Push is pushBottom.
func (d *AgrawalUnbounded[T]) Push(v T) bool {
	d.pushBottom(v)
	return true
}

// Pop is popBottom, and what its caller does.
func (d *AgrawalUnbounded[T]) Pop() (v T, ok bool) {
	task := d.popBottom()
	if task == nil {
		return v, false
	}
	return *task, true
}

// Steal is popTop, and what its caller does.
func (d *AgrawalUnbounded[T]) Steal() (v T, r wsq.StealResult) {
	task, lost := d.popTop()
	switch {
	case lost:
		return v, wsq.Retry
	case task == nil:
		return v, wsq.Empty
	}
	return *task, wsq.Stolen
}
