package engine_test

import (
	"bytes"
	stdlist "container/list"
	"io"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
)

const herePackage = "github.com/stealproof/stealproof/internal/engine_test"

// registry is a type whose objects a package variable may lead to.
type registry struct {
	mu      sync.Mutex
	n       int
	entries map[string]int
	next    *registry
	items   []int
	any     any
	current atomic.Pointer[registry]
	value   atomic.Value
	buffer  *bytes.Buffer
	list    *stdlist.List
	large   *large
}

// large has too many bytes to be compared after each execution.
type large struct {
	table [600]int
	count atomic.Int64
}

// keep makes a package variable of p for the rest of the test.
func keep[T any](t *testing.T, p *T) *T {
	t.Cleanup(engine.ForgetVariables())
	engine.RegisterVariables(herePackage, "it", p)
	return p
}

// What package variables lead to is the same at the beginning of each execution, by whatever path
// a program reaches it.
func TestMemory_IsPutBack(t *testing.T) {
	of := func() *registry { return &registry{n: 1} }
	for name, c := range map[string]struct {
		variable *registry
		state    func(*registry) int
		change   func(*registry)
	}{
		"pointer":      {&registry{next: of()}, func(r *registry) int { return r.next.n }, func(r *registry) { r.next.n++ }},
		"elements":     {&registry{items: []int{1, 2}}, func(r *registry) int { return r.items[1] }, func(r *registry) { r.items[1]++ }},
		"spare":        {&registry{items: make([]int, 1, 2)}, func(r *registry) int { return r.items[:2][1] }, func(r *registry) { _ = append(r.items, 7) }},
		"map":          {&registry{entries: map[string]int{"a": 1}}, func(r *registry) int { return 10*len(r.entries) + r.entries["a"] }, func(r *registry) { r.entries["a"] = 2; r.entries["b"] = 3 }},
		"deleted":      {&registry{entries: map[string]int{"a": 1}}, func(r *registry) int { return len(r.entries) }, func(r *registry) { clear(r.entries) }},
		"interface":    {&registry{any: of()}, func(r *registry) int { return r.any.(*registry).n }, func(r *registry) { r.any.(*registry).n++ }},
		"list of std":  {&registry{list: stdlist.New()}, func(r *registry) int { return r.list.Len() }, func(r *registry) { r.list.PushBack(1) }},
		"buffer":       {&registry{buffer: bytes.NewBufferString("ab")}, func(r *registry) int { return r.buffer.Len() }, func(r *registry) { r.buffer.Next(1) }},
		"chain":        {&registry{next: &registry{next: of()}}, func(r *registry) int { return r.next.next.n }, func(r *registry) { r.next.next.n++ }},
		"large":        {&registry{large: &large{}}, func(r *registry) int { return r.large.table[500] }, func(r *registry) { *access.W(1, &r.large.table[500])++ }},
		"large atomic": {&registry{large: &large{}}, func(r *registry) int { return int(r.large.count.Load()) }, func(r *registry) { r.large.count.Add(1) }},
	} {
		t.Run(name, func(t *testing.T) {
			it := keep(t, c.variable)
			before := c.state(it)
			executions := 0
			r := search(func(s *sched.S) {
				executions++
				require.Equal(t, before, c.state(it))
				var n atomic.Int32
				for range 3 {
					s.Go(func() {
						if n.Add(1) == 1 {
							c.change(it)
						}
					})
				}
				s.Wait()
				require.NotEqual(t, before, c.state(it))
			}, engine.Options{NoRaces: true})
			require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
			require.Greater(t, executions, 3)
			require.Equal(t, before, c.state(it))
		})
	}
}

// Atomic pointers and values are followed as well.
func TestMemory_BehindAtomics(t *testing.T) {
	it := keep(t, &registry{})
	it.current.Store(&registry{n: 1})
	it.value.Store(&registry{n: 1})
	r := search(func(s *sched.S) {
		require.Equal(t, 1, it.current.Load().n)
		require.Equal(t, 1, it.value.Load().(*registry).n)
		s.Go(func() { it.current.Load().n = 2 })
		s.Go(func() { it.value.Load().(*registry).n = 2 })
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
}

// A singleton with a lock outlives the execution that was cut off while it held the lock.
func TestMemory_OfSingletons(t *testing.T) {
	Default := &registry{entries: map[string]int{}}
	keep(t, &Default)
	program := func(guarded bool) func(*sched.S) {
		return func(s *sched.S) {
			var flag atomic.Int32
			add := func() {
				if guarded {
					Default.mu.Lock()
					defer Default.mu.Unlock()
				}
				*access.W(1, &Default.n) = 1
			}
			s.Go(func() {
				Default.mu.Lock()
				for flag.Load() == 0 {
					runtime.Gosched()
				}
				Default.mu.Unlock()
				add()
			})
			s.Go(func() { flag.Store(1); add() })
			s.Wait()
			if *access.R(2, &Default.n) != 1 {
				s.Errorf("it is %d", Default.n)
			}
		}
	}
	r := search(program(true), engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	r = search(program(false), engine.Options{})
	require.Equal(t, report.RuleRace, r.Failure.Rule, "%v", r.Failure)
}

// Code that was not rewritten may change what cannot be put back. The verdict names the variable.
func TestMemory_ThatCannotBePutBack(t *testing.T) {
	program := func(closes func()) func(*sched.S) {
		return func(s *sched.S) {
			var n atomic.Int32
			for range 2 {
				s.Go(func() {
					if n.Add(1) == 2 {
						closes()
					}
				})
			}
			s.Wait()
		}
	}
	reader, _ := io.Pipe()
	keep(t, &reader)
	r := search(program(func() {}), engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	first := true
	r = search(program(func() {
		if !first {
			reader.Close()
		}
		first = false
	}), engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleState, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "engine_test.it ")
}

// A large block that code changes which was not rewritten is looked at now and then, and at the end.
func TestMemory_ThatIsChangedUnseen(t *testing.T) {
	it := keep(t, &registry{large: &large{}})
	executions := 0
	r := search(func(s *sched.S) {
		if executions++; executions == 10 {
			it.large.table[5]++ // without access.W
		}
		var n atomic.Int32
		for range 3 {
			s.Go(func() { n.Add(1); n.Load() })
		}
		s.Wait()
	}, engine.Options{})
	require.Greater(t, executions, 10)
	require.Equal(t, report.RuleState, r.Failure.Rule)
	require.Equal(t, report.NotChecked, r.Ending)
	require.Zero(t, it.large.table[5])
}

// If other code was given memory, large blocks are put back after that execution.
func TestMemory_ThatOtherCodeMayChange(t *testing.T) {
	it := keep(t, &registry{large: &large{}})
	executions := 0
	r := search(func(s *sched.S) {
		if executions++; it.large.table[5] != 0 {
			s.Errorf("it is %d", it.large.table[5])
		}
		var n atomic.Int32
		for range 3 {
			s.Go(func() {
				if n.Add(1) == 2 {
					engine.Give(0)
					it.large.table[5]++ // without access.W
				}
			})
		}
		s.Wait()
	}, engine.Options{NoRaces: true})
	require.Greater(t, executions, 5)
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
}

// A variable of many bytes is a large block, and several small ones are neighbours.
func TestMemory_OfVariables(t *testing.T) {
	var all struct {
		a, b byte
		c    [3]int32
		d    [400]int
		e    string
	}
	t.Cleanup(engine.ForgetVariables())
	engine.RegisterVariables(herePackage, "a b c d e", &all.a, &all.b, &all.c, &all.d, &all.e)
	for name, change := range map[string]func(){
		"first":     func() { all.a++ },
		"second":    func() { all.b++ },
		"inside":    func() { all.c[1]++ },
		"large":     func() { *access.W(1, &all.d[7]) = 1 },
		"last":      func() { all.e += "x" },
		"all":       func() { all.a++; all.c[2]--; *access.W(1, &all.d[399]) = 1; all.e = "y" },
		"unchanged": func() {},
	} {
		before := all
		r := search(func(s *sched.S) {
			if all != before {
				s.Errorf("it is %v", all)
			}
			var n atomic.Int32
			for range 3 {
				s.Go(func() {
					if n.Add(1) == 2 {
						change()
					}
				})
			}
			s.Wait()
		}, engine.Options{NoRaces: true})
		require.Equal(t, report.Exhausted, r.Ending, "%s: %v", name, r.Failure)
		require.Equal(t, before, all, name)
	}
}

// Memory that a search has not seen yet may be reached by two paths, or by none.
func TestMemory_Shapes(t *testing.T) {
	ring := &registry{}
	ring.next = &registry{next: ring}
	ring.any = map[any]any{ring: ring, "self": &ring}
	ring.items = make([]int, 3, 9)
	before := maps.Clone(ring.any.(map[any]any))
	keep(t, &ring)
	r := search(func(s *sched.S) {
		s.Go(func() { ring.next.next.any.(map[any]any)["more"] = 1 })
		s.Go(func() { ring = nil })
		s.Wait()
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, before, ring.any)
}
