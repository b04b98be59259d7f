package lin

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// stripes is a set in two parts, each under a lock of its own.
type stripes struct {
	apart bool // Len looks at one part after the other
	mu    [2]sync.Mutex
	has   [2]bool
}

func (s *stripes) set(k int, to bool) {
	s.mu[k].Lock()
	defer s.mu[k].Unlock()
	*access.W(0, &s.has[k]) = to
}

func (s *stripes) Put(k int)    { s.set(k, true) }
func (s *stripes) Delete(k int) { s.set(k, false) }

func (s *stripes) Len() (n int) {
	for k := range s.mu {
		s.mu[k].Lock()
		if !s.apart {
			defer s.mu[k].Unlock()
		}
		if *access.R(0, &s.has[k]) {
			n++
		}
		if s.apart {
			s.mu[k].Unlock()
		}
	}
	return n
}

type stripesSpec [2]bool

func (s *stripesSpec) Put(k int)    { s[k] = true }
func (s *stripesSpec) Delete(k int) { s[k] = false }

func (s *stripesSpec) Len() (n int) {
	for _, has := range s {
		if has {
			n++
		}
	}
	return n
}

// The order of two other calls is wrong, not the time of the one that prepared the structure.
func TestSentence_OrderOfOthers(t *testing.T) {
	parts := func(fault string) func() *stripes { return func() *stripes { return &stripes{apart: fault != ""} } }
	twins(t, parts, func() *stripesSpec { return &stripesSpec{} },
		[]wrong{{"apart", "linearizable", "Len() returned 0, but Put(0) had returned before Delete(1) was called."}},
		Op("Put", (*stripes).Put, Args(0, 1)), Op("Delete", (*stripes).Delete, Args(0, 1)), Op("Len", (*stripes).Len), Scenario("Put(1) ; Put(0) | Delete(1) | Len"))
}

// pairing lets calls through in pairs.
type pairing struct {
	mu    sync.Mutex
	moved *sync.Cond
	n     int
	stays bool // the count is reset only by the first of two, so a third may come before that
}

func newPairing(fault string) func() *pairing {
	return func() *pairing { p := &pairing{stays: fault != ""}; p.moved = sync.NewCond(&p.mu); return p }
}

func (p *pairing) Pass() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	if p.stays && p.n >= 2 {
		p.moved.Broadcast()
		return
	}
	mine := (p.n + 1) / 2
	for p.n/2 < mine {
		p.moved.Wait()
	}
	if p.moved.Broadcast(); p.stays {
		p.n = 0
	}
}

// pairingSpec knows the calls that wait for another one, and those that may go on.
type pairingSpec struct{ Waits, Free []int }

func (s *pairingSpec) AskPass(call int) {
	if s.Waits = append(s.Waits, call); len(s.Waits) == 2 {
		s.Free, s.Waits = append(s.Free, s.Waits...), nil
		slices.Sort(s.Free)
	}
}

func (s *pairingSpec) CanPass(call int) bool { return slices.Contains(s.Free, call) }

func (s *pairingSpec) Pass(call int) {
	s.Free = slices.DeleteFunc(s.Free, func(c int) bool { return c == call })
}

// Two calls have the same words, so a sentence does not tell one from the other.
func TestSentence_SameWords(t *testing.T) {
	twins(t, newPairing, func() *pairingSpec { return &pairingSpec{} },
		[]wrong{{"alone", "linearizable", "Pass() returned twice, and no order of the operations explains both."}}, Op("Pass", (*pairing).Pass))
}

// copies has a value in two places.
type copies struct {
	apart bool // Put writes one after the other
	mu    sync.Mutex
	open  atomic.Bool
	a, b  atomic.Int64
}

func (c *copies) lock() func() {
	if c.apart {
		return func() {}
	}
	c.mu.Lock()
	return c.mu.Unlock
}

func (c *copies) Open() int { c.open.Store(true); return 1 }
func (c *copies) Put()      { defer c.lock()(); c.a.Store(1); c.b.Store(1) }
func (c *copies) GetA() int { defer c.lock()(); return int(c.a.Load()) }

func (c *copies) GetB() int {
	defer c.lock()()
	if !c.open.Load() {
		return 0
	}
	return int(c.b.Load())
}

type copiesSpec struct{ Opened, N int }

func (s *copiesSpec) Open() int { s.Opened = 1; return 1 }
func (s *copiesSpec) Put()      { s.N = 1 }
func (s *copiesSpec) GetA() int { return s.N }
func (s *copiesSpec) GetB() int { return s.N * s.Opened }

// A result contradicts a call of the threads, and would also be right without the preparation.
func TestSentence_PreparationLast(t *testing.T) {
	two := func(fault string) func() *copies { return func() *copies { return &copies{apart: fault != ""} } }
	twins(t, two, func() *copiesSpec { return &copiesSpec{} },
		[]wrong{{"apart", "linearizable", "GetB() returned 0 although GetA() returned 1, and no order of the operations explains both."}},
		Op("Open", (*copies).Open), Op("Put", (*copies).Put), Op("GetA", (*copies).GetA), Op("GetB", (*copies).GetB), Scenario("Open ; Put | GetB | GetA;"))
}

// The search names the loops that it has left because their calls may wait for ever.
func TestSearch_NamesLoopsThatWereLeft(t *testing.T) {
	left := func(scenario string) []string {
		spin := func() *spinSema { s := &spinSema{}; s.n.Store(1); return s }
		c := configOf(Op("Acquire", (*spinSema).Acquire), Op("Release", (*spinSema).Release), Scenario(scenario))
		k, err := newChecker(&tb{}, spin, newPermitsSpec, c)
		require.NoError(t, err)
		s := &searching{checker: k, start: time.Now(), until: time.Now().Add(time.Hour), shards: 1}
		p, f := s.every()
		require.Nil(t, f)
		require.Equal(t, report.Exhausted, report.Ending(p.Ending))
		return s.sum.Left
	}
	require.NotEmpty(t, left("; Acquire Acquire | Release Acquire;"))
	require.Empty(t, left("; Acquire | Release Acquire;"))
}
