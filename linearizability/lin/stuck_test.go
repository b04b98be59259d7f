package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

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

// never asserts a fault, and that the sound twin is exhausted.
func twins[S, M any](t *testing.T, sound, broken func() S, spec func() M, rule, says string, options ...Option) {
	t.Helper()
	v, to := searched(t, sound, spec, options...)
	require.Nil(t, v.Failure, "%v", v.Failure)
	require.Equal(t, sched.Exhausted, v.Every.Ending, "%v %v", v, to.logs)
	if broken == nil {
		return
	}
	v, _ = searched(t, broken, spec, options...)
	require.NotNil(t, v.Failure)
	require.Equal(t, rule, v.Failure.Rule, v.Failure.Text)
	require.Contains(t, v.Failure.Says, says, v.Failure.Text)
	t.Log(v.Failure.Text)
}

// A call that never returns is right if the specification blocks it, and a fault if it does not.
func TestStuck_Semaphore(t *testing.T) {
	ops := []Option{Op("Acquire", (*sema).Acquire), Op("Release", (*sema).Release)}
	for _, fault := range []string{"lost permit", "no wake-up"} {
		twins(t, newSema(""), newSema(fault), newPermitsSpec, report.RuleDeadlock, "Acquire() never returns, though the specification lets it.", ops...)
	}
}

func TestStuck_Spinning(t *testing.T) {
	spin := func(lost bool) func() *spinSema {
		return func() *spinSema { s := &spinSema{lost: lost}; s.n.Store(1); return s }
	}
	twins(t, spin(false), spin(true), newPermitsSpec, report.RuleLivelock, "Acquire() never returns, though the specification lets it.",
		Op("Acquire", (*spinSema).Acquire), Op("Release", (*spinSema).Release))
}
