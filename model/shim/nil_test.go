package shim_test

import (
	stdsync "sync"
	"testing"

	"github.com/stretchr/testify/require"

	realpark "github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/park"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// calls has all methods of a nil object.
type calls map[string]func()

func nilCalls(m mutex, rw rwMutex, g waitGroup, c cond, o once, sm smap, p pool, k parker) calls {
	return calls{
		"Mutex.Lock":             m.Lock,
		"Mutex.TryLock":          func() { m.TryLock() },
		"Mutex.Unlock":           m.Unlock,
		"RWMutex.Lock":           rw.Lock,
		"RWMutex.TryLock":        func() { rw.TryLock() },
		"RWMutex.Unlock":         rw.Unlock,
		"RWMutex.RLock":          rw.RLock,
		"RWMutex.TryRLock":       func() { rw.TryRLock() },
		"RWMutex.RUnlock":        rw.RUnlock,
		"RLocker.Lock":           func() { rw.RLocker().Lock() },
		"WaitGroup.Add":          func() { g.Add(1) },
		"WaitGroup.Done":         g.Done,
		"WaitGroup.Wait":         g.Wait,
		"WaitGroup.Go":           func() { g.Go(func() {}) },
		"Cond.Wait":              c.Wait,
		"Cond.Signal":            c.Signal,
		"Cond.Broadcast":         c.Broadcast,
		"Once.Do":                func() { o.Do(func() {}) },
		"Map.Load":               func() { sm.Load(1) },
		"Map.Store":              func() { sm.Store(1, 1) },
		"Map.Clear":              sm.Clear,
		"Map.LoadOrStore":        func() { sm.LoadOrStore(1, 1) },
		"Map.LoadAndDelete":      func() { sm.LoadAndDelete(1) },
		"Map.Delete":             func() { sm.Delete(1) },
		"Map.Swap":               func() { sm.Swap(1, 1) },
		"Map.CompareAndSwap":     func() { sm.CompareAndSwap(1, 1, 1) },
		"Map.CompareAndDelete":   func() { sm.CompareAndDelete(1, 1) },
		"Map.Range":              func() { sm.Range(func(_, _ any) bool { return true }) },
		"Pool.Get":               func() { p.Get() },
		"Pool.Put":               func() { p.Put(1) },
		"Parker.Park":            k.Park,
		"Parker.ParkTimeout":     func() { k.ParkTimeout(1) },
		"Parker.Unpark":          k.Unpark,
		"Mutex.Lock as a Cond's": sync.NewCond((*sync.Mutex)(nil)).Wait,
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// A method of a nil object panics in its caller, not in the scheduler.
func TestNil(t *testing.T) {
	genuine := nilCalls((*stdsync.Mutex)(nil), (*stdsync.RWMutex)(nil), (*stdsync.WaitGroup)(nil), (*stdsync.Cond)(nil),
		(*stdsync.Once)(nil), (*stdsync.Map)(nil), (*stdsync.Pool)(nil), (*realpark.Parker)(nil))
	for name, f := range nilCalls((*sync.Mutex)(nil), (*sync.RWMutex)(nil), (*sync.WaitGroup)(nil), (*sync.Cond)(nil),
		(*sync.Once)(nil), (*sync.Map)(nil), (*sync.Pool)(nil), (*park.Parker)(nil)) {
		t.Run(name, func(t *testing.T) {
			if !detecting { // after a panic in the real ones, the race detector would stay off
				require.True(t, panics(genuine[name]), "the real one")
				require.True(t, panics(f), "without the scheduler")
			}
			r := sched.Search(func(s *sched.S) {
				var other sync.Mutex
				s.Go(func() {
					other.Lock()
					other.Unlock()
				})
				s.Go(func() {
					f()
					s.Errorf("it does not panic")
				})
				s.Wait()
			}, sched.Options{})
			require.NotNil(t, r.Failure)
			require.Equal(t, sched.RulePanic, r.Failure.Rule, r.Failure.Detail)
			require.Contains(t, r.Failure.Detail, "nil_test.go:")
		})
	}
}
