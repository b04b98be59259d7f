package pool_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// growth is one run of a tree, with the futures that are submitted in it.
type growth struct {
	pool   *pool.Pool
	ctx    context.Context
	cancel func()
	ran    []atomic.Int32      // by id
	done   [fates]atomic.Int32 // how often each has happened

	mu      sync.Mutex
	faults  []string
	all     []*growing
	futures []*pool.Future[int]
}

// growing is a part of a growth whose tasks end together: one of its futures, or all the rest.
type growing struct {
	*growth
	active atomic.Int32
	over   atomic.Bool
}

// misdeed is the value that tasks panic with.
type misdeed struct{ id int }

func (g *growth) fault(format string, args ...any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = append(g.faults, fmt.Sprintf(format, args...))
}

func (g *growth) add(t *growing, f *pool.Future[int]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = append(g.all, t)
	g.futures = append(g.futures, f)
}

// nth returns the n-th future and its task, or nil.
func (g *growth) nth(n int) (*growing, *pool.Future[int]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n >= len(g.futures) {
		return nil, nil
	}
	return g.all[n], g.futures[n]
}

// run runs a task.
func (t *growing) run(w *pool.Worker, n *node) (result int) {
	t.active.Add(1)
	if t.ran[n.id].Add(1) != 1 {
		t.fault("task %d runs twice", n.id)
	}
	if t.over.Load() {
		t.fault("task %d begins after the call has returned", n.id)
	}
	defer func() {
		if t.over.Load() {
			t.fault("task %d ends after the call has returned", n.id)
		}
		t.active.Add(-1)
	}()
	if n.slow {
		pause()
	}
	if n.fate == recovers {
		return t.recovering(w, n)
	}
	t.deed(n, first)
	result = n.value(forms[n.form].run(t, w, n))
	t.deed(n, last)
	return result
}

// recovering recovers from its children's failures, and goes on with tasks of its own.
func (t *growing) recovering(w *pool.Worker, n *node) (result int) {
	well := false
	func() {
		defer func() {
			if !well {
				_ = recover()
			}
		}()
		result = n.value(forms[n.form].run(t, w, n))
		well = true
	}()
	if !well {
		if a, b := join.In(w).Both(7, 8); a != 13 || b != 21 {
			t.fault("after a recover: fib of 7 and 8 are %d and %d", a, b)
		}
		if f := fibClosure(w, 5); f != 5 {
			t.fault("after a recover: fib of 5 is %d", f)
		}
	}
	return result
}

// past is a context that has ended.
var past = func() context.Context {
	ctx, cancel := context.WithCancel(background)
	cancel()
	return ctx
}()

// deed makes the node's fate happen, if this is its time.
func (t *growing) deed(n *node, at when) {
	if n.when != at {
		return
	}
	t.done[n.fate].Add(1)
	switch n.fate {
	case panics:
		panic(misdeed{n.id})
	case exits:
		runtime.Goexit()
	case cancels:
		t.cancel()
	case closes:
		_ = t.pool.CloseNow(past)
	}
}

// starts are the ways to begin a tree from outside.
var starts = []func(t *growing, n *node) (int, error){
	func(t *growing, n *node) (int, error) {
		return pool.Run(t.ctx, t.pool, func(w *pool.Worker) (int, error) { return t.run(w, n), nil })
	},
	func(t *growing, n *node) (int, error) { return ints.Run(t.ctx, t.pool, leafOf{t, n}) },
	func(t *growing, n *node) (int, error) {
		f, err := pool.Submit(t.ctx, t.pool, func(w *pool.Worker) (int, error) { return t.run(w, n), nil })
		if err != nil {
			return 0, err
		}
		another := make(chan struct{})
		go func() {
			defer close(another)
			caught(func() { _, _ = f.Get(background) })
		}()
		<-another
		return f.Get(background)
	},
	func(t *growing, n *node) (v int, err error) {
		err = pool.ForWorker(t.ctx, t.pool, 1, func(w *pool.Worker, lo, _ int) { v = t.run(w, n) })
		return v, err
	},
}

// run runs all trees in a pool and closes it. It returns what was wrong.
func (g *grove) run(p *pool.Pool) error {
	growths := make([]*growth, len(g.trees))
	errs := make([]error, len(g.trees))
	if err := ends(func() {
		var wait sync.WaitGroup
		for i, n := range g.trees {
			ctx, cancel := context.WithCancel(background)
			growths[i] = &growth{pool: p, ctx: ctx, cancel: cancel, ran: make([]atomic.Int32, len(g.nodes[i]))}
			wait.Go(func() {
				defer cancel()
				errs[i] = g.one(growths[i], g.starts[i], n)
			})
		}
		wait.Wait()
	}); err != nil {
		return fmt.Errorf("the trees: %w", err)
	}
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%v: %w", g.trees[i], err)
		}
	}
	if g.fates[closes] == 0 {
		if err := ends(func() { errs[0] = works(p) }); err != nil {
			return fmt.Errorf("a run after the trees: %w", err)
		}
		if errs[0] != nil {
			return fmt.Errorf("a run after the trees: %w", errs[0])
		}
	}
	if err := ends(func() { _ = p.Close(background) }); err != nil {
		return fmt.Errorf("Close: %w", err)
	}
	if n := p.Alive(); n != 0 {
		return fmt.Errorf("%d workers have not left", n)
	}
	for _, g := range growths {
		if len(g.faults) > 0 {
			return errors.New(g.faults[0])
		}
	}
	return nil
}

// one runs one tree, and then checks that all its tasks have ended.
func (g *grove) one(of *growth, start int, n *node) (err error) {
	t := &growing{growth: of}
	var v int
	failure := outcome(func() { v, err = starts[start](t, n) })
	t.ended("the tree")
	for i := 0; ; i++ {
		task, future := of.nth(i) // the futures that another future submits are there when that one has ended
		if future == nil {
			break
		}
		outcome(func() { _, _ = future.Get(background) })
		task.ended("a future")
	}
	return g.judge(of, n, v, err, failure)
}

// ended checks that no task of the tree runs any more.
func (t *growing) ended(what string) {
	t.over.Store(true)
	if n := t.active.Load(); n != 0 {
		t.fault("%s has ended, and %d tasks still run", what, n)
	}
}

// judge compares the end of a tree with its allowed ends.
func (g *grove) judge(of *growth, n *node, v int, err error, failure any) error {
	var fates [fates]int
	for _, n := range g.nodes[slices.Index(g.trees, n)] {
		fates[n.fate]++
	}
	fates[closes] = g.fates[closes]
	switch e, ok := failure.(*pool.PanicError); {
	case ok:
		_, thrown := e.Value.(misdeed)
		if thrown && fates[panics] > 0 {
			return nil
		}
		return fmt.Errorf("the tree panics: %w", e)
	case failure == pool.ErrGoexit && fates[exits] > 0:
		return nil
	case failure != nil:
		return fmt.Errorf("the tree panics with %v", failure)
	case err != nil:
		if errors.Is(err, context.Canceled) && fates[cancels] > 0 || errors.Is(err, pool.ErrClosed) && fates[closes] > 0 {
			return nil
		}
		return fmt.Errorf("the tree fails: %w", err)
	case fates[recovers] > 0 && fates[panics]+fates[exits]+fates[cancels]+fates[closes] > 0:
		return nil
	case of.done[panics].Load()+of.done[exits].Load() > 0:
		return errors.New("a task has failed, and the caller is not told")
	case v != n.serial():
		return fmt.Errorf("the result is %d, not %d", v, n.serial())
	}
	for id := range of.ran {
		if of.ran[id].Load() != 1 {
			return fmt.Errorf("task %d has not run", id)
		}
	}
	return nil
}

// works checks that a pool still runs tasks.
func works(p *pool.Pool) error {
	if v, err := join.Run(background, p, 9); v != 34 || err != nil {
		return fmt.Errorf("fib of 9 is %d, %w", v, err)
	}
	if v, err := pool.Run(background, p, func(w *pool.Worker) (int, error) { return fibClosure(w, 9), nil }); v != 34 || err != nil {
		return fmt.Errorf("fib of 9 by closures is %d, %w", v, err)
	}
	return nil
}

// ends calls f. It returns an error if f does not return.
func ends(f func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return nil
	case <-time.After(timeout):
		return fmt.Errorf("it hangs\n%s", stacks())
	}
}
