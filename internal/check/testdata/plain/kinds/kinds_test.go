// Package kinds has programs of many kinds, each racy one beside a sound twin.
package kinds

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"weak"
)

// 1. Cond with several waiters, Broadcast against Signal, state outside the lock.
type box struct {
	mu   sync.Mutex
	c    *sync.Cond
	full int
}

func cond(t *testing.T, racy bool) {
	b := &box{}
	b.c = sync.NewCond(&b.mu)
	got := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b.mu.Lock()
			for b.full == 0 {
				b.c.Wait()
			}
			b.full--
			if !racy {
				got++
			}
			b.mu.Unlock()
			if racy {
				got++
			}
		})
	}
	b.mu.Lock()
	b.full = 2
	b.c.Broadcast()
	b.mu.Unlock()
	wg.Wait()
	if !racy && got != 2 {
		t.Error(got)
	}
}

func TestSound_Cond(t *testing.T) { cond(t, false) }
func TestRacy_Cond(t *testing.T)  { cond(t, true) }

// 2. context.AfterFunc.
func TestRacy_AfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	done := make(chan bool)
	context.AfterFunc(ctx, func() { n++; close(done) })
	cancel()
	n++
	<-done
}

func TestSound_AfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	done := make(chan bool)
	stop := context.AfterFunc(ctx, func() { n++; close(done) })
	n++
	go cancel()
	if !stop() {
		<-done
	}
	n++
}

// 3. WaitGroup.Go with results read before Wait.
func TestRacy_WaitGroupGo(t *testing.T) {
	var wg sync.WaitGroup
	var err error
	wg.Go(func() { err = context.Canceled })
	wg.Go(func() {})
	if err != nil {
		t.Log(err)
	}
	wg.Wait()
}

func TestSound_WaitGroupGo(t *testing.T) {
	var wg sync.WaitGroup
	var err error
	wg.Go(func() {
		var inner sync.WaitGroup
		inner.Go(func() { err = context.Canceled })
		inner.Wait()
	})
	wg.Wait()
	if err == nil {
		t.Error("nil")
	}
}

// 4. Timer Reset and Stop.
func TestRacy_Timer(t *testing.T) {
	n := 0
	done := make(chan bool, 2)
	tm := time.AfterFunc(time.Second, func() { n++; done <- true })
	if tm.Stop() {
		tm.Reset(time.Millisecond)
	}
	n++
	<-done
}

func TestSound_Timer(t *testing.T) {
	n := 0
	tm := time.NewTimer(time.Hour)
	n++
	if !tm.Stop() {
		<-tm.C
	}
	tm.Reset(time.Millisecond)
	var wg sync.WaitGroup
	wg.Go(func() { <-tm.C; n++ })
	wg.Wait()
	n++
}

// 5. channels of channels
func serve(t *testing.T, racy bool) {
	reqs := make(chan chan int)
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		for r := range reqs {
			n++
			r <- n
			if racy {
				n++
			}
		}
	})
	for range 2 {
		r := make(chan int)
		reqs <- r
		<-r
		_ = n
	}
	close(reqs)
	wg.Wait()
}

func TestRacy_ChanOfChan(t *testing.T)  { serve(t, true) }
func TestSound_ChanOfChan(t *testing.T) { serve(t, false) }

// 6. select with default in a loop
func TestRacy_Default(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1; n++ })
	for {
		select {
		case <-c:
			n++
			wg.Wait()
			return
		default:
			runtime.Gosched()
		}
	}
}

func TestSound_Default(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { n++; c <- 1 })
	for {
		select {
		case <-c:
			n++
			wg.Wait()
			return
		default:
			runtime.Gosched()
		}
	}
}

// 7. atomic.Value
type conf struct{ n int }

func TestRacy_Value(t *testing.T) {
	var v atomic.Value
	v.Store(&conf{1})
	var wg sync.WaitGroup
	wg.Go(func() { c := &conf{2}; v.Store(c); c.n = 3 })
	wg.Go(func() { _ = v.Load().(*conf).n })
	wg.Wait()
}

func TestSound_Value(t *testing.T) {
	var v atomic.Value
	v.Store(&conf{1})
	var wg sync.WaitGroup
	wg.Go(func() { c := &conf{2}; c.n = 3; v.Store(c) })
	wg.Go(func() {
		if n := v.Load().(*conf).n; n != 1 && n != 3 {
			t.Error(n)
		}
	})
	wg.Wait()
}

// 8. sync.Map Range with Delete
func TestRacy_Range(t *testing.T) {
	var m sync.Map
	m.Store(1, &conf{1})
	m.Store(2, &conf{2})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			m.Range(func(k, v any) bool {
				v.(*conf).n++
				m.Delete(k)
				return true
			})
		})
	}
	wg.Wait()
}

func TestSound_Range(t *testing.T) {
	var m sync.Map
	m.Store(1, &conf{1})
	m.Store(2, &conf{2})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			m.Range(func(k, _ any) bool {
				if v, ok := m.LoadAndDelete(k); ok {
					v.(*conf).n++
				}
				return true
			})
		})
	}
	wg.Wait()
}

// 9. iter.Pull handed over
func nat(n *int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for yield(*n) {
			*n++
		}
	}
}

func TestRacy_Pull(t *testing.T) {
	n := 0
	next, stop := iter.Pull(nat(&n))
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() { next(); next() })
	_ = n
	wg.Wait()
}

func TestSound_Pull(t *testing.T) {
	n := 0
	next, stop := iter.Pull(nat(&n))
	defer stop()
	var mu sync.Mutex
	sum := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			v, _ := next()
			sum += v
			mu.Unlock()
		})
	}
	wg.Wait()
	if sum != 1 {
		t.Error(sum)
	}
}

// 10. generics with locks
type guarded[T any] struct {
	mu sync.RWMutex
	v  T
}

func (g *guarded[T]) with(f func(*T)) { g.mu.Lock(); defer g.mu.Unlock(); f(&g.v) }
func (g *guarded[T]) read() T         { g.mu.RLock(); defer g.mu.RUnlock(); return g.v }

func TestRacy_Generic(t *testing.T) {
	g := &guarded[map[string]int]{v: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() { g.with(func(m *map[string]int) { (*m)["a"]++ }) })
	wg.Go(func() { _ = g.read()["a"] })
	wg.Wait()
}

func TestSound_Generic(t *testing.T) {
	g := &guarded[[2]int]{}
	var wg sync.WaitGroup
	wg.Go(func() { g.with(func(m *[2]int) { m[0]++; m[1]++ }) })
	wg.Go(func() {
		if v := g.read(); v[0] != v[1] {
			t.Error(v)
		}
	})
	wg.Wait()
}

// 11. unique, weak
func TestRacy_Unique(t *testing.T) {
	m := map[unique.Handle[string]]int{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { m[unique.Make("a")]++ })
	}
	wg.Wait()
}

func TestSound_Unique(t *testing.T) {
	m := map[unique.Handle[string]]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { h := unique.Make("a"); mu.Lock(); m[h]++; mu.Unlock() })
	}
	wg.Wait()
	if m[unique.Make("a")] != 2 {
		t.Error(m)
	}
}

func TestRacy_Weak(t *testing.T) {
	c := &conf{}
	p := weak.Make(c)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if c := p.Value(); c != nil {
				c.n++
			}
		})
	}
	wg.Wait()
	runtime.KeepAlive(c)
}

func TestSound_Weak(t *testing.T) {
	c := &conf{}
	p := weak.Make(c)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			if c := p.Value(); c != nil {
				c.n++
			}
		})
	}
	wg.Wait()
	runtime.KeepAlive(c)
}

// 12. maps of locks
type locks struct {
	mu sync.Mutex
	m  map[string]*sync.Mutex
}

func (l *locks) of(k string) *sync.Mutex {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.m[k] == nil {
		l.m[k] = &sync.Mutex{}
	}
	return l.m[k]
}

func keyed(t *testing.T, a, b string) {
	l := &locks{m: map[string]*sync.Mutex{}}
	n := 0
	var wg sync.WaitGroup
	for _, k := range []string{a, b} {
		wg.Go(func() {
			mu := l.of(k)
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
}

func TestRacy_MapOfLocks(t *testing.T)  { keyed(t, "a", "b") }
func TestSound_MapOfLocks(t *testing.T) { keyed(t, "a", "a") }

func TestRacy_LockForgotten(t *testing.T) {
	l := &locks{m: map[string]*sync.Mutex{}}
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu := l.of("a")
			mu.Lock()
			n++
			mu.Unlock()
			l.mu.Lock()
			delete(l.m, "a")
			l.mu.Unlock()
		})
	}
	wg.Go(func() { mu := l.of("a"); mu.Lock(); n++; mu.Unlock() })
	wg.Wait()
}
