// Package mutant holds deques to try a checker on. Some are transcribed as three documents print them. Some are classic
// wrong deques, each with one known fault. The others are sound, and a checker must not complain about them. Only
// tests should use them. [All] lists them.
//
// Each comment says how a deque was transcribed, which sequence or interleaving shows its fault, and what a checker should
// see. In interleavings, O is the owner, T a thief, and S a second thief. An operation that is not split runs as a
// whole.
//
// A Go atomic is sequentially consistent, like a C++ atomic by default. volatile is weaker in C#, and no synchronization
// in C++; here it gets the benefit of the doubt. So the faults here are faults under every memory model. Slots of the
// printed deques are plain memory, as printed.
package mutant

// ringSize returns a capacity rounded up to a power of two, at least 2.
func ringSize(capacity int) int {
	n := 2
	for n < capacity {
		n *= 2
	}
	return n
}
