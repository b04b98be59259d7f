package deque

import (
	. "sync"
	"testing"
)

// This file cannot be rewritten, because of the dot import, but it searches nothing.
func TestOnRealCores(t *testing.T) {
	d, got := New(2), false
	d.Push(1)
	var g WaitGroup
	g.Go(func() {
		_, r := d.Steal()
		got = r == Got
	})
	g.Wait()
	if !got {
		t.Error("nothing to steal")
	}
}
