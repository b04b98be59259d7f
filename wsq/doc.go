// Package wsq provides work-stealing deques. One goroutine, the owner, pushes
// and pops at the bottom. Any number of other goroutines, the thieves, steal at
// the top, where the oldest item is.
//
// # Which one
//
// Take [ChaseLev] unless you have a reason for another:
//
//   - [ChaseLev] is unbounded and lock-free for thieves. It has batch steals, and
//     its owner may also take the oldest item.
//   - [Split] has the cheapest Push and Pop. It suits an owner that does nearly all
//     the work and operates often: a thief sees an item only after it has left a
//     request and the owner has answered.
//   - [ABP] bounds memory: Push returns false when the deque is full.
//   - [Duffy] lets a thief wait for its turn, with a timeout.
//   - [THE] suits rare steals: a thief finds out that a deque is empty without a
//     lock or a write.
//   - [Locked] is one mutex around an array. It is the baseline and the oracle.
//
// ABP holds pointers. The others hold values of any type.
//
//	deque     a thief's progress             a thief's Empty means
//	ChaseLev  lock-free                      the deque was empty
//	Split     takes no lock, but waits for   no item was public
//	          the owner to publish
//	ABP       lock-free                      the deque was empty
//	Duffy     blocks, or times out           the deque was empty
//	THE       blocks, unless it sees         the deque was empty; with keepLast,
//	          an empty deque                 it held at most one item
//	Locked    blocks                         the deque was empty
//
// [EmptyContract] defines these meanings.
//
// # Roles
//
// Push, Pop, PopTop and Scrub belong to the [Owner]. Two owner operations must never
// overlap: a second owner at the same time loses and duplicates items. Ownership may
// move to another goroutine if the hand-over synchronizes, for example through a
// channel. Run your tests with [Checked], which panics when owner operations overlap.
//
// Any goroutine may steal. A steal returns [Stolen], [Empty] or [Retry]. Never park a
// thread on one Empty alone: an item may arrive right after it.
//
// # Memory
//
// The owner's actions before a Push happen before the return of the operation that
// takes the pushed item.
//
// In Duffy, THE and Locked, an item is unreachable from the deque once it has been
// taken. In the other three, only the owner clears the slots of stolen items, so the
// garbage collector may keep a stolen item for a while:
//
//	deque     the owner clears                          when
//	ChaseLev  up to 32 slots, if more than 16 wait      at a Pop
//	Split     up to 32 slots, if more than 16 wait      when it publishes items, takes some
//	                                                    back, or finds none
//	ABP       up to 2 slots                             at each Pop
//
// Scrub clears the slots of all stolen items.
//
// Operations panic only for misuse. The message begins with "wsq: ". No operation
// starts a goroutine.
//
// # Reading the code
//
// Each access to shared memory has its own line. The line ends in the name of the
// atomic step, its label:
//
//	t := d.top.Load() //tla:StealReadTop
//
// The specification in tla/deque has an action of the same name. The label "-" marks an
// access that is no step of the algorithm, and a reason follows it. A label on a call
// stands for the accesses inside the called helper. If a helper makes several accesses
// that count as one step, its comment calls it a private multi-access region and says
// why one step is enough.
//
// Memory is shared if one goroutine writes it while others may use it. Two kinds of
// access therefore have no label:
//
//   - reads of fields that never change after publication, such as a ring's mask;
//   - a goroutine's reads of fields that only this goroutine writes, such as an
//     owner's own fields.
//
// Locked has no specification, and so no labels: each operation holds the mutex.
//
// The table under "Linearization" in a deque's comment says where each result takes
// effect:
//
//	claim                                   the result takes effect
//	StealClaim                              at the step with this label
//	d.mu                                    at this access, on a line without a label
//	PopReadTop or PopRestore                at the one of them that the operation did last
//	anywhere                                at no step: at each instant of the call the
//	                                        result is right, and it changes nothing
//	PopResetAge, else anywhere              anywhere, if the operation did not do PopResetAge
//	StealClaim, unless another's PopLower   at StealClaim; but at another goroutine's PopLower,
//	since StealReadBottom                   if that came between StealReadBottom and StealClaim
//	PopLower, unless another's StealClaim   at PopLower; but at another goroutine's StealClaim,
//	before PopReadAge                       if that came between PopLower and PopReadAge
package wsq
