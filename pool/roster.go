package pool

import "sync/atomic"

// roster is which workers there are, and how many of them are to work. Whoever looks for a
// victim reads it; the staff changes it.
type roster struct {
	crew    atomic.Pointer[crew] // replaced under the staff's mu
	surplus atomic.Int32         // so many are to go off duty; changed under the staff's mu
	blocked atomic.Int32         // so many are in Blocking, each with a spare; changed under the staff's mu
}

// crew is all workers, by number, and how many of them are on duty.
type crew struct {
	all  []*searcher
	duty int
}

// others returns how many are on duty beside one of them.
func (c *crew) others() int { return c.duty - 1 }

// present returns the crew as it is. Who comes on duty is counted before it begins.
func (s *roster) present() *crew { return s.crew.Load() }

// all returns all workers, on duty or not.
func (s *roster) all() []*searcher { return s.present().all }

// tooMany reports whether some worker is to go off duty. Nobody is while one blocks: all
// others may wait in joins, where they take no submissions, and what blocks may be for one.
func (s *roster) tooMany() bool {
	if s.surplus.Load() == 0 {
		return false
	}
	return s.blocked.Load() == 0
}
