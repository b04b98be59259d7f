package a

import "github.com/stealproof/stealproof/pool"

// Nothing here is wrong.
func sound(p *pool.Pool, w *pool.Worker) {
	pool.Join(w, func(*pool.Worker) int { return one(w) }, func(w *pool.Worker) int { return one(w) })
	w.Isolate(func() { one(w) })
	w.Scope(func(s *pool.Scope) {
		s.Go(w, func(w *pool.Worker) { s.Go(w, func(w *pool.Worker) { one(w) }) })
		one(w)
	})
	_, _ = pool.Run(ctx, w, func(*pool.Worker) (int, error) { return one(w), nil })
	_ = pool.ForWorker(ctx, w, 10, func(w *pool.Worker, lo, hi int) { one(w) })
	_ = pool.ForSeq(ctx, w, func(yield func(int) bool) { yield(one(w)) }, func(w *pool.Worker, _ int) error { return w.Err() })
	go func() { _ = p.Go(func(w *pool.Worker) { one(w) }) }()
	var last *pool.Worker
	w.Invoke(func(w *pool.Worker) { last = w }) // a test may look whether it changes
	w.Invoke(func(w *pool.Worker) { last = w; one(last) })
	w.Blocking(func() { _, _ = pool.Run(ctx, p, run) })
	f, err := pool.Submit(ctx, p, run)
	if err == nil {
		_, _ = f.Get(ctx)
	}
	func() { one(w) }()
	defer func() { one(w) }()
	_ = last
}

func joins(c *pool.Ctx[int, int]) int {
	a, b := c.Fork(1), c.Fork(2)
	y := c.Join(b)
	x := c.Join(a)
	d := c.Fork(3)
	if c.Take(d) {
		x += 3
	} else {
		x += c.Await(d)
	}
	d = c.Fork(4)
	x += c.Join(d)
	d = c.Fork(5) // another frame in the same variable
	x += c.Join(d)
	var hs []int
	d, hs = c.Fork(6), nil
	first := d
	d = c.Fork(7)
	x += c.Join(d)
	d = first
	x += c.Join(d)
	for i := range 3 {
		hs = append(hs, c.Fork(i))
	}
	for i := range hs {
		x += c.Join(hs[len(hs)-1-i])
	}
	return x + y + c.Join(c.Fork(4))
}

func branches(c, e *pool.Ctx[int, int], early bool) int {
	a := c.Fork(1)
	if early {
		return 0 // dropped, which is allowed
	}
	b := e.Fork(2) // of another definition
	x := c.Join(a)
	return x + e.Join(b)
}
