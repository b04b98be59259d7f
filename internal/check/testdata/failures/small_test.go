package failures

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// Other accesses of the two lines are not shown, before the race or after it.
func TestRaceInALoop(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		n := 0
		count := func(ready *atomic.Int64) {
			ready.Add(1)
			for range 15 {
				n++
			}
			ready.Add(1)
			for range 15 {
				n++
			}
		}
		var a, b atomic.Int64
		s.Go(func() { count(&a) })
		s.Go(func() { count(&b) })
		s.Wait()
	})
}

// The first thread need not go on after its access.
func TestRaceBeforeALongRest(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		n := 0
		count := func(ready *atomic.Int64) {
			ready.Add(1)
			n++
			for range 20 {
				ready.Add(1)
				ready.Store(0)
			}
		}
		var a, b atomic.Int64
		s.Go(func() { count(&a) })
		s.Go(func() { count(&b) })
		s.Wait()
	})
}

// An item is taken twice, and the second take is the fault. The operations after it are innocent.
func TestSecondTake(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var items [2]atomic.Int64
		var n atomic.Int64
		put := func(client, v int) {
			s.Operation(client, model.Push, v, func() (int, model.Status) {
				items[n.Load()].Store(int64(v))
				n.Add(1)
				return v, model.Done
			})
		}
		take := func(client int) {
			s.Operation(client, model.Pop, 0, func() (int, model.Status) {
				at := n.Load() - 1
				if at < 0 {
					return 0, model.Empty
				}
				v := int(items[at].Load())
				n.Store(at)
				return v, model.Done
			})
		}
		put(0, 1)
		s.GoNamed("first", func() { take(1); put(1, 2) })
		s.GoNamed("second", func() { take(2) })
		s.Wait()
		take(0)
	}, sched.Options{Judge: linearizability.NewJudge()})
}

// A lock may be taken while there is one thread only.
func TestLockedEarly(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var a, c sync.Mutex
		var b sync.RWMutex
		c.Lock()
		c.Unlock()
		begin(&a)
		b.RLock()
		s.GoNamed("mutex", func() { c.Lock(); a.Lock() })
		s.GoNamed("writer", b.Lock)
		s.GoNamed("other", c.Lock)
		s.Wait()
	})
}

func begin(a *sync.Mutex) { a.Lock() }

// A lock may be taken before the program begins.
func TestLockedBefore(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	sched.Explore(t, func(s *sched.S) {
		s.Go(mu.Lock)
		s.Wait()
	})
}

// The main thread may take a lock again when the others have ended.
func TestLockedLate(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var mu sync.Mutex
		s.Go(func() { mu.Lock(); mu.Unlock() })
		s.Wait()
		mu.Lock()
		mu.Lock()
	})
}
