// Package mutant holds deques to try a checker on: the ones that three
// documents print, transcribed as printed; classic wrong ones, each with one
// known fault; and sound ones that a checker has to leave alone. Nothing else
// should use them. [All] lists them.
//
// Each comment says what was transcribed and how, what is wrong and by which
// sequence or interleaving, and what a checker should see. In interleavings O
// is the owner, T a thief, and S a second thief; an operation that is not split
// runs as a whole.
//
// A Go atomic is sequentially consistent, as are the C++ ones by default; C#
// and C++ volatile are weaker or no synchronization at all, and get the benefit
// of the doubt: what is wrong here is wrong under every memory model. Slots of
// the printed deques are plain memory, as printed.
package mutant

// ringSize rounds a capacity up to a power of two, at least 2.
func ringSize(capacity int) int {
	n := 2
	for n < capacity {
		n *= 2
	}
	return n
}
