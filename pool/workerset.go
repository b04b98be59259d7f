package pool

import "sync/atomic"

// workerSet lists the workers, and says how many of them are to stop. Thieves read it; the
// registry changes it.
type workerSet struct {
	list    atomic.Pointer[workerList] // replaced under registry.mu
	surplus atomic.Int32               // how many workers are to go on standby; changed under registry.mu
	blocked atomic.Int32               // how many are blocked with a spare in their place; changed under registry.mu
	refused atomic.Int32               // how many are blocked and were refused a spare; changed under registry.mu
}

// workerList has all workers, ordered by number, and counts the active ones. The contexts are here so
// that an interrupt, which reads the list anyway, finds them without another load.
//
// Workers look for tasks only at the victims. A worker on standby has no task: see registry.rest.
// A worker may become active after a thief has loaded the list. So the thief's last look, after
// it has announced itself, loads the list anew. tla/pool/Standby.tla specifies the protocol.
type workerList struct {
	all      []*searcher
	victims  []*searcher // all active workers, the guests of callers, and at most an eighth on standby
	active   int
	guests   int       // how many of the victims are guests
	target   int       // how many are to be active without spares, which may be out of date; 0 if that is not known
	contexts *contexts // nil until a task asks for its context
}

// others returns how many workers are active besides the caller.
func (c *workerList) others() int { return c.active - 1 }

// with returns the list with w active. Lists share arrays. The new element is behind the end of
// all earlier lists with the same array. The caller holds registry.mu.
func (c *workerList) with(w *searcher, target int) *workerList {
	d := *c
	d.active, d.target, w.onStandby = c.active+1, target, false
	if !w.victim {
		w.victim = true
		d.victims = append(c.victims, w)
	}
	return &d
}

// without returns the list with w on standby. It makes victims anew only if more than an eighth
// of them are on standby. Otherwise a burst of spares would take the square of their number. Guests
// do not count as on standby. The caller holds registry.mu.
func (c *workerList) without(w *searcher) *workerList {
	d := *c
	d.active, w.onStandby = c.active-1, true
	if n := len(c.victims); 8*(n-d.active-d.guests) > n {
		d.victims = make([]*searcher, 0, n)
		for _, v := range c.victims {
			if v.victim = !v.onStandby; v.victim {
				d.victims = append(d.victims, v)
			}
		}
	}
	return &d
}

// snapshot returns the current list. A new worker is in it before it starts.
func (s *workerSet) snapshot() *workerList { return s.list.Load() }

// all returns all workers, active or on standby.
func (s *workerSet) all() []*searcher { return s.snapshot().all }

// hasSurplus reports whether a worker is to go on standby. It returns false while a worker is
// blocked. The blocked worker may wait for a submission, and all other workers may wait in
// joins, where they take no submissions. If the blocked worker was refused a spare, a worker that
// becomes surplus takes tasks in its place.
func (s *workerSet) hasSurplus() bool {
	if s.surplus.Load() == 0 {
		return false
	}
	return s.blocked.Load() == 0 && s.refused.Load() == 0
}
