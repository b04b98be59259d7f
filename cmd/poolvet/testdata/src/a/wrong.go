package a

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/stealproof/stealproof/pool"
)

var ctx = context.Background()

func one(*pool.Worker) int { return 1 }

func captured(p *pool.Pool, w *pool.Worker) {
	pool.Join(w, one, func(*pool.Worker) int { return one(w) })             // want "the Worker w belongs to another task"
	w.Invoke(one2, func(*pool.Worker) { _ = w.Err() })                      // want "the Worker w belongs to another task"
	w.Scope(func(s *pool.Scope) { s.Go(w, func(*pool.Worker) { one(w) }) }) // want "the Worker w belongs to another task"
	_ = w.Group(func(g *pool.Group) error {
		g.Go(w, func(v *pool.Worker) error {
			g.Go(w, func(*pool.Worker) error { return v.Err() }) // want "the Worker w belongs to another task" "the Worker v belongs to another task"
			return nil
		})
		return nil
	})
	_ = p.Go(func(*pool.Worker) { one(w) })                                                                                 // want "the Worker w belongs to another task"
	_ = pool.For(ctx, w, 10, func(lo, hi int) { one(w) })                                                                   // want "the Worker w belongs to another task"
	_ = pool.ForWorker(ctx, w, 10, func(_ *pool.Worker, lo, hi int) { _, _ = pool.Run(ctx, w, run) })                       // want "the Worker w belongs to another task"
	_ = pool.ForSeq(ctx, w, func(yield func(int) bool) { yield(one(w)) }, func(*pool.Worker, int) error { return w.Err() }) // want "the Worker w belongs to another task"
	w.Blocking(func() { one(w) })                                                                                           // want "the Worker w is used in Blocking"
	go func() { one(w) }()                                                                                                  // want "the Worker w belongs to a task, and this goroutine is none"
	go one(w)                                                                                                               // want "the Worker belongs to a task, and this goroutine is none"
	_, _ = iter.Pull(func(yield func(int) bool) { yield(one(w)) })                                                          // want "the Worker w belongs to another task"
	go w.Invoke(one2)                                                                                                       // want "the Worker belongs to a task, and this goroutine is none"
	time.AfterFunc(1, func() { one(w) })                                                                                    // want "the Worker w belongs to another task"
	var wg sync.WaitGroup
	wg.Go(func() { one(w) })                                                            // want "the Worker w belongs to another task"
	f, _ := pool.Submit(ctx, w, func(*pool.Worker) (int, error) { return one(w), nil }) // want "the Worker w belongs to another task"
	_, _ = f.Get(ctx)
}

func one2(*pool.Worker) {}

func run(*pool.Worker) (int, error) { return 1, nil }

func handles(c *pool.Ctx[int, int], p *pool.Pool) int {
	c.Fork(1)     // want "the handle of Fork is dropped"
	_ = c.Fork(1) // want "the handle of Fork is dropped"
	h := c.Fork(1)
	c.Take(h)                                                                // want "the result of Take is dropped"
	_, err := pool.Submit(ctx, p, run)                                       // want "the future is dropped"
	_, _ = pool.Submit(ctx, p, run)                                          // want "the future is dropped"
	_ = pool.Define(func(*pool.Ctx[int, int], int) int { return c.Join(h) }) // want "the Ctx c belongs to another task"
	if err != nil {
		return 0
	}
	a := c.Fork(1)
	b := c.Fork(2)
	x := c.Join(a) // want "a is joined before b, which was forked later"
	return x + c.Join(b)
}

func order(c *pool.Ctx[int, int]) int {
	a, b := c.Fork(1), c.Fork(2)
	return c.Join(a) + c.Join(b) // want "a is joined before b, which was forked later"
}

func twice(c *pool.Ctx[int, int]) int {
	h := c.Fork(1)
	x := c.Join(h)
	x += c.Join(h) // want "h is joined twice"
	a := c.Fork(1)
	return x + c.Join(a) + c.Await(a) // want "a is joined twice"
}
