package lin

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// hit is one counter of a table. Its lock and its atomics order their own accesses.
type hit struct {
	n  int
	mu sync.Mutex
	of atomic.Int64
	by [2]atomic.Int64
	as int64 // accessed by functions of package atomic
}

// table returns what it has in it, or copies. The accesses are written as the rewriter writes them.
type table struct {
	mu    sync.Mutex
	of    map[string]int
	list  []int
	one   *hit
	alive bool
}

func newTable(alive bool) func() *table {
	return func() *table { return &table{of: map[string]int{}, list: make([]int, 2, 8), one: &hit{}, alive: alive} }
}

func (s *table) Inc() {
	s.mu.Lock()
	defer s.mu.Unlock()
	access.MapW(0, s.of)["a"]++
	*access.W(0, &s.list[1])++
	*access.W(0, &s.one.n)++
}

// Grow writes only memory behind the ends of the slices that were returned.
func (s *table) Grow() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, 0)
	*access.W(0, &s.list[len(s.list)-1]) = len(s.list)
}

func (s *table) Map() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive {
		return s.of
	}
	return map[string]int{"a": s.of["a"]}
}

func (s *table) List() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive {
		return s.list
	}
	return append([]int(nil), s.list...)
}

func (s *table) All() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

func (s *table) One() *hit {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive {
		return s.one
	}
	return &hit{n: s.one.n}
}

// Entries returns a map of its own, and what it leads to is alive.
func (s *table) Entries() map[string]*hit {
	return map[string]*hit{"b": {}, "a": s.One(), "c": {}}
}

func (s *table) Nested() any { return [1]struct{ at *hit }{{s.One()}} }

// Touch changes only what has an order of its own.
func (s *table) Touch() {
	s.one.of.Add(1)
	s.one.by[1].Add(1)
	atomic.AddInt64(&s.one.as, 1)
	s.one.mu.Lock()
	defer s.one.mu.Unlock()
}

func (s *table) Handle() *hit { return s.one }

type tableSpec struct{}

func (tableSpec) Inc()                         {}
func (tableSpec) Grow()                        {}
func (tableSpec) Touch()                       {}
func (tableSpec) Map(map[string]int) bool      { return true }
func (tableSpec) List([]int) bool              { return true }
func (tableSpec) All([]int) bool               { return true }
func (tableSpec) One(*hit) bool                { return true }
func (tableSpec) Entries(map[string]*hit) bool { return true }
func (tableSpec) Nested(any) bool              { return true }
func (tableSpec) Handle(*hit) bool             { return true }

// A structure that returns memory which it goes on to change races with its callers, if nobody else reads it either.
func TestResults_Alive(t *testing.T) {
	for name, look := range map[string]any{"Map": (*table).Map, "List": (*table).List, "One": (*table).One, "Entries": (*table).Entries, "Nested": (*table).Nested} {
		for _, alive := range []bool{true, false} {
			v, _ := searched(t, newTable(alive), func() tableSpec { return tableSpec{} }, Op("Inc", (*table).Inc), Op(name, look), Scenario("; Inc() | "+name+"() ;"))
			if !alive {
				require.Nil(t, v.Failure, name)
				continue
			}
			require.NotNil(t, v.Failure, name)
			require.Equal(t, report.RuleRace, v.Failure.Rule, name)
			require.Contains(t, v.Failure.Text, "plain read of the result by thread 2 in step 4, at the caller\n", name)
		}
	}
}

// A returned slice may share memory that only grows. A returned variable may have a lock or an atomic in it.
func TestResults_MayBeShared(t *testing.T) {
	for _, ops := range [][2]Option{
		{Op("Grow", (*table).Grow), Op("All", (*table).All)},
		{Op("Touch", (*table).Touch), Op("Handle", (*table).Handle)},
	} {
		v, _ := searched(t, newTable(true), func() tableSpec { return tableSpec{} }, ops[0], ops[1], unlessDetecting(10*time.Minute))
		require.Nil(t, v.Failure)
	}
}
