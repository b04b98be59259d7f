package pool

import (
	"context"
	"reflect"
	"sync/atomic"
)

// Def is a kind of task: a function from A to R. Its tasks fork and join tasks of the same kind
// and of others.
type Def[A, R any] struct {
	body     func(*Ctx[A, R], A) R
	number   int
	pointers bool // an argument may hold pointers
}

var definitions atomic.Int32

// Define makes a definition, usually for a package variable. Each definition costs a stack on
// every worker that uses it, for as long as the pool lives. Define panics if body is nil.
//
// If the body needs its own definition, an init function breaks the cycle:
//
//	var fib *pool.Def[int, int]
//
//	func init() { fib = pool.Define(fibBody) }
func Define[A, R any](body func(c *Ctx[A, R], a A) R) *Def[A, R] {
	if body == nil {
		panic("pool: Define of a nil function")
	}
	return &Def[A, R]{body, int(definitions.Add(1)) - 1, hasPointers(reflect.TypeFor[A]())}
}

func hasPointers(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if hasPointers(f.Type) {
				return true
			}
		}
		return false
	default:
		return k > reflect.Complex128
	}
}

// Run computes the task for a, and returns its result. It waits, panics and returns errors as
// the function [Run] does.
func (d *Def[A, R]) Run(ctx context.Context, x Executor, a A) (R, error) {
	d.check()
	j := &job[A, R]{def: d, arg: a}
	j.body = j
	err := performHere(ctx, x, &j.Task)
	return j.result, err
}

// In returns the context for tasks of this kind on the worker. Like the worker, it belongs to
// the running task. It costs two comparisons, and one allocation at its first call on each
// worker.
func (d *Def[A, R]) In(w *Worker) *Ctx[A, R] {
	d.check()
	w.check()
	return d.in(w)
}

func (d *Def[A, R]) check() {
	if d == nil || d.body == nil {
		panic("pool: a Def that was not made by Define")
	}
}

func (d *Def[A, R]) in(w *Worker) *Ctx[A, R] {
	if d.number < len(w.frames) {
		if c, ok := w.frames[d.number].(*Ctx[A, R]); ok {
			return c
		}
	}
	for d.number >= len(w.frames) {
		w.frames = append(w.frames, nil)
	}
	c := &Ctx[A, R]{def: d, body: d.body, pointers: d.pointers}
	_, c.told = any((*A)(nil)).(blocking)
	c.core = core{poll: &never, w: w, frames: c}
	w.frames[d.number] = c
	return c
}

// compute runs the body on a worker, for a job.
func (d *Def[A, R]) compute(w *Worker, a A) R {
	c := d.in(w)
	return c.body(c, a)
}
