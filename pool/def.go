package pool

import "sync/atomic"

// Def is a kind of task: a function from A to R that forks and joins tasks of its
// own kind, and of others.
type Def[A, R any] struct {
	body   func(*Ctx[A, R], A) R
	number int
}

var definitions atomic.Int64

// Define makes a definition, usually in a package variable.
func Define[A, R any](body func(c *Ctx[A, R], a A) R) *Def[A, R] {
	if body == nil {
		panic("pool: Define of a nil function")
	}
	return &Def[A, R]{body, int(definitions.Add(1)) - 1} //tla:- a counter
}

// In returns the context of a definition on a worker.
func (d *Def[A, R]) In(w *Worker) *Ctx[A, R] {
	for d.number >= len(w.frames) {
		w.frames = append(w.frames, nil)
	}
	if w.frames[d.number] == nil {
		c := &Ctx[A, R]{def: d, body: d.body}
		c.c = core{poll: &never, w: w, of: c, height: func() int { return len(c.stack) }}
		w.frames[d.number] = c
	}
	return w.frames[d.number].(*Ctx[A, R])
}

// Ctx is what a body of a definition forks and joins with.
type Ctx[A, R any] struct {
	c     core
	stack []A
	jobs  []*job[A, R]
	body  func(*Ctx[A, R], A) R
	def   *Def[A, R]
}

// job is a frame that others may run.
type job[A, R any] struct {
	task
	def    *Def[A, R]
	arg    A
	result R
}

func (j *job[A, R]) run(w *Worker) { j.result = j.def.body(j.def.In(w), j.arg) }

// Worker returns the worker.
func (c *Ctx[A, R]) Worker() *Worker { return c.c.w }

// Fork lets a be computed at any time until it is joined.
func (c *Ctx[A, R]) Fork(a A) int {
	c.stack = append(c.stack, a)
	if atomic.LoadUint32(c.c.poll) != 0 { //tla:Promotion.Poll
		c.c.asked()
	}
	return len(c.stack) - 1
}

// Take takes a frame back that nobody else has: the caller computes it.
func (c *Ctx[A, R]) Take(h int) bool {
	if h+1 != len(c.stack) || h < c.c.promoted {
		return false
	}
	c.stack = c.stack[:h]
	return true
}

// Join returns what was forked.
func (c *Ctx[A, R]) Join(h int) R {
	s := c.stack
	if h+1 == len(s) && h >= c.c.promoted {
		c.stack = s[:h]
		return c.body(c, s[h])
	}
	return c.Await(h)
}

// Await returns what was forked, after Take has answered false.
func (c *Ctx[A, R]) Await(h int) R {
	if h < 0 || h >= len(c.stack) {
		panic("pool: joined twice, or not in the order of nesting")
	}
	c.cut(h + 1)
	a := c.stack[h]
	c.stack = c.stack[:h]
	if h >= c.c.promoted {
		return c.body(c, a)
	}
	j := c.jobs[h]
	c.jobs[h] = nil
	c.jobs, c.c.promoted = c.jobs[:h], h
	w := c.c.w
	if w.slot.CompareAndSwap(&j.task, nil) { //tla:Promotion.TakeBack
		atomic.OrUint32(&w.poll, request) //tla:Promotion.Rearm
		return c.body(c, a)
	}
	w.await(&j.task) //tla:Promotion.ReadDone
	if j.failure != nil {
		j.failure.rethrow()
	}
	return j.result
}

// Both computes a in the calling worker and b there or elsewhere.
func (c *Ctx[A, R]) Both(a, b A) (R, R) {
	h := c.Fork(b)
	x := c.body(c, a)
	return x, c.Join(h)
}

func (c *Ctx[A, R]) core() *core { return &c.c }

func (c *Ctx[A, R]) promote() *task {
	j := &job[A, R]{def: c.def, arg: c.stack[c.c.promoted]}
	j.family, j.body = c.c.w.family, j
	c.jobs = append(c.jobs, j)
	c.c.promoted++
	return &j.task
}

func (c *Ctx[A, R]) cut(to int) {
	for i := len(c.stack) - 1; i >= to; i-- {
		if i < c.c.promoted {
			j := c.jobs[i]
			c.jobs[i] = nil
			c.jobs, c.c.promoted = c.jobs[:i], i
			if !c.c.w.slot.CompareAndSwap(&j.task, nil) { //tla:Promotion.TakeBack
				c.c.w.await(&j.task) //tla:Promotion.ReadDone
			}
		}
		c.stack = c.stack[:i]
	}
}

// Run runs a definition on the pool and returns its result.
func (d *Def[A, R]) Run(p *Pool, a A) R {
	j := &job[A, R]{def: d, arg: a}
	j.body, j.family = j, &family{}
	p.state.submit(&j.task)
	j.task.wait()
	if j.failure != nil {
		j.failure.rethrow()
	}
	return j.result
}
