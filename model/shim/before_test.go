package shim_test

import (
	"reflect"
	stdruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// search runs a program under all schedules. It must break no rule.
func search(t *testing.T, program func(s *sched.S)) {
	t.Helper()
	r := sched.Search(program, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending, "%v", r.Failure)
}

// An execution starts with the state from before it. That state is also there after it.
func TestBefore_Locks(t *testing.T) {
	var (
		m  sync.Mutex
		rw sync.RWMutex
		g  sync.WaitGroup
		o  sync.Once
	)
	m.Lock()
	rw.RLock()
	g.Add(1)
	o.Do(func() {})
	search(t, func(s *sched.S) {
		if m.TryLock() || rw.TryLock() {
			s.Errorf("it is locked")
		}
		if !rw.TryRLock() {
			s.Errorf("it is locked for reading only")
		}
		rw.RUnlock()
		s.Go(func() {
			o.Do(func() { s.Errorf("it was done before") })
			m.Unlock()
			g.Done()
			rw.RUnlock()
		})
		m.Lock()
		g.Wait()
		rw.Lock()
		s.Wait()
		rw.Unlock()
		rw.RLock() // as before the execution
		g.Add(1)
	})
	require.False(t, m.TryLock())
	require.False(t, rw.TryLock())
	m.Unlock()
	rw.RUnlock()
	g.Done()
	g.Wait()
	require.True(t, m.TryLock())
	require.True(t, rw.TryLock())
}

func TestBefore_MapAndPool(t *testing.T) {
	var m sync.Map
	for _, k := range []int{3, 1, 2} {
		m.Store(k, k)
	}
	pool := sync.Pool{}
	pool.Put("old")
	search(t, func(s *sched.S) {
		order := 0
		m.Range(func(k, v any) bool {
			order = 10*order + v.(int)
			return true
		})
		if order != 123 {
			s.Errorf("order %d", order)
		}
		if _, loaded := m.LoadOrStore(4, 4); loaded {
			s.Errorf("another execution has stored it")
		}
		m.Delete(1)
		if pool.Get() != nil {
			s.Errorf("that item was not put here")
		}
		pool.Put("new")
	})
	_, ok := m.Load(1)
	require.True(t, ok)
	_, ok = m.Load(4)
	require.False(t, ok)
	require.NotEqual(t, "new", pool.Get())
}

// An assignment of the zero value empties a Map and a Pool, as in Go.
func TestZero_Assigned(t *testing.T) {
	type node struct {
		m    sync.Map
		pool sync.Pool
	}
	var got outcomes
	for _, before := range []bool{false, true} {
		got = outcomes{}
		search(t, func(s *sched.S) {
			var n node
			if before {
				n.m.Store(1, "first") // the only thread
				n.pool.Put("first")
			}
			keep := &n.m
			s.Go(func() {
				n.m.Store(2, "old")
				n.pool.Put("old")
				n = node{}
				if _, ok := keep.Load(1); ok {
					s.Errorf("a key is left")
				}
				if x := n.pool.Get(); x != nil {
					s.Errorf("an item is left: %v", x)
				}
				n = node{pool: sync.Pool{New: func() any { return "new" }}}
				keep.Range(func(key, _ any) bool {
					s.Errorf("key %v is left", key)
					return true
				})
				n.m.Store(3, 3)
				n.pool.Put("put")
				if v, _ := n.m.Load(3); v != 3 {
					s.Errorf("it does not keep %v", v)
				}
				got[n.pool.Get().(string)]++
			})
			s.Wait()
		})
		require.Equal(t, "new | put", got.String())
	}
}

// A search changes the memory of a Map or a Pool. The real one still works after that.
func TestZero_RealOnesStay(t *testing.T) {
	var m sync.Map
	pool := sync.Pool{New: func() any { return "new" }}
	used := sync.Pool{}
	for round := range 5 {
		used.Put("real")
		search(t, func(*sched.S) {
			m.Store(round, 0)
			pool.Put("gone")
			used.Put("gone")
			for range 3 {
				stdruntime.GC()
			}
			pool.Get()
			used.Get()
		})
		m.Range(func(any, any) bool {
			t.Error("a key of an execution")
			return false
		})
		require.Equal(t, "new", pool.Get())
		require.NotEqual(t, "gone", used.Get())
		m.Store("real", round)
		pool.Put("real")
		stdruntime.GC()
		v, _ := m.Load("real")
		require.Equal(t, round, v)
		require.Contains(t, []any{"real", "new"}, pool.Get())
		stdruntime.GC()
		stdruntime.GC()
		m.Clear()
	}
}

func TestCond_Copied(t *testing.T) {
	r := sched.Search(func(*sched.S) {
		c := sync.NewCond(new(sync.Mutex))
		c.Signal()
		d := reflect.New(reflect.TypeFor[sync.Cond]())
		d.Elem().Set(reflect.ValueOf(c).Elem())
		d.Interface().(*sync.Cond).Signal()
	}, sched.Options{})
	require.Equal(t, sched.RulePanic, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "sync.Cond is copied")
}

func TestWaitGroup_PanicInGo(t *testing.T) {
	r := sched.Search(func(*sched.S) {
		var g sync.WaitGroup
		g.Go(func() { panic("no") })
		g.Wait()
	}, sched.Options{})
	require.Equal(t, sched.RulePanic, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "no")
}

func TestRuntime_Counts(t *testing.T) {
	search(t, func(s *sched.S) {
		if n := runtime.NumGoroutine(); n != 1 {
			s.Errorf("%d threads", n)
		}
		runtime.LockOSThread()
		s.Go(runtime.GC)
		runtime.UnlockOSThread()
		s.Wait()
		if n := runtime.NumGoroutine(); n != 1 {
			s.Errorf("%d threads", n)
		}
	})
	require.Equal(t, stdruntime.NumGoroutine(), runtime.NumGoroutine())
	runtime.LockOSThread()
	runtime.UnlockOSThread()
	runtime.GC()
}
