// Package wsq provides work-stealing deques: one goroutine, the owner, pushes
// and pops at the bottom; any number of others, the thieves, steal at the top.
//
// # Which one
//
//   - [ChaseLev] if you have no reason for another: unbounded, lock-free for
//     thieves, batch steals, and an owner that may also take the oldest item.
//   - [Split] if the owner does nearly all the work and comes by often: the
//     cheapest Push and Pop, but thieves see items only after a request.
//   - [ABP] if memory must be bounded: Push answers false when it is full.
//   - [Duffy] if a thief should wait for its turn, for a while.
//   - [THE] if steals are rare and looking at an empty deque should cost nothing.
//   - [Locked] if you want to compare with something that is plainly right.
//
// All hold values of any type, save ABP, which holds pointers.
//
//	deque     progress of a thief            Empty means   a stolen item is reachable from the deque
//	ChaseLev  lock-free                      strict        until a Pop clears it, 32 at a time, but for 16
//	Split     waits for no lock, but for     public        until the owner publishes, takes back or finds
//	          the owner to publish                         none, 32 at a time, but for 16
//	ABP       lock-free                      strict        until a Pop clears it, two at a time
//	Duffy     blocking, or with a timeout    strict        no longer
//	THE       blocking, unless it is empty   strict, or    no longer
//	                                         all but one
//	Locked    blocking                       strict        no longer
//
// Where it stays reachable for a while, Scrub lets go of all stolen items.
//
// # Roles
//
// [Owner] operations (Push, Pop, PopTop, Scrub) must not overlap. Handing a deque over to
// another goroutine is legal if the hand-over synchronizes. A second owner at
// the same time loses and duplicates items; run your tests with [Checked], which
// panics when it happens. Thieves need no permission. A steal has three results,
// [Stolen], [Empty] and [Retry], and what Empty means is each deque's
// [EmptyContract]. Never park on an Empty alone: an item may come just after.
//
// # Memory
//
// Whatever the owner did before Push happens before the operation that takes the
// item returns. Operations panic only for misuse, with a message that begins with
// "wsq: ". No operation starts a goroutine.
//
// # Reading the code
//
// Each access to memory that goroutines share stands on a line of its own that
// ends in the name of its atomic step, as in
//
//	t := d.top.Load() //tla:StealReadTop
//
// and an access that is no step of the algorithm says why. An access inside a
// helper without labels belongs to the label of the call; a helper with several
// that one step may stand for is called a private multi-access region.
//
// What the header of a deque lists under "Linearization" is where each result takes
// effect, by the names of these steps, or by what is accessed on a line without one. If
// there are several, it is the last of them that the operation has done. "Unless
// another's X since Y" is an exception: if another goroutine has done X after this
// operation did Y, it took effect there; so with "before Y", if that was until it did Y.
// "Anywhere" is at no step: at each instant of the call the result is right, and
// changes nothing.
//
// Memory is shared in this sense if a goroutine writes it while others may use
// it. So what is fixed once published, such as the mask of a ring, and what only
// the reader itself writes, such as an owner's own fields, is read without a
// label. So is plain memory under a mutex whose Lock is no step and whose Unlock
// is deferred, as in Locked.
package wsq
