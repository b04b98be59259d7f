// Package points checks where operations take effect. An author claims for each
// result of an operation at which access that is: its point. A [Checker] watches a
// search of package sched, puts each operation's effect at its point, and holds the
// operations, in the order of their points, against the sequential specification.
//
// A search visits one schedule of those that differ in the order of steps that commute
// only, and points may be such steps. So a Checker looks at all orders that the points
// of such schedules have: those that keep each thread's order, and the order of any two
// accesses of one object of which one is not a read. In all of them each access finds
// the same value, and each operation has the same result.
//
// Most points are accesses of the operation itself, and so lie between its call and its
// return. Where it takes effect at an access of another operation, which may not know of
// it, that point is found afterwards, when the whole schedule is known. This is what a
// prophecy foretells in a proof. Such an access counts only between two that the
// operation has done itself, so it lies between call and return, too.
//
// Reviewers read this package beside the specifications in tla. It may change in any release.
package points
