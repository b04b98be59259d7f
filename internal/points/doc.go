// Package points checks where operations take effect. For each result of an operation, an author
// claims at which access it takes effect: its point. A [Checker] observes a search of package
// sched. It puts each operation's effect at its point, and checks the operations in the order of
// their points against the sequential specification.
//
// A search runs only one of the schedules that differ in the order of steps that commute. Points
// may be such steps. So a Checker looks at all orders of the points in those schedules. They keep
// each thread's order, and the order of any two accesses of one object that are not both reads. In
// all of them each access finds the same value, and each operation has the same result.
//
// Most points are accesses of the operation itself, so they lie between its call and its return.
// An operation may also take effect at an access of another operation, perhaps without knowing of
// it. The Checker finds that point afterwards, when the whole schedule is known. In a proof, a
// prophecy variable foretells it. Such an access counts only between two accesses of the operation
// itself, so it lies between call and return, too.
//
// Review this package together with the specifications in tla. It may change in any release.
package points
