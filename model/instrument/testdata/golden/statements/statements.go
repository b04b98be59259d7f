// Package statements starts goroutines.
package statements

import "sync"

type worker struct {
	mu sync.Mutex
	n  int
}

func (w *worker) run(n int, more ...string) {}
func (w *worker) loop()                     {}
func (w *worker) step() error               { return nil }

func generic[T any](v T) {}

func start(w *worker, s []string) {
	go w.loop()
	go w.run(w.n, s...)
	go w.step()
	go generic(3)
	go func() { w.n++ }()
	go func(n int) { w.n = n }(w.n)
	go w.mu.Unlock()
	go panic("p")
	defer w.mu.Unlock()
	defer w.run(w.n)
	go w.run(
		1, // the first
		"x",
	)
}
