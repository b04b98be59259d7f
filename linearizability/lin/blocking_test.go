package lin

import (
	"testing"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// monitor is structures that wait for a condition, by one mutex.
type monitor struct {
	fault    string
	mu       sync.Mutex
	a, b     *sync.Cond
	items    []int
	left     int
	readers  int
	writes   bool
	capacity int
}

func newMonitor(fault string) func() *monitor {
	return func() *monitor {
		m := &monitor{fault: fault, left: 2, capacity: 1}
		m.a = sync.NewCond(&m.mu)
		m.b = sync.NewCond(&m.mu)
		if fault == "one condition" {
			m.b = m.a
		}
		return m
	}
}

func (m *monitor) Put(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.items) == m.capacity {
		m.a.Wait()
	}
	m.items = append(m.items, v)
	m.b.Signal()
}

func (m *monitor) Take() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault == "if" {
		if len(m.items) == 0 {
			m.b.Wait()
		}
		if len(m.items) == 0 {
			return 0
		}
	}
	for len(m.items) == 0 {
		m.b.Wait()
	}
	v := m.items[0]
	m.items = m.items[1:]
	m.a.Signal()
	return v
}

type boundedSpec struct{ items []int }

func (s *boundedSpec) Put(v int)       { s.items = append(s.items, v) }
func (s *boundedSpec) CanPut(int) bool { return len(s.items) < 1 }
func (s *boundedSpec) Take() int       { v := s.items[0]; s.items = s.items[1:]; return v }
func (s *boundedSpec) CanTake() bool   { return len(s.items) > 0 }

func TestBlocking_Queue(t *testing.T) {
	twins(t, newMonitor, func() *boundedSpec { return &boundedSpec{} }, []wrong{
		{"one condition", report.RuleDeadlock, "though the specification lets"},
		{"if", "linearizable", "Take() returned 0"},
	},
		Op("Put", (*monitor).Put), Op("Take", (*monitor).Take))
}

func (m *monitor) CountDown() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left > 0 {
		m.left--
	}
	switch {
	case m.left > 0:
	case m.fault == "signal":
		m.a.Signal()
	default:
		m.a.Broadcast()
	}
}

func (m *monitor) Await() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.left > 0 && !(m.fault == "early" && m.left == 1) {
		m.a.Wait()
	}
}

type latchSpec struct{ left int }

func (s *latchSpec) CountDown()     { s.left = max(0, s.left-1) }
func (s *latchSpec) Await()         {}
func (s *latchSpec) CanAwait() bool { return s.left == 0 }

func TestBlocking_Latch(t *testing.T) {
	twins(t, newMonitor, func() *latchSpec { return &latchSpec{2} }, []wrong{
		{"signal", report.RuleDeadlock, "Await() never returns, though the specification lets it."},
		{"early", "linearizable", "Await() returned"},
	},
		Op("CountDown", (*monitor).CountDown), Op("Await", (*monitor).Await))
}

func (m *monitor) RLock() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.writes {
		m.a.Wait()
	}
	m.readers++
}

func (m *monitor) RUnlock() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.readers--; m.readers == 0 && m.fault != "reader does not wake" {
		m.a.Broadcast()
	}
}

func (m *monitor) Lock() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.writes || m.readers > 0 && m.fault != "writes beside readers" {
		m.a.Wait()
	}
	m.writes = true
}

func (m *monitor) Unlock() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes = false
	if m.fault == "signal" {
		m.a.Signal()
	} else {
		m.a.Broadcast()
	}
}

type rwSpec struct {
	readers int
	writes  bool
}

func (s *rwSpec) RLock()         { s.readers++ }
func (s *rwSpec) CanRLock() bool { return !s.writes }
func (s *rwSpec) Lock()          { s.writes = true }
func (s *rwSpec) CanLock() bool  { return !s.writes && s.readers == 0 }
func (s *rwSpec) RUnlock() {
	if s.readers == 0 {
		panic("no reader")
	}
	s.readers--
}
func (s *rwSpec) Unlock() {
	if !s.writes {
		panic("no writer")
	}
	s.writes = false
}

func TestBlocking_RWLock(t *testing.T) {
	twins(t, newMonitor, func() *rwSpec { return &rwSpec{} }, []wrong{
		{"signal", report.RuleDeadlock, "RLock() never returns, though the specification lets it."},
		{"reader does not wake", report.RuleDeadlock, "Lock() never returns, though the specification lets it."},
		{"writes beside readers", "linearizable", "Lock() returned"},
	},
		Op("RLock", (*monitor).RLock), Op("RUnlock", (*monitor).RUnlock), Op("Lock", (*monitor).Lock), Op("Unlock", (*monitor).Unlock))
}
