// Package refine holds running code against the machine of its specification.
//
// A [Follower] watches a search of package sched. At each access on a line with a
// label it lets the machine take the step of that label in the name of the same
// thread, and compares: the kind of the access, the object, the value read and the
// value written. What the code does that the machine does not ends the search, with
// the line, both sides, and what the machine could have done.
//
// A [Walk] goes the other way. It takes the machine's complete graph and makes the
// code walk each edge: a shortest path to the edge says which operations there are
// and who goes on when.
//
// A [Shadow] is a Follower for code that does not say all: where an action is a region
// of a lock, has the label of another module, or is one of several that the code may
// do. It keeps all states that the machine may be in. A [Protocol] says what is what.
//
// What was followed can be given to TLC, as a module: see [Follower.Trace]. Of runs in
// which no steps are seen, [Answers] makes such a module of what operations answered,
// if they ran one after the other.
//
// Values are compared as they are, except that pointers and the like may have any
// names: a [Binding] says which.
//
// Reviewers read this package beside the specifications in tla. It may change in any release.
package refine
