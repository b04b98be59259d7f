package scenario

import "github.com/stealproof/stealproof/internal/reduce"

// Bounds are what a smaller scenario must keep.
type Bounds struct {
	Threads int // the least number of threads
	Fixed   int // the first threads, which may lose all calls and keep their place
}

// Reduce returns the smallest scenario that it finds for which keeps is true: without the last calls, threads, calls of
// threads, or the preparation. Each thread that is not fixed keeps a call. At the end, no single part can be left
// out, unless the answers of keeps change. The scenario does not change.
func (s Of[C]) Reduce(b Bounds, keeps func(Of[C]) bool) Of[C] {
	for size := s.Size() + 1; s.Size() < size; {
		size = s.Size()
		s.After = reduce.List(s.After, func(calls []C) bool { return keeps(Of[C]{s.Prepare, s.Threads, calls}) })
		fixed := s.Threads[:min(b.Fixed, len(s.Threads))]
		reduce.List(s.Threads[len(fixed):], func(threads [][]C) bool {
			return s.shrinks(len(fixed)+len(threads) >= b.Threads, append(fixed[:len(fixed):len(fixed)], threads...), keeps)
		})
		for i := range s.Threads {
			reduce.List(s.Threads[i], func(calls []C) bool {
				threads := append([][]C{}, s.Threads...)
				threads[i] = calls
				return s.shrinks(i < b.Fixed || len(calls) > 0, threads, keeps)
			})
		}
		s.Prepare = reduce.List(s.Prepare, func(calls []C) bool { return keeps(Of[C]{calls, s.Threads, s.After}) })
	}
	return s
}

// shrinks takes other threads, if they are allowed and keeps is true for them.
func (s *Of[C]) shrinks(allowed bool, threads [][]C, keeps func(Of[C]) bool) bool {
	if !allowed || !keeps(Of[C]{s.Prepare, threads, s.After}) {
		return false
	}
	s.Threads = threads
	return true
}
