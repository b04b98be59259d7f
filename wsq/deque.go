package wsq

import "fmt"

// Owner is the bottom end of a deque. Only one goroutine at a time, the owner, may use it.
// Ownership may move to another goroutine if the hand-over synchronizes, through a channel,
// a mutex or a WaitGroup. Two owner operations must never overlap; [Checked] panics when
// they do.
type Owner[T any] interface {
	// Push adds v at the bottom. It returns false, and changes nothing, if a bounded deque
	// has no room. An unbounded deque always returns true.
	Push(v T) bool

	// Pop takes the item at the bottom, the one pushed last. It returns false only if the
	// deque was empty at some instant of the call. This holds for every deque of this
	// package.
	Pop() (v T, ok bool)
}

// Thief is the top end of a deque. Any number of goroutines may use it at once, also while
// the owner operates.
type Thief[T any] interface {
	// Steal takes the item at the top, the oldest one. v is an item only if r is [Stolen].
	Steal() (v T, r StealResult)
}

// Deque is a work-stealing deque: one owner at the bottom, thieves at the top.
type Deque[T any] interface {
	Owner[T]
	Thief[T]
}

// These lines also make the deques faster in other packages. A package that instantiates a
// deque inlines its calls of sync/atomic only if that package imports sync/atomic itself,
// or if this package has instantiated the deque and inlined them.
var (
	_ Deque[int]  = (*ChaseLev[int])(nil)
	_ Deque[int]  = (*Split[int])(nil)
	_ Deque[*int] = (*ABP[int])(nil)
	_ Deque[int]  = (*Duffy[int])(nil)
	_ Deque[int]  = (*THE[int])(nil)
	_ Deque[int]  = (*Locked[int])(nil)
)

// BatchThief is a deque from which one call can take several items.
type BatchThief[T any] interface {
	// StealBatch moves up to half of the items, rounded up and at most len(dst), into dst,
	// oldest first. If r is [Stolen], n is at least one; otherwise n is zero. The batch is
	// a sequence of steals, not one atomic step: between two of its items, operations of
	// other goroutines may take effect.
	StealBatch(dst []T) (n int, r StealResult)
}

// FIFOOwner is a deque whose owner may also take the oldest item.
type FIFOOwner[T any] interface {
	// PopTop takes the item at the top, as a thief would. Unlike a thief it never has to
	// retry: it returns false only if the deque was empty at some instant of the call. It
	// is an owner operation.
	PopTop() (v T, ok bool)
}

// Scrubber is a deque that may keep stolen items reachable for a while, because only its
// owner may clear slots.
type Scrubber interface {
	// Scrub drops the deque's references to stolen items. It keeps the items whose
	// thief is inside Steal at this moment. It is an owner operation. Call it before
	// the owner goes idle. It costs one step for each item stolen since the owner last
	// cleared slots.
	Scrub()
}

// Declarer is a deque that declares its [Contract]. Every deque of this package does. A
// checker judges a deque by the contract that it declares.
type Declarer interface {
	Contract() Contract
}

// StealResult is the outcome of a steal. Empty and Retry are separate because they mean
// opposite things to a scheduler that is about to sleep: Empty means that there was nothing
// to take, Retry only that another operation got in the way.
type StealResult uint8

const (
	// Empty: there was nothing to steal, in the sense of the deque's [EmptyContract].
	Empty StealResult = iota
	// Retry: another operation got in the way. There may be items or not.
	Retry
	// Stolen: an item was taken.
	Stolen
)

func (r StealResult) String() string {
	switch r {
	case Empty:
		return "Empty"
	case Retry:
		return "Retry"
	case Stolen:
		return "Stolen"
	}
	return fmt.Sprintf("StealResult(%d)", uint8(r))
}

// EmptyContract says what a thief may conclude from [Empty].
type EmptyContract uint8

const (
	// Strict: at some instant between call and return the deque was empty.
	Strict EmptyContract = iota
	// AllButOne: at some instant between call and return the deque held at
	// most one item.
	AllButOne
	// Public: at some instant between call and return no item was public. The owner may
	// have had private items. The thief has left a request, which the owner answers at its
	// next Push or Pop.
	Public
	// StrictOrRetry: at some instant between call and return the deque was empty, or
	// another operation was under way. Most deques outside of this package report both with
	// one value.
	StrictOrRetry
)

func (c EmptyContract) String() string {
	switch c {
	case Strict:
		return "strict"
	case AllButOne:
		return "all-but-one"
	case Public:
		return "public"
	case StrictOrRetry:
		return "strict-or-retry"
	}
	return fmt.Sprintf("EmptyContract(%d)", uint8(c))
}

// Contract is what a deque promises beyond its methods.
type Contract struct {
	// Empty says what a thief's Empty means.
	Empty EmptyContract
	// Capacity is the largest number of items, or 0 if the deque is unbounded.
	Capacity int
	// FullUntilEmpty: a stolen item gives its slot back only when the owner takes the last
	// item, or finds none. Until then Push may return false while the deque holds fewer
	// than Capacity items. Without FullUntilEmpty, Push returns false exactly if the deque
	// holds Capacity items.
	FullUntilEmpty bool
	// KeepsLast: no thief takes the last item. It is the owner's.
	KeepsLast bool
	// NeverRetries: Steal never returns Retry.
	NeverRetries bool
	// LockFree: some steal completes, however long one thief or the owner is stopped.
	// Without LockFree, a goroutine that is stopped while it holds a lock stops the others.
	LockFree bool
}

// checkCapacity returns the capacity rounded up to a power of two. It panics if the
// capacity is out of range.
func checkCapacity(constructor string, capacity, limit int) uint64 {
	if capacity < 1 || capacity > limit {
		panic(fmt.Sprintf("wsq: %s: capacity %d is out of range; want 1 to %d", constructor, capacity, limit))
	}
	n := uint64(2)
	for n < uint64(capacity) {
		n *= 2
	}
	return n
}

// maxCapacity is the largest capacity of a ring. 2^30 fits into an int on 32-bit systems,
// and it keeps differences of indices far from their sign bit.
const maxCapacity = 1 << 30
