package mutant

import "sync/atomic"

// stampedInt is AtomicStampedReference<int> of A. Agrawal and K. Indurkhya: an int and a stamp of 32 bits each, in one
// word. The document prints only its interface.
type stampedInt struct{ snap atomic.Uint64 }

func packStamped(ref, stamp int32) uint64 {
	return uint64(uint32(ref))<<32 | uint64(uint32(stamp))
}

func (s *stampedInt) get() (ref, stamp int32) {
	snap := s.snap.Load()
	return int32(snap >> 32), int32(uint32(snap))
}

func (s *stampedInt) getReference() int32 {
	ref, _ := s.get()
	return ref
}

func (s *stampedInt) compareAndSet(oldRef, newRef, oldStamp, newStamp int32) bool {
	return s.snap.CompareAndSwap(packStamped(oldRef, oldStamp), packStamped(newRef, newStamp))
}

func (s *stampedInt) set(ref, stamp int32) {
	s.snap.Store(packStamped(ref, stamp))
}
