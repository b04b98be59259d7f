// Package strategy has the ways to search the schedules of a program. A strategy picks the next
// thread at each step, over many executions.
package strategy

import "math/bits"

// Kind is the kind of a shared access, or of another step that a schedule orders.
type Kind uint8

const (
	// Read and Write conflict as usual. A read-modify-write is a Write. If it changes nothing,
	// such as a failed CAS, it is announced as a Write and ends as a Read.
	Read Kind = iota
	Write
	// Lock is blocked while another thread holds the lock, until an Unlock of the same object. A
	// Lock is never tried before the Unlock that enabled it.
	Lock
	Unlock
	// Wait is blocked until a write to its object enables it. It reads the object, and may change
	// it.
	Wait
	// Await is the next round of a loop that spins. It is blocked until one of several objects is
	// written. Once enabled it stays enabled, and it changes nothing.
	Await
	// Call and Return are the ends of an operation. A Call conflicts with a Return.
	Call
	Return
	// Join is blocked until all other threads have ended. Local conflicts with nothing.
	Join
	Local
	// Offer and Seek are what a select does to the channels of the cases that it does not take: it
	// would have sent, or received. They change nothing. But a select that takes a later turn may
	// find another partner. So an Offer conflicts with a Seek, and both with changes.
	// Either is both.
	Offer
	Seek
	Either
	// Closed is a step, announced as a Wait, that only reads: it finds a channel closed, or the counter of a
	// WaitGroup at zero.
	Closed
	// Add is a Write that commutes with another Add: it adds to a number, and nobody sees the result. No
	// Add may disable a Wait for its object. An Add that cannot be done ends as a Write.
	Add
	// Resume is blocked until one step on its object wakes its thread, for good. It comes after that step,
	// and commutes with all others.
	Resume
	// Enter is a Wait that commutes with another Enter and with an Add. Neither disables a Wait for its
	// object, nor does an Add disable an Enter.
	Enter
	// Push and Pull are Waits at the two ends of a queue with several slots. They commute. Each also touches
	// its slot, by an After: it comes after the step that has filled or emptied that slot.
	Push
	Pull
	After
)

var kindNames = [...]string{"read", "write", "lock", "unlock", "wait", "await", "call", "return", "join", "local", "offer", "seek", "either", "closed", "add", "resume", "enter", "push", "pull", "after"}

func (k Kind) String() string { return kindNames[k] }

// Blocks reports whether a step of this kind may be disabled.
func (k Kind) Blocks() bool {
	return k == Lock || k == Wait || k == Await || k == Join || k == Closed || k == Resume || k == Enter || k.Queues() || k.looks()
}

// Waits reports whether a step of this kind waits until others have changed its object.
func (k Kind) Waits() bool { return k == Wait || k == Resume || k == Enter || k.Queues() }

// Queues reports whether the kind is Push or Pull.
func (k Kind) Queues() bool { return k == Push || k == Pull }

// looks reports whether the kind is that of a case that a select does not take.
func (k Kind) looks() bool { return k == Offer || k == Seek || k == Either }

// Reads reports whether the kind changes nothing, and depends on what it finds.
func (k Kind) Reads() bool { return k == Read || k == Closed }

// conflicts[a] has a bit for each kind that conflicts with a on one object.
var conflicts = [...]uint32{
	Read:   set(Write, Wait, Lock, Unlock, Offer, Seek, Either, Closed, Add, Enter, Push, Pull),
	Write:  set(Read, Write, Wait, Lock, Unlock, Offer, Seek, Either, Closed, Add, Enter, Push, Pull),
	Lock:   set(Read, Lock, Unlock, Write, Wait, Add, Enter),
	Unlock: set(Read, Lock, Unlock, Write, Wait, Add, Enter),
	Wait:   set(Read, Write, Wait, Lock, Unlock, Offer, Seek, Either, Closed, Add, Enter, Push, Pull),
	Await:  0,
	Call:   set(Return),
	Return: set(Call),
	Join:   0,
	Local:  0,
	Offer:  set(Read, Write, Wait, Seek, Either, Closed, Add, Enter, Push, Pull),
	Seek:   set(Read, Write, Wait, Offer, Either, Closed, Add, Enter, Push, Pull),
	Either: set(Read, Write, Wait, Offer, Seek, Either, Closed, Add, Enter, Push, Pull),
	Closed: set(Read, Write, Wait, Offer, Seek, Either, Add, Enter, Push, Pull),
	Add:    set(Read, Write, Wait, Lock, Unlock, Offer, Seek, Either, Closed),
	Resume: 0,
	Enter:  set(Read, Write, Wait, Lock, Unlock, Offer, Seek, Either, Closed),
	Push:   set(Read, Write, Wait, Offer, Seek, Either, Closed, Push),
	Pull:   set(Read, Write, Wait, Offer, Seek, Either, Closed, Pull),
	After:  0,
}

func set(kinds ...Kind) (s uint32) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Conflict reports whether two steps on the same object do not commute.
func Conflict(a, b Kind) bool { return conflicts[a]&(1<<b) != 0 }

// Set is a set of threads.
type Set uint64

// MaxThreads is the largest number of threads of a program.
const MaxThreads = 64

// Only returns the set of one thread.
func Only(thread int) Set { return 1 << thread }

// Has reports whether the thread is in the set.
func (s Set) Has(thread int) bool { return s&Only(thread) != 0 }

// First returns the smallest thread of the set, which must not be empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) }

// Len returns the number of threads in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Op is a step that a thread is about to do, or has done.
type Op struct {
	Object int32 // numbered from 0 by first use in an execution; -1 if there is none
	Kind   Kind
	Also   int32 // the number of its Touches in State.Also, or 0 if it has one object only
}

func (o Op) conflicts(p Op) bool { return o.Object == p.Object && Conflict(o.Kind, p.Kind) }

// Touch is what a step does to an object beside its first. The slots of queues have the numbers below -1.
type Touch struct {
	Kind   Kind
	Object int32
}

// State is the state of an execution between two steps.
type State struct {
	Threads int
	Enabled Set
	Current int  // thread of the last step
	Pending []Op // of each thread that has not ended
	Live    Set  // threads that have not ended

	Also [][]Touch // see Op.Also; the entry 0 is unused
	// Woken are the threads whose next step can do more than at the last Pick, since another
	// thread has come to a step that is its counterpart.
	Woken Set
}

// Strategy chooses schedules. The engine calls Next for each execution. For each step it calls
// Pick or Choose and, once the thread has done the step, Did. At the end it calls End.
type Strategy interface {
	// Next begins another execution. It returns false if there is none left.
	Next() bool
	// Pick returns the thread of the next step. It returns Abandon if the rest of this execution
	// would show nothing new. Enabled is not empty.
	Pick(s *State) int
	// Choose returns a number below n for the current thread. Between Pick and Did, it is a part of
	// that step.
	Choose(s *State, n int) int
	// Did gets the step that the picked thread has done. That step has started all threads that
	// are new since the last call.
	Did(s *State, thread int, op Op)
	// End gets how an execution ended. Then Enabled is empty, or the execution was cut off.
	End(s *State, why End)
	// Fault returns an error if the program behaved differently under the same schedule. The
	// search has ended then.
	Fault() error
	// Exhausted reports whether all schedules have been covered. If not, share estimates how much
	// has been, and 0 means that there is no estimate.
	Exhausted() (all bool, share float64)
}

// Meeter is a strategy that must know of the steps that one thread does together with another.
type Meeter interface {
	Strategy
	// Met gets the other thread's part of the step just done.
	Met(s *State, thread int, op Op)
}

// Restarter is a strategy that covers all schedules. It can begin anew if Enabled turns out to
// have missed a thread.
type Restarter interface {
	Strategy
	Restart()
}

// Repeater is a strategy whose executions begin like the one before.
type Repeater interface {
	Strategy
	// Repeats returns how many decisions are the same as in the execution before. It is called
	// after Next.
	Repeats() int
}

// Single is a strategy for one execution.
type Single interface {
	Strategy
	Single()
}

// Abandon is the result of Pick that abandons the execution.
const Abandon = -1

// End says how an execution ended.
type End uint8

const (
	Complete  End = iota // no thread is left, or all are blocked
	Abandoned            // Pick returned Abandon
	CutOff               // it was too long, or it failed
)
