package pool

import "sync/atomic"

// workerSet lists the workers, and says how many of them are to stop. Thieves read it; the
// registry changes it.
type workerSet struct {
	list    atomic.Pointer[workerList] // replaced under registry.mu
	surplus atomic.Int32               // how many workers are to go on standby; changed under registry.mu
	blocked atomic.Int32               // how many are blocked with a spare in their place; changed under registry.mu
}

// workerList is all workers, by number, and the count of active ones. The contexts are here so
// that an interrupt, which reads the list anyway, finds them without another load.
type workerList struct {
	all      []*searcher
	active   int
	target   int       // how many are to be active without spares, about; 0 if that is not known
	contexts *contexts // nil until a task asks for its context
}

// others returns how many workers are active besides the caller.
func (c *workerList) others() int { return c.active - 1 }

// snapshot returns the current list. A new worker is in it before it starts.
func (s *workerSet) snapshot() *workerList { return s.list.Load() }

// all returns all workers, active or on standby.
func (s *workerSet) all() []*searcher { return s.snapshot().all }

// hasSurplus reports whether a worker is to go on standby. It returns false while a worker is
// blocked. The blocked worker may wait for a submission, and all other workers may wait in
// joins, where they take no submissions.
func (s *workerSet) hasSurplus() bool {
	if s.surplus.Load() == 0 {
		return false
	}
	return s.blocked.Load() == 0
}
