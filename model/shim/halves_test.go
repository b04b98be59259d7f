package shim_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/runtime"
)

// A word and its halves are one object, whichever is accessed first.
func TestHalves_AreOneObjectWithTheirWord(t *testing.T) {
	half := func(word *uint64, n uintptr) *uint32 { return (*uint32)(unsafe.Add(unsafe.Pointer(word), 4*n)) }
	for n := range uintptr(2) {
		for _, wordFirst := range []bool{false, true} {
			t.Run(fmt.Sprint(n, wordFirst), func(t *testing.T) {
				seen := map[string]bool{}
				r := sched.Search(func(s *sched.S) {
					word, got := new(uint64), ""
					reads := func() {
						one, two := atomic.LoadUint64(word) != 0, atomic.LoadUint64(word) != 0
						got = fmt.Sprint(one, two)
					}
					writes := func() { atomic.AddUint32(half(word, n), 1) }
					if wordFirst {
						s.Go(reads)
						s.Go(writes)
					} else {
						s.Go(writes)
						s.Go(reads)
					}
					s.Wait()
					seen[got] = true
				}, sched.Options{})
				require.Equal(t, sched.Exhausted, r.Ending)
				require.Equal(t, map[string]bool{"false false": true, "false true": true, "true true": true}, seen)
			})
			t.Run(fmt.Sprint("waits ", n, wordFirst), func(t *testing.T) {
				r := sched.Search(func(s *sched.S) {
					word := new(uint64)
					waits := func() {
						for atomic.LoadUint64(word) == 0 {
							runtime.Gosched()
						}
					}
					if wordFirst {
						s.Go(waits)
					}
					s.Go(func() { atomic.StoreUint32(half(word, n), 1) })
					if !wordFirst {
						s.Go(waits)
					}
					s.Wait()
				}, sched.Options{})
				require.Equal(t, sched.Exhausted, r.Ending)
			})
		}
	}
}

// If two halves come first, they are two objects. The result then says that some orders are
// missing.
func TestHalves_BeforeTheirWord(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		word := new(uint64)
		for n := range uintptr(2) {
			s.Go(func() { atomic.StoreUint32((*uint32)(unsafe.Add(unsafe.Pointer(word), 4*n)), 1) })
		}
		s.Go(func() { atomic.LoadUint64(word) })
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.BoundHit, r.Ending)
	require.Contains(t, r.Bound, "two halves of a word")
}

// The halves still synchronize with the word.
func TestHalves_SynchronizeWithTheirWord(t *testing.T) {
	for first := range 2 {
		r := sched.Search(func(s *sched.S) {
			word, x := new(uint64), 0
			half := func(n uintptr) *uint32 { return (*uint32)(unsafe.Add(unsafe.Pointer(word), 4*n)) }
			reads := func() { engine.PlainRead(0, unsafe.Pointer(&x), unsafe.Sizeof(x)); _ = x }
			writes := func() { engine.PlainWrite(0, unsafe.Pointer(&x), unsafe.Sizeof(x)); x = 1 }
			if first == 0 {
				s.Go(func() { atomic.StoreUint32(half(0), 1) })
				s.Go(func() { writes(); atomic.StoreUint32(half(1), 1) })
				s.Go(func() {
					if atomic.LoadUint64(word)>>32 == 1 {
						reads()
					}
				})
			} else {
				s.Go(func() { atomic.LoadUint32(half(0)) })
				s.Go(func() {
					if atomic.LoadUint32(half(1)) == 1 {
						reads()
					}
				})
				s.Go(func() { writes(); atomic.StoreUint64(word, 1<<32) })
			}
			s.Wait()
		}, sched.Options{})
		require.Nil(t, r.Failure)
	}
}
