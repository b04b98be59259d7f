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
//	deque     progress of a thief     Empty means     after the owner's item is stolen, it is reachable
//	ChaseLev  lock-free               strict          until cleared: 16 items, Scrub clears all
//	Split     lock-free but replace   public          until cleared: a ring of items, Scrub clears all
//	ABP       lock-free               strict          until cleared: 2 for each owner operation, Scrub clears all
//	Duffy     blocking, or a timeout  strict          no longer
//	THE       blocking unless empty   strict or last  no longer
//	Locked    blocking                strict          no longer
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
// helper without labels belongs to the label of the call.
package wsq
