// Package runtime stands in for package runtime in code that runs under the
// scheduler of package sched, for the names that differ there.
//
// GOMAXPROCS and NumCPU are the real ones: what depends on them differs from one
// machine to the next.
//
// Rewritten code imports it in place of runtime; nobody does so by hand. It may change in any release.
package runtime

import (
	std "runtime"

	"github.com/stealproof/stealproof/internal/engine"
)

// Gosched is [std.Gosched]. Under the scheduler a loop that only looks, again and
// again, waits until something changes that it has read, or nobody else can go
// on, unless it gives up after some rounds.
func Gosched() {
	if !engine.On() {
		std.Gosched()
		return
	}
	engine.Yield()
}

// Goexit is [std.Goexit].
func Goexit() { std.Goexit() }

// NumGoroutine is [std.NumGoroutine]: the threads of the execution. It is no
// step, so the search does not try when else it might have been asked.
func NumGoroutine() int {
	if !engine.On() {
		return std.NumGoroutine()
	}
	return engine.Threads()
}

// LockOSThread is [std.LockOSThread]. Threads of an execution share one anyway.
func LockOSThread() {
	if !engine.On() {
		std.LockOSThread()
	}
}

// UnlockOSThread is [std.UnlockOSThread].
func UnlockOSThread() {
	if !engine.On() {
		std.UnlockOSThread()
	}
}

// GC is [std.GC]. Under the scheduler it does nothing: nothing that is modelled
// depends on it. A pool may lose its items at any Get.
func GC() {
	if !engine.On() {
		std.GC()
	}
}

// AddCleanup is [std.AddCleanup]. Under the scheduler the cleanup is never run, which
// is what a program has to expect anyway.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) std.Cleanup {
	if !engine.On() {
		return std.AddCleanup(ptr, cleanup, arg)
	}
	return std.Cleanup{}
}
