package machine

import (
	"math/bits"
	"slices"
)

// What the properties of machines have in common. Items are 1, 2, ..., a set of
// them is bits, and taken says how often each was taken; taken[0] is of no item.

// threads returns the first n threads.
func threads(n int) []int {
	all := make([]int, n)
	for t := range all {
		all[t] = t
	}
	return all
}

// present returns the items that have been pushed and not been taken.
func present(pushed uint8, taken []uint8) (set uint) {
	for i := uint8(1); i <= pushed; i++ {
		if taken[i] == 0 {
			set |= 1 << i
		}
	}
	return set
}

// once reports whether no item was taken twice.
func once(taken []uint8) bool {
	return !slices.ContainsFunc(taken[1:], func(n uint8) bool { return n > 1 })
}

// took returns the items that a step takes.
func took(from, to []uint8) (set uint) {
	for i := range from {
		if to[i] > from[i] {
			set |= 1 << i
		}
	}
	return set
}

// oldest reports whether a step that takes items of a set takes the oldest.
func oldest(items, of uint) bool {
	return items == 0 || bits.TrailingZeros(items) == bits.TrailingZeros(of)
}

// youngest reports whether it takes the youngest.
func youngest(items, of uint) bool { return items == 0 || bits.Len(items) == bits.Len(of) }

// rising reports whether the items of the indices from first up to end rise, and
// are of a set. Index i has slot i modulo size.
func rising(slots []uint8, first, end, size uint8, of uint) bool {
	last := uint8(0)
	for i := first; i < end; i++ {
		item := slots[i%size]
		if item <= last || of&(1<<item) == 0 {
			return false
		}
		last = item
	}
	return true
}

// othersClear reports whether the slots of no index from first up to end are
// clear.
func othersClear(slots []uint8, first, end, size uint8) bool {
	held := uint(0)
	for i := first; i < end; i++ {
		held |= 1 << (i % size)
	}
	for slot, item := range slots {
		if item != 0 && held&(1<<slot) == 0 {
			return false
		}
	}
	return true
}

// noCycle strikes out items that need none that is left, and reports whether none
// is left in the end.
func noCycle(needs []uint, left uint) bool {
	for before := uint(0); left != before; {
		before = left
		for i, n := range needs {
			if n&left == 0 {
				left &^= 1 << i
			}
		}
	}
	return left == 0
}
