package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// holders take an object that outlives the execution, wait for a flag, and give the object back.
// If the flag's writer does not come, the search cuts the execution off, and the object is left
// taken.
var holders = map[string]func() (take, give func()){
	"mutex": func() (take, give func()) {
		var m sync.Mutex
		return m.Lock, m.Unlock
	},
	"mutex, tried": func() (take, give func()) {
		var m sync.Mutex
		return func() {
			if !m.TryLock() {
				panic("taken before")
			}
		}, m.Unlock
	},
	"writer": func() (take, give func()) {
		var m sync.RWMutex
		return m.Lock, m.Unlock
	},
	"writer, tried": func() (take, give func()) {
		var m sync.RWMutex
		return func() {
			if !m.TryLock() {
				panic("taken before")
			}
		}, m.Unlock
	},
	"reader": func() (take, give func()) {
		var m sync.RWMutex
		//lint:ignore SA2001 the states of the lock are what is tested
		return func() { m.RLock(); m.RUnlock(); m.Lock(); m.Unlock(); m.RLock() }, m.RUnlock
	},
	"once": func() (take, give func()) {
		var o sync.Once
		var work func()
		return func() { work = func() {} }, func() { o.Do(work) }
	},
	"counter": func() (take, give func()) {
		var g sync.WaitGroup
		return func() { g.Wait(); g.Add(1) }, func() { g.Done(); g.Wait() }
	},
}

// waits is a program that takes an object and gives it back when another thread says so.
func waits(take, give func(), twice bool) func(*sched.S) {
	return func(s *sched.S) {
		var flag atomic.Int32
		s.Go(func() {
			take()
			if twice {
				take()
			}
			for flag.Load() == 0 {
				runtime.Gosched()
			}
			give()
		})
		s.Go(func() { flag.Store(1) })
		s.Wait()
	}
}

// A cut-off execution leaves nothing taken.
func TestLeftovers_AreForgotten(t *testing.T) {
	for name, of := range holders {
		t.Run(name, func(t *testing.T) {
			take, give := of()
			r := search(waits(take, give, false), engine.Options{})
			require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		})
	}
}

// Without the mend these programs would be reported for another reason than their own.
func TestLeftovers_DoNotHideFaults(t *testing.T) {
	for _, name := range []string{"mutex", "writer", "counter"} {
		t.Run(name, func(t *testing.T) {
			take, give := holders[name]()
			r := search(waits(take, give, true), engine.Options{})
			require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
			require.Contains(t, r.Failure.Detail, "thread 1")
			require.NotContains(t, r.Failure.Detail, "before the first step")
			require.NotContains(t, r.Failure.Detail, "thread 2")
		})
	}
}

// An object that is taken before the search begins is taken in each execution.
func TestLeftovers_KeepWhatTheTestHasTaken(t *testing.T) {
	var m sync.Mutex
	m.Lock()
	for range 2 {
		executions := 0
		r := search(func(s *sched.S) {
			executions++
			require.False(t, m.TryLock())
			s.Go(m.Unlock)
			s.Go(m.Lock)
			s.Wait()
			m.Unlock()
		}, engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Greater(t, executions, 1)
	}
	require.False(t, m.TryLock())
}
