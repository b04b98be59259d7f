package pool_test

import (
	"context"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// onlyOne returns a function that makes one deque. Later calls of it return nil.
func onlyOne() func() wsq.Deque[*pool.Task] {
	calls := 0
	return func() wsq.Deque[*pool.Task] {
		if calls++; calls > 1 {
			return nil
		}
		return locked()
	}
}

func TestBadInput_Options(t *testing.T) {
	shared := locked()
	for name, o := range map[string]pool.Options{
		"workers negative": {Workers: -1},
		"workers too many": {Workers: 1 << 30},
		"queue negative":   {Queue: -1},
		"queue too large":  {Queue: 1<<30 + 1},
		"no deque":         {Deque: func() wsq.Deque[*pool.Task] { return nil }},
		"nil pointer":      {Deque: func() wsq.Deque[*pool.Task] { return (*wsq.ChaseLev[*pool.Task])(nil) }},
		"one deque":        {Workers: 2, Deque: func() wsq.Deque[*pool.Task] { return shared }},
		"one deque only":   {Workers: 2, Deque: onlyOne()},
	} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			panicsOfPool(t, func() { pool.New(o) })
			until(t, "all workers leave", func() bool { return runtime.NumGoroutine() <= before })
		})
	}
}

func TestBadInput_Copy(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	other := new(pool.Pool)
	reflect.ValueOf(other).Elem().Set(reflect.ValueOf(p).Elem()) // go vet would reject the usual ways to copy it
	require.PanicsWithValue(t, "pool: a copy of a Pool; use the one that New has returned", func() { _ = works(other) })
	require.NoError(t, works(p))
}

func submitted(t *testing.T, p *pool.Pool) *pool.Future[int] {
	f, err := pool.Submit(background, p, one)
	require.NoError(t, err)
	return f
}

func TestBadInput_FromOutside(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	var noContext context.Context
	var noWorker *pool.Worker
	var noFuture *pool.Future[int]
	for name, call := range map[string]func(){
		"Run nil function":       func() { _, _ = pool.Run[int](background, p, nil) },
		"Run nil context":        func() { _, _ = pool.Run(noContext, p, one) },
		"Run nil executor":       func() { _, _ = pool.Run(background, nil, one) },
		"Run nil worker":         func() { _, _ = pool.Run(background, noWorker, one) },
		"Run zero worker":        func() { _, _ = pool.Run(background, new(pool.Worker), one) },
		"Run late worker":        func() { _, _ = pool.Run(background, lateWorker(p), one) },
		"Submit nil function":    func() { _, _ = pool.Submit[int](background, p, nil) },
		"Submit nil context":     func() { _, _ = pool.Submit(noContext, p, one) },
		"TrySubmit nil function": func() { _, _ = pool.TrySubmit[int](background, p, nil) },
		"TrySubmit nil executor": func() { _, _ = pool.TrySubmit(background, nil, one) },
		"Go nil":                 func() { _ = p.Go(nil) },
		"TryGo nil":              func() { _ = p.TryGo(nil) },
		"Resize 0":               func() { p.Resize(0) },
		"Resize -1":              func() { p.Resize(-1) },
		"Resize too many":        func() { p.Resize(1 << 30) },
		"Define nil":             func() { pool.Define[int, int](nil) },
		"Def.Run nil context":    func() { _, _ = join.Run(noContext, p, 1) },
		"Def.Run nil executor":   func() { _, _ = join.Run(background, nil, 1) },
		"In nil worker":          func() { join.In(nil) },
		"In late worker":         func() { join.In(lateWorker(p)) },
		"Close nil context":      func() { _ = p.Close(noContext) },
		"CloseNow nil context":   func() { _ = p.CloseNow(noContext) },
		"Get nil context":        func() { _, _ = submitted(t, p).Get(noContext) },
		"Get nil future":         func() { _, _ = noFuture.Get(background) },
		"Done nil future":        func() { noFuture.Done() },
		"Get zero future":        func() { _, _ = new(pool.Future[int]).Get(background) },
		"late Scope":             func() { lateWorker(p).Scope(func(*pool.Scope) {}) },
		"late Join":              func() { fibClosure(lateWorker(p), 3) },
		"late Isolate":           func() { lateWorker(p).Isolate(func() {}) },
		"late Blocking":          func() { lateWorker(p).Blocking(func() {}) },
	} {
		t.Run(name, func(t *testing.T) { finishes(t, func() { panicsOfPoolSoft(t, name, call) }) })
	}
	require.NoError(t, works(p))
}

func TestBadInput_Inside(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var ended *pool.Scope
		w.Scope(func(s *pool.Scope) { ended = s })
		for name, call := range map[string]func(){
			"Join nil first":   func() { pool.Join[int](w, nil, func(*pool.Worker) int { return 1 }) },
			"Join nil second":  func() { pool.Join[int, int](w, func(*pool.Worker) int { return 1 }, nil) },
			"Scope nil":        func() { w.Scope(nil) },
			"Invoke nil":       func() { w.Invoke(nil) },
			"Isolate nil":      func() { w.Isolate(nil) },
			"Blocking nil":     func() { w.Blocking(nil) },
			"Go nil":           func() { w.Scope(func(s *pool.Scope) { s.Go(w, nil) }) },
			"Go in ended":      func() { ended.Go(w, func(*pool.Worker) {}) },
			"Go zero scope":    func() { new(pool.Scope).Go(w, func(*pool.Worker) {}) },
			"Future.Join zero": func() { _, _ = new(pool.Future[int]).Join(w) },
			"Run nil function": func() { _, _ = pool.Run[int](background, w, nil) },
		} {
			panicsOfPoolSoft(t, name, call)
		}
		w.Invoke()
		f, err := pool.Submit(background, w, one)
		assert.NoError(t, err)
		panicsOfPoolSoft(t, "Future.Join nil", func() { _, _ = f.Join(nil) })
		assert.Equal(t, 5, fibClosure(w, 5))
	}))
	require.NoError(t, works(p))
}

// panicsOfPoolSoft is panicsOfPool without FailNow, so other goroutines than the test's may call
// it.
func panicsOfPoolSoft(t *testing.T, name string, f func()) {
	v := caught(f)
	if e, ok := v.(*pool.PanicError); ok {
		v = e.Value // a Scope wraps the panic
	}
	text, _ := v.(string)
	assert.Regexp(t, "^pool: ", text, "%s: %v", name, v)
}
