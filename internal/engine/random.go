package engine

// Random returns a number that looks random. It depends only on the calling thread and on how many it
// has taken before. So an execution that is run again has the same numbers, and the order of two threads'
// calls does not matter.
func Random() uint64 {
	t := active.current
	t.randoms++
	return mix(uint64(t.id)+1, t.randoms, 0xd1b54a32d192ed03)
}
