package ecosystem

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/bytedance/gopkg/collection/lscq"
	mapset "github.com/deckarep/golang-set/v2"
	"github.com/jackc/puddle/v2"
	uber "go.uber.org/atomic"
	"golang.org/x/sync/singleflight"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// sets is two sets.
type sets struct{ a, b mapset.Set[int] }

func newSets() *sets { return &sets{mapset.NewSet[int](), mapset.NewSet[int]()} }

// modelSets is two sets of numbers, for one goroutine.
type modelSets struct{ a, b map[int]bool }

func newModelSets() *modelSets { return &modelSets{map[int]bool{}, map[int]bool{}} }

func (m *modelSets) AddA(n int) bool { had := m.a[n]; m.a[n] = true; return !had }
func (m *modelSets) AddB(n int) bool { had := m.b[n]; m.b[n] = true; return !had }
func (m *modelSets) Sub() bool       { return within(m.a, m.b) }
func (m *modelSets) Super() bool     { return within(m.b, m.a) }

func within(a, b map[int]bool) bool {
	for n := range a {
		if !b[n] {
			return false
		}
	}
	return true
}

var setOps = []lin.Option{
	lin.Op("AddA", func(s *sets, n int) bool { return s.a.Add(n) }), lin.Op("AddB", func(s *sets, n int) bool { return s.b.Add(n) }),
	lin.Op("Sub", func(s *sets) bool { return s.a.IsSubset(s.b) }), lin.Op("Super", func(s *sets) bool { return s.b.IsSubset(s.a) }),
}

func TestSets(t *testing.T) { lin.Check(t, newSets, newModelSets, setOps...) }

// Each comparison holds one read lock and waits for the other, behind a waiting writer.
func TestSets_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, newSets, newModelSets, append(setOps, lin.Scenario("Sub | Super | AddA(1) | AddB(1)"))...)
}

// connections is a pool of one resource.
type connections struct {
	*puddle.Pool[int]
	busy atomic.Int32
}

func newConnections() *connections {
	p, err := puddle.NewPool(&puddle.Config[int]{
		Constructor: func(context.Context) (int, error) { return 1, nil }, Destructor: func(int) {}, MaxSize: 1,
	})
	if err != nil {
		panic(err)
	}
	return &connections{Pool: p}
}

// Use takes the resource and gives it back. It returns false if the pool is closed.
func (c *connections) Use() bool {
	r, err := c.Acquire(context.Background())
	if err != nil {
		return false
	}
	if c.busy.Add(1) != 1 {
		panic("two have the resource")
	}
	c.busy.Add(-1)
	r.Release()
	return true
}

// modelPool is open until it is closed.
type modelPool struct{ closed bool }

func newModelPool() *modelPool { return &modelPool{} }

func (m *modelPool) Use() bool { return !m.closed }
func (m *modelPool) Close()    { m.closed = true }

func TestPuddle(t *testing.T) {
	lin.Check(t, newConnections, newModelPool, lin.Op("Use", (*connections).Use), lin.Op("Close", func(c *connections) { c.Close() }))
}

// flight counts what runs.
type flight struct {
	singleflight.Group
	running atomic.Int32
}

func (f *flight) Do(key string) bool {
	alone, _, _ := f.Group.Do(key, func() (any, error) {
		defer f.running.Add(-1)
		return f.running.Add(1) == 1, nil
	})
	return alone.(bool)
}

// alone says that no two runs for one key overlap.
type alone struct{}

func (alone) Do(string) bool { return true }

func TestSingleflight(t *testing.T) {
	lin.Check(t, func() *flight { return &flight{} }, func() alone { return alone{} }, lin.Op("Do", (*flight).Do, lin.Args("a")))
}

// fault is an error, or none.
type fault struct{ err error }

func (f *fault) Load() error     { return f.err }
func (f *fault) Store(err error) { f.err = err }

func (f *fault) CompareAndSwap(old, new error) bool {
	if f.err != old {
		return false
	}
	f.err = new
	return true
}

var errOne = errors.New("one")

func TestAtomicError_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, func() *uber.Error { return uber.NewError(nil) }, func() *fault { return &fault{} },
		lin.Op("Load", (*uber.Error).Load), lin.Op("Store", (*uber.Error).Store, lin.Args(nil, errOne)),
		lin.Op("CompareAndSwap", (*uber.Error).CompareAndSwap, lin.Args(nil, errOne), lin.Args(errOne)))
}

// Its compare-and-swap of two words is written in assembly.
func TestLSCQ_NotChecked(t *testing.T) {
	onlySearched(t)
	lin.Check(t, lscq.NewUint64, newFIFO,
		lin.Op("Push", func(q *lscq.Uint64Queue, v int) { q.Enqueue(uint64(v)) }),
		lin.Op("Pop", func(q *lscq.Uint64Queue) (int, bool) { v, ok := q.Dequeue(); return int(v), ok }))
}
