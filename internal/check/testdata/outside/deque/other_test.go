package deque

import "testing"

// This file cannot be rewritten, but it searches nothing.
func TestOnRealCores(t *testing.T) {
	d, done := New(2), make(chan bool)
	d.Push(1)
	go func() {
		_, r := d.Steal()
		done <- r == Got
	}()
	if !<-done {
		t.Error("nothing to steal")
	}
}
