// Package strategy holds the ways to search the schedules of a program: which
// thread runs next, again and again, over many executions.
package strategy

import "math/bits"

// Kind is the kind of a shared access, or of another step that a schedule orders.
type Kind uint8

const (
	// Read and Write conflict as usual. A read-modify-write is a Write; one that
	// changes nothing, such as a failed CAS, is announced as a Write and ends as
	// a Read.
	Read Kind = iota
	Write
	// Lock may have to wait until an Unlock of the same object. The two of one
	// critical section are not tried in the other order.
	Lock
	Unlock
	// Wait waits until writes to its object let it go on; it reads the object,
	// and may change it.
	Wait
	// Await waits until one of several objects is written: the next round of a
	// loop that spins. Once enabled it stays so, and it changes nothing.
	Await
	// Call and Return of an operation. A call conflicts with a return.
	Call
	Return
	// Join waits until all other threads have ended; Local conflicts with nothing.
	Join
	Local
)

var kindNames = [...]string{"read", "write", "lock", "unlock", "wait", "await", "call", "return", "join", "local"}

func (k Kind) String() string { return kindNames[k] }

// Blocks reports whether a step of this kind may be disabled.
func (k Kind) Blocks() bool { return k == Lock || k == Wait || k == Await || k == Join }

// conflicts[a] has a bit for each kind that a conflicts with on one object.
var conflicts = [...]uint16{
	Read:   set(Write, Wait, Lock, Unlock),
	Write:  set(Read, Write, Wait, Lock, Unlock),
	Lock:   set(Read, Lock, Unlock, Write, Wait),
	Unlock: set(Read, Lock, Unlock, Write, Wait),
	Wait:   set(Read, Write, Wait, Lock, Unlock),
	Await:  0,
	Call:   set(Return),
	Return: set(Call),
	Join:   0,
	Local:  0,
}

func set(kinds ...Kind) (s uint16) {
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

// First returns the smallest thread of a set that is not empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) }

// Len returns the number of threads.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Op is a step that a thread is about to do, or has done.
type Op struct {
	Kind   Kind
	Object int32 // numbered from 0 by first use in an execution; -1 if there is none
}

func (o Op) conflicts(p Op) bool { return o.Object == p.Object && Conflict(o.Kind, p.Kind) }

// State is where an execution stands: each thread is about to do a step.
type State struct {
	Threads int
	Enabled Set
	Current int  // the thread that did the last step
	Pending []Op // of each thread that has not ended
	Live    Set  // threads that have not ended
}

// Strategy chooses schedules. Its methods are called in this order: Next; then
// for each step Pick (or Choose) and, once the thread has done it, Did; then End.
type Strategy interface {
	// Next begins another execution, or reports that there is none.
	Next() bool
	// Pick returns the thread to go on with, or Abandon if this execution shows
	// nothing new from here on. Enabled is not empty.
	Pick(s *State) int
	// Choose returns a number below n that the current thread asked for.
	Choose(s *State, n int) int
	// Did tells what the step was that the picked thread has done. Threads that
	// are new since were started by it.
	Did(s *State, thread int, op Op)
	// End tells how an execution ended; then Enabled is empty, or it was cut off.
	End(s *State, why End)
	// Fault returns how the program behaved differently from before, under the
	// same schedule, or nil. Then the search has ended.
	Fault() error
	// Exhausted reports whether all schedules have been covered, and if not, an
	// estimate of the share that has been, 0 if there is none.
	Exhausted() (all bool, share float64)
}

// Restarter is a strategy that covers all schedules, and can begin anew if some
// turn out to have been left out of Enabled.
type Restarter interface {
	Strategy
	Restart()
}

// Repeater is a strategy whose executions begin as the one before.
type Repeater interface {
	Strategy
	// Repeats returns how many decisions are those of the execution before. It is called
	// after Next.
	Repeats() int
}

// Single is a strategy for one execution.
type Single interface {
	Strategy
	Single()
}

// Abandon is what Pick returns to cut an execution off.
const Abandon = -1

// End says how an execution ended.
type End uint8

const (
	Complete  End = iota // no thread is left, or all that are wait
	Abandoned            // Pick said so
	CutOff               // it was too long, or has failed
)
