package pool

import (
	"context"
	"testing"
)

// BenchmarkReplacement is what a wait in Future.Get with a spare costs beside the spare: the worker can be
// asked to run what it waits for.
func BenchmarkReplacement(b *testing.B) {
	p := New(Options{Workers: 1})
	defer p.Close(context.Background())
	w, future := p.workers.all()[0].handle, &Task{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		_ = w.waitReplaced(ctx, future, func(context.Context) error { return nil })
	}
}

// BenchmarkBlocking is what a spare costs that rests already.
func BenchmarkBlocking(b *testing.B) {
	p := New(Options{Workers: 1})
	defer p.Close(context.Background())
	_, _ = Run(context.Background(), p, func(w *Worker) (any, error) {
		b.ReportAllocs()
		for b.Loop() {
			w.Blocking(func() {})
		}
		return nil, nil
	})
}
