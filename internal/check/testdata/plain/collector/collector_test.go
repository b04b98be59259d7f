// Package collector has tests that need the garbage collector, and twins that do not.
package collector

import (
	"runtime"
	"sync"
	"testing"
	"weak"
)

// service has a goroutine that its stop ends.
type service struct{ stop chan struct{} }

func start() *service {
	s := &service{make(chan struct{})}
	stop := s.stop
	go func() { <-stop }()
	return s
}

// A finalizer ends the goroutine of a service that nobody uses any more.
func TestFinalizer(t *testing.T) {
	runtime.SetFinalizer(start(), func(s *service) { close(s.stop) })
}

func TestCleanup(t *testing.T) {
	s := start()
	runtime.AddCleanup(s, func(stop chan struct{}) { close(stop) }, s.stop)
}

func TestWaitsForFinalizer(t *testing.T) {
	done := make(chan struct{})
	runtime.SetFinalizer(new(service), func(*service) { close(done) })
	go runtime.GC()
	<-done
}

func TestNoFinalizer(t *testing.T) { start() }

// A weak pointer is nil after a collection.
func TestWeak(t *testing.T) {
	var wg sync.WaitGroup
	var w weak.Pointer[service]
	wg.Go(func() { w = weak.Make(new(service)) })
	wg.Wait()
	runtime.GC()
	if w.Value() != nil {
		t.Error("it is not collected")
	}
}

func TestNotWeak(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.Error("it fails") })
	wg.Wait()
}
