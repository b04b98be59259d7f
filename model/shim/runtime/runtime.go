// Package runtime is the shim for package runtime. It has the names that differ under the
// scheduler of package sched.
//
// GOMAXPROCS and NumCPU are the real ones. A program that depends on them differs from one machine
// to the next.
//
// Only rewritten code imports it, in place of runtime. It may change in any release.
package runtime

import (
	std "runtime"

	"github.com/stealproof/stealproof/internal/engine"
)

// Gosched is [std.Gosched]. Under the scheduler it blocks the thread of a loop that only reads.
// The thread goes on when an object changes that it has read, or when no other thread is enabled.
// A loop that gives up after some rounds is not blocked.
func Gosched() {
	if !engine.On() {
		std.Gosched()
		return
	}
	engine.Yield()
}

// Goexit is [std.Goexit].
func Goexit() { std.Goexit() }

// NumGoroutine is [std.NumGoroutine]: it returns the number of threads of the execution. It is no
// step. So the search does not try other moments for the call.
func NumGoroutine() int {
	if !engine.On() {
		return std.NumGoroutine()
	}
	return engine.Threads()
}

// LockOSThread is [std.LockOSThread]. Under the scheduler it does nothing: all threads of an
// execution run on one anyway.
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

// GC is [std.GC]. Under the scheduler it does nothing. A sync.Pool may lose its items at any Get without it.
func GC() {
	if !engine.On() {
		std.GC()
		return
	}
	engine.Outside(engine.Announced(), "the garbage collector, which does not run,")
}

// SetFinalizer is [std.SetFinalizer]. Under the scheduler the finalizer never runs, and Go allows that.
func SetFinalizer(obj, finalizer any) {
	if !engine.On() {
		std.SetFinalizer(obj, finalizer)
		return
	}
	if finalizer != nil {
		engine.Outside(engine.Announced(), "a finalizer, which never runs,")
	}
}

// AddCleanup is [std.AddCleanup]. Under the scheduler the cleanup never runs, and Go allows that.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) std.Cleanup {
	if !engine.On() {
		return std.AddCleanup(ptr, cleanup, arg)
	}
	engine.Outside(engine.Announced(), "a cleanup, which never runs,")
	return std.Cleanup{}
}

// Stack is [std.Stack]. The stacks of all goroutines are without those of the scheduler.
func Stack(buf []byte, all bool) int {
	if !all {
		return std.Stack(buf, false)
	}
	return copy(buf, engine.Dump())
}
