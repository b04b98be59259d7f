// Package pool has the names that the tests use.
package pool

import "context"

type Worker struct{ _ int }
type Ctx[A, R any] struct{ _ A }
type Pool struct{}
type Scope struct{}
type Group struct{}
type Future[R any] struct{}
type Executor interface{}

func Join[A, B any](w *Worker, f func(*Worker) A, g func(*Worker) B) (a A, b B) { return }
func Run[R any](ctx context.Context, x Executor, f func(*Worker) (R, error)) (r R, err error) {
	return
}
func Submit[R any](ctx context.Context, x Executor, f func(*Worker) (R, error)) (*Future[R], error) {
	return nil, nil
}
func For(ctx context.Context, x Executor, n int, body func(lo, hi int)) error { return nil }
func ForWorker(ctx context.Context, x Executor, n int, body func(w *Worker, lo, hi int)) error {
	return nil
}
func ForSeq[T any](ctx context.Context, x Executor, seq func(func(T) bool), body func(*Worker, T) error) error {
	return nil
}
func Define[A, R any](body func(*Ctx[A, R], A) R) int { return 0 }

func (w *Worker) Invoke(fs ...func(*Worker))            {}
func (w *Worker) Scope(f func(*Scope))                  {}
func (w *Worker) Group(f func(*Group) error) error      { return nil }
func (w *Worker) Isolate(f func())                      {}
func (w *Worker) Blocking(f func()) bool                { return false }
func (w *Worker) Err() error                            { return nil }
func (s *Scope) Go(w *Worker, f func(*Worker))          {}
func (g *Group) Go(w *Worker, f func(*Worker) error)    {}
func (p *Pool) Go(f func(*Worker)) error                { return nil }
func (c *Ctx[A, R]) Fork(a A) int                       { return 0 }
func (c *Ctx[A, R]) Join(h int) (r R)                   { return }
func (c *Ctx[A, R]) Await(h int) (r R)                  { return }
func (c *Ctx[A, R]) Take(h int) bool                    { return false }
func (c *Ctx[A, R]) Worker() *Worker                    { return nil }
func (f *Future[R]) Get(ctx context.Context) (R, error) { var r R; return r, nil }
