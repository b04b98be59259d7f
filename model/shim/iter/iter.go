// Package iter stands in for package iter in code that runs under the scheduler
// of package sched, for the names that differ there.
//
// Rewritten code imports it in place of iter; nobody does so by hand. It may change in any release.
package iter

import (
	"iter"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// RuleMisuse is the rule that is broken where two goroutines could call next or
// stop at the same time, or a sequence calls its own. The first is not noticed if
// data races are not looked for, unless the two do call at the same time.
const RuleMisuse = "no misuse of iter"

// Pull is [iter.Pull]. The coroutine is the real one. Under the scheduler, what it
// does are steps of the thread that has called next or stop.
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

// pull is what Pull and Pull2 keep of a sequence.
type pull struct {
	coroutine *engine.Coroutine
	inside    bool // next or stop has been called, and has not returned
}

func (p *pull) pointer() unsafe.Pointer { return unsafe.Pointer(p) }

func (p *pull) begins() (ends func()) {
	p.coroutine.Begins()
	return p.coroutine.Ended
}

// These are not inlined: then their steps are shown as next and stop, and not as
// Pull, which has returned.

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

// enter is the step of a call. It must come after all calls that have returned.
func (p *pull) enter(call string) {
	if !engine.On() || engine.Unwinding() && !p.inside {
		p.inside = true
		return
	}
	engine.SetSite(0) // a call of a variable has none
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
