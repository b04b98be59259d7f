package lin

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// sema is a semaphore. It has no Try operation.
type sema struct {
	fault string
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
}

func newSema(fault string) func() *sema {
	return func() *sema {
		s := &sema{fault: fault, n: 1}
		s.cond = sync.NewCond(&s.mu)
		return s
	}
}

func (s *sema) Acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.n == 0 {
		s.cond.Wait()
	}
	s.n--
}

func (s *sema) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault == "lost wake-up" && s.n > 0 {
		s.n++
		return
	}
	if s.fault == "lost permit" && s.n == 0 {
		s.mu.Unlock()
		n := s.peek()
		s.mu.Lock()
		s.n = n
	}
	s.n++
	if s.fault != "no wake-up" {
		s.cond.Signal()
	}
}

func (s *sema) peek() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

type permitsSpec struct{ n int }

func newPermitsSpec() *permitsSpec { return &permitsSpec{1} }

func (s *permitsSpec) Acquire()         { s.n-- }
func (s *permitsSpec) CanAcquire() bool { return s.n > 0 }
func (s *permitsSpec) Release()         { s.n++ }

// spinSema is a semaphore that spins.
type spinSema struct {
	lost bool
	n    atomic.Int32
}

func (s *spinSema) Acquire() {
	for {
		if n := s.n.Load(); n > 0 && s.n.CompareAndSwap(n, n-1) {
			return
		}
		runtime.Gosched()
	}
}

func (s *spinSema) Release() {
	if s.lost {
		n := s.n.Load()
		s.n.CompareAndSwap(n, n+1)
		return
	}
	s.n.Add(1)
}

// wrong is a fault, and what a search says about it.
type wrong struct{ fault, rule, says string }

// twins asserts that the sound twin is exhausted, and that each fault is found.
func twins[S, M any](t *testing.T, create func(fault string) func() S, spec func() M, faults []wrong, options ...Option) {
	t.Helper()
	if !engine.Watched() { // each scenario would run hundreds of times
		v, to := searched(t, create(""), spec, append(slices.Clone(options), unlessDetecting(10*time.Minute))...)
		require.Nil(t, v.Failure, "%v", v.Failure)
		if !detecting {
			require.Equal(t, sched.Exhausted, v.Every.Ending, "%v %v", v, to.logs)
		}
	}
	for _, w := range faults {
		v, _ := searched(t, create(w.fault), spec, options...)
		require.NotNil(t, v.Failure, w.fault)
		require.Equal(t, w.rule, v.Failure.Rule, v.Failure.Text)
		require.Contains(t, v.Failure.Says, w.says, v.Failure.Text)
	}
}

// A call that never returns is right if the specification blocks it, and a fault if it does not.
func TestStuck_Semaphore(t *testing.T) {
	const says = "Acquire() never returns, though the specification lets it."
	twins(t, newSema, newPermitsSpec, []wrong{{"lost permit", report.RuleDeadlock, says}, {"no wake-up", report.RuleDeadlock, says}},
		Op("Acquire", (*sema).Acquire), Op("Release", (*sema).Release))
}

func TestStuck_Spinning(t *testing.T) {
	spin := func(fault string) func() *spinSema {
		return func() *spinSema { s := &spinSema{lost: fault != ""}; s.n.Store(1); return s }
	}
	twins(t, spin, newPermitsSpec, []wrong{{"lost permit", report.RuleLivelock, "Acquire() never returns, though the specification lets it."}},
		Op("Acquire", (*spinSema).Acquire), Op("Release", (*spinSema).Release))
}
