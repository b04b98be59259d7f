// Package iter is the shim for package iter. It has the names that differ under the scheduler of
// package sched.
//
// Only rewritten code imports it, in place of iter. It may change in any release.
package iter

import (
	"iter"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// RuleMisuse is the rule against two goroutines that call next or stop at the same time, and
// against a sequence that calls its own next or stop. Without the race detector, the first is
// noticed only if the two calls do overlap.
const RuleMisuse = "no misuse of iter"

// Pull is [iter.Pull]. The coroutine is real. Under the scheduler, its steps are steps of the
// thread that called next or stop.
func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	if !engine.On() {
		return iter.Pull(seq)
	}
	engine.Local()
	p := new(pull)
	realNext, realStop := iter.Pull(func(yield func(V) bool) {
		defer p.begins()()
		seq(func(v V) bool {
			more := yield(v)
			p.coroutine.Live()
			return more
		})
	})
	p.coroutine = engine.NewCoroutine(realStop)
	return next1(p, realNext), p.stop(realStop)
}

// Pull2 is [iter.Pull2]. See [Pull].
func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	if !engine.On() {
		return iter.Pull2(seq)
	}
	engine.Local()
	p := new(pull)
	realNext, realStop := iter.Pull2(func(yield func(K, V) bool) {
		defer p.begins()()
		seq(func(k K, v V) bool {
			more := yield(k, v)
			p.coroutine.Live()
			return more
		})
	})
	p.coroutine = engine.NewCoroutine(realStop)
	return next2(p, realNext), p.stop(realStop)
}

// pull is the state of a sequence in Pull and Pull2.
type pull struct {
	coroutine *engine.Coroutine
	inside    bool // next or stop was called, and has not returned
}

func (p *pull) pointer() unsafe.Pointer { return unsafe.Pointer(p) }

func (p *pull) begins() (ends func()) {
	p.coroutine.Begins()
	return p.coroutine.Ended
}

// These are not inlined. Otherwise their steps would be shown as steps of Pull, which has
// returned.

//go:noinline
func next1[V any](p *pull, realNext func() (V, bool)) func() (V, bool) {
	return func() (V, bool) {
		p.enter("next")
		defer p.leave()
		return realNext()
	}
}

//go:noinline
func next2[K, V any](p *pull, realNext func() (K, V, bool)) func() (K, V, bool) {
	return func() (K, V, bool) {
		p.enter("next")
		defer p.leave()
		return realNext()
	}
}

//go:noinline
func (p *pull) stop(realStop func()) func() {
	return func() {
		p.enter("stop")
		defer p.leave()
		realStop()
		p.coroutine.Ended()
	}
}

// enter is the step of a call. It must be ordered after all calls that have returned.
func (p *pull) enter(call string) {
	if !engine.On() || engine.Unwinding() && !p.inside {
		p.inside = true
		return
	}
	engine.SetSite(0) // a call of a variable has no site
	engine.Write(p.pointer())
	engine.Describe("calls " + call + " of iter.Pull")
	switch {
	case p.inside:
		engine.Fail(RuleMisuse, "iter.Pull: "+call+" is called inside another call of next or stop")
	case !engine.OrderedAfter(p.pointer()):
		engine.Fail(RuleMisuse, "iter.Pull: "+call+" is called by one thread, next or stop by another, and nothing orders the two")
	}
	p.inside = true
}

func (p *pull) leave() {
	p.inside = false
	if engine.On() {
		engine.Release(p.pointer())
	}
}
