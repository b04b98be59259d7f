package wsq

import "math"

// upkeepSizes says when the owner of a deque clears slots, and when it makes the ring smaller.
// Tests use smaller sizes, so that this happens at each step.
type upkeepSizes struct {
	lag      uint64 // finished slots that may wait before the owner clears some
	batch    int    // the most slots that one owner operation clears
	part     uint64 // the ring is low if less than 1/part of it is used
	patience uint64 // low Pops in a row before the ring halves; at most its slots, less one
}

// shippedSizes returns the sizes of all deques outside tests.
func shippedSizes() upkeepSizes {
	return upkeepSizes{lag: 16, batch: 32, part: 4, patience: math.MaxUint64}
}
