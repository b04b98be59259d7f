package wsq

import "fmt"

// Owner is the end of a deque that one goroutine at a time may use: the owner.
// Ownership may be handed over, if the hand-over synchronizes (a channel, a
// mutex, a WaitGroup); two owner operations must never overlap. [Checked]
// finds out when they do.
type Owner[T any] interface {
	// Push adds v at the bottom. It answers false, and changes nothing, if a
	// bounded deque has no room; an unbounded deque always answers true.
	Push(v T) bool

	// Pop takes the item at the bottom, the one pushed last. It answers false
	// only if the deque was empty at some instant of the call, for every
	// deque of this package.
	Pop() (v T, ok bool)
}

// Thief is the end of a deque that any number of goroutines may use at once,
// beside the owner.
type Thief[T any] interface {
	// Steal takes the item at the top, the oldest one. Only with [Stolen] is
	// there a value.
	Steal() (v T, r StealResult)
}

// Deque is a work-stealing deque: one owner at the bottom, thieves at the top.
type Deque[T any] interface {
	Owner[T]
	Thief[T]
}

// To instantiate the deques here also makes them faster elsewhere: a package that
// instantiates them can inline their calls of sync/atomic only if it imports
// sync/atomic itself, or if this package has inlined them.
var (
	_ Deque[int]  = (*ChaseLev[int])(nil)
	_ Deque[int]  = (*Split[int])(nil)
	_ Deque[*int] = (*ABP[int])(nil)
	_ Deque[int]  = (*Duffy[int])(nil)
	_ Deque[int]  = (*THE[int])(nil)
	_ Deque[int]  = (*Locked[int])(nil)
)

// BatchThief is implemented by deques from which several items can be taken by
// one call.
type BatchThief[T any] interface {
	// StealBatch moves up to half of the items, rounded up and at most
	// len(dst), into dst, oldest first. With [Stolen] n is at least one;
	// otherwise it is zero. The batch is a sequence of steals and not one
	// atomic step: operations of others may take effect between two of its
	// items.
	StealBatch(dst []T) (n int, r StealResult)
}

// FIFOOwner is implemented by deques whose owner may also take the oldest item.
type FIFOOwner[T any] interface {
	// PopTop takes the item at the top, as a thief would, but never loses its
	// turn: it answers false only if the deque was empty at some instant of
	// the call. It is an owner operation.
	PopTop() (v T, ok bool)
}

// Scrubber is implemented by deques that may keep stolen items reachable for a
// while, because only their owner may clear slots.
type Scrubber interface {
	// Scrub drops what the deque still references of stolen items, save those
	// whose thief is inside Steal at this moment. It is an owner operation;
	// call it before the owner goes idle. It costs a step for each item
	// stolen since the owner last cleared.
	Scrub()
}

// Declarer is implemented by deques that say what they promise. Every deque
// of this package does; checkers use it as their default.
type Declarer interface {
	Contract() Contract
}

// StealResult is the outcome of a steal. There are three and not two, since
// "lost a race" and "nothing there" mean opposite things to a scheduler that
// is about to sleep.
type StealResult uint8

const (
	// Empty: there was nothing to steal, in the sense of the deque's
	// [EmptyContract].
	Empty StealResult = iota
	// Retry: another operation got in the way. It says nothing about whether
	// there are items.
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
	// Public: at some instant between call and return no item was public.
	// Items that the owner keeps private may be there; the thief has left a
	// request, which the owner answers at its next Push or Pop.
	Public
	// StrictOrRetry: at some instant between call and return the deque was
	// empty, or another operation was under way. Most deques of others answer
	// with one value for both.
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

// Contract is what a deque promises beyond the interfaces.
type Contract struct {
	// Empty is the meaning of a thief's Empty.
	Empty EmptyContract
	// Capacity is the largest number of items, 0 if unbounded.
	Capacity int
	// FullUntilEmpty: the slots of stolen items come back only when the owner
	// takes the last item or finds none; until then Push may answer false with
	// fewer than Capacity items there. Otherwise Push answers false exactly if
	// Capacity items are.
	FullUntilEmpty bool
	// KeepsLast: no thief takes the last item, which is the owner's.
	KeepsLast bool
	// NeverRetries: Steal never answers Retry.
	NeverRetries bool
	// LockFree: some steal completes however long one thief, or the owner, is
	// stopped. Otherwise a stopped holder of a lock stops the others.
	LockFree bool
}

// checkCapacity panics unless a deque can be made with this capacity, and
// rounds it up to a power of two.
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

// maxCapacity is the largest capacity of a ring: 2^30 fits int on 32-bit
// systems and leaves index differences far from their sign bit.
const maxCapacity = 1 << 30
