package mutant

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// Duffy is WorkStealingQueue<T> of J. Duffy, "Building a custom thread pool
// (series, part 2): a work stealing queue" (2008), section "A simple
// WorkStealingQueue<T> type".
//
// Transcription. m_headIndex and m_tailIndex, volatile ints, are atomic.Int32, and Interlocked.Exchange is Swap. The array
// and its mask are plain. m_foreignLock is a mutex, and Monitor.TryEnter with a timeout of 0 is TryLock. INITIAL_SIZE is an
// argument. trySteal answers false for an empty queue and for a held lock. A second result, which is not printed,
// tells them apart.
//
// Three faults.
//
// (1) LocalPop answers empty when a thief has raised head for a moment. The other reads of head allow for that, or take
// the lock; the first one does not.
//
//	T  Steal, queue empty: head = 1, reads tail = 0
//	O  Push(a): tail = 1
//	O  Pop: head = 1 >= tail = 1          -> false, with a there
//	T  Steal: head = 0                    -> Empty
//
// No item is lost: the next Pop finds a, if there is a next Pop.
//
// (2) TrySteal answers false, "empty", because another thread holds the lock.
//
//	O  Push(a), Push(b), Push(c)
//	T  Steal: takes the lock
//	S  Steal: TryEnter fails              -> false, with three items there
//
// NewDuffyRetry answers wsq.Retry here, so only (1) and (3) are left.
//
// (3) "Because these fields never wrap" is wrong. Only growth resets them, so without growth they overflow after 2^31 - 1
// pushes. While tail is negative and head is not, head >= tail holds, and neither end finds the items
//
//	head = tail = 2^31 - 1 (and the queue empty)
//	Push(a): tail = -2^31
//	Pop                                   -> false, with a there
//	Steal                                 -> Empty, with a there
//
// until enough pushes make the queue grow. NewDuffyLate starts there.
//
// Otherwise the queue is right. Push leaves one slot spare, so a head that is raised for a moment cannot make it overwrite an
// item, or the slot that a thief is reading. Growth and the last item are under the lock. Owner and thief each write
// their own index before they read the other's.
//
// A checker should see: for (1) and (3), a Pop that answers false on a deque that was not empty; for (2), such an Empty.
// No item is lost or taken twice. The race detector reports nothing.
//
// Retention: slots are never cleared, and growth copies old ones.
type Duffy[T any] struct {
	mArray       []T
	mMask        int32
	mHeadIndex   atomic.Int32
	mTailIndex   atomic.Int32
	mForeignLock sync.Mutex

	retry bool // Steal answers Retry if it did not get the lock
}

// NewDuffy returns an empty deque whose array has size slots at first, rounded up
// to a power of two. Its Steal answers Empty whenever TrySteal answers false.
func NewDuffy[T any](size int) *Duffy[T] {
	n := ringSize(size)
	return &Duffy[T]{mArray: make([]T, n), mMask: int32(n - 1)}
}

// NewDuffyRetry returns a deque without fault (2).
func NewDuffyRetry[T any](size int) *Duffy[T] {
	d := NewDuffy[T](size)
	d.retry = true
	return d
}

// NewDuffyLate returns a deque without fault (2), as it is after 2^31 - 1 items
// have come and gone.
func NewDuffyLate[T any](size int) *Duffy[T] {
	d := NewDuffyRetry[T](size)
	d.mHeadIndex.Store(math.MaxInt32)
	d.mTailIndex.Store(math.MaxInt32)
	return d
}

func (d *Duffy[T]) localPush(obj T) {
	tail := d.mTailIndex.Load()
	if tail < d.mHeadIndex.Load()+d.mMask {
		d.mArray[tail&d.mMask] = obj
		d.mTailIndex.Store(tail + 1)
	} else {
		d.mForeignLock.Lock()
		defer d.mForeignLock.Unlock()
		head := d.mHeadIndex.Load()
		count := d.mTailIndex.Load() - d.mHeadIndex.Load()
		if count >= d.mMask {
			newArray := make([]T, len(d.mArray)<<1)
			for i := range int32(len(d.mArray)) {
				newArray[i] = d.mArray[(i+head)&d.mMask]
			}
			d.mArray = newArray

			// Reset the field values, incl. the mask.
			d.mHeadIndex.Store(0)
			tail = count
			d.mTailIndex.Store(tail)
			d.mMask = (d.mMask << 1) | 1
		}

		d.mArray[tail&d.mMask] = obj
		d.mTailIndex.Store(tail + 1)
	}
}

func (d *Duffy[T]) localPop(obj *T) bool {
	tail := d.mTailIndex.Load()
	if d.mHeadIndex.Load() >= tail {
		return false
	}

	tail--
	d.mTailIndex.Swap(tail)

	if d.mHeadIndex.Load() <= tail {
		*obj = d.mArray[tail&d.mMask]
		return true
	}
	d.mForeignLock.Lock()
	defer d.mForeignLock.Unlock()
	if d.mHeadIndex.Load() <= tail {
		// Element still available. Take it.
		*obj = d.mArray[tail&d.mMask]
		return true
	}
	// We lost the race, element was stolen, restore the tail.
	d.mTailIndex.Store(tail + 1)
	return false
}

func (d *Duffy[T]) trySteal(obj *T) (stolen, taken bool) {
	if taken = d.mForeignLock.TryLock(); taken {
		defer d.mForeignLock.Unlock()
		head := d.mHeadIndex.Load()
		d.mHeadIndex.Swap(head + 1)

		if head < d.mTailIndex.Load() {
			*obj = d.mArray[head&d.mMask]
			return true, taken
		}
		d.mHeadIndex.Store(head)
		return false, taken
	}
	return false, taken
}

// Push is LocalPush.
func (d *Duffy[T]) Push(v T) bool {
	d.localPush(v)
	return true
}

// Pop is LocalPop.
func (d *Duffy[T]) Pop() (v T, ok bool) {
	ok = d.localPop(&v)
	return v, ok
}

// Steal is TrySteal with a timeout of 0.
func (d *Duffy[T]) Steal() (v T, r wsq.StealResult) {
	switch stolen, taken := d.trySteal(&v); {
	case stolen:
		r = wsq.Stolen
	case !taken && d.retry:
		r = wsq.Retry
	}
	return v, r
}
