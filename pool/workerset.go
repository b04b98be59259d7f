package pool

import "sync/atomic"

// roster is which workers there are, and how many of them are to work. Whoever looks for a
// victim reads it; the staff changes it.
type workerSet struct {
	list    atomic.Pointer[workerList] // replaced under the staff's mu
	surplus atomic.Int32               // so many are to go off duty; changed under the staff's mu
	blocked atomic.Int32               // so many are in Blocking, each with a spare; changed under the staff's mu
}

// crew is all workers, by number, and how many of them are on duty.
type workerList struct {
	all    []*searcher
	active int
}

// others returns how many are on duty beside one of them.
func (c *workerList) others() int { return c.active - 1 }

// present returns the crew as it is. Who comes on duty is counted before it begins.
func (s *workerSet) snapshot() *workerList { return s.list.Load() }

// all returns all workers, on duty or not.
func (s *workerSet) all() []*searcher { return s.snapshot().all }

// tooMany reports whether some worker is to go off duty. Nobody is while one blocks: all
// others may wait in joins, where they take no submissions, and what blocks may be for one.
func (s *workerSet) hasSurplus() bool {
	if s.surplus.Load() == 0 {
		return false
	}
	return s.blocked.Load() == 0
}
