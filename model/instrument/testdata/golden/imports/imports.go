//go:build go1.21

// Package imports uses packages under all sorts of names.
package imports // with a comment

import (
	"runtime" // part of it has a shim
	s "sync"
	"time"

	_ "math/rand"
	counters "sync/atomic"
)

type box struct {
	s.Mutex
	n counters.Int64
	d time.Duration
}

var zero = counters.Int64{}

func (b *box) wait(l s.Locker) {
	runtime.Gosched()
	runtime.KeepAlive(b)
	b.Lock()
	l.Lock()
	defer b.Unlock()
	zero.Load()
}
