package sched

import (
	"slices"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// A loop that waits for another thread, reading and yielding again and again,
// has no end of schedules. So a thread that yields is disabled until an object
// that it has read since it yielded last has changed: all rounds before that
// would have read the same. The idea is GenMC's (M. Kokologiannakis and V.
// Vafeiadis, "GenMC: A Model Checker for Weak Memory Models", CAV 2021).
//
// That leaves schedules out if the loop gives up after some rounds. See spins.

// seen is an object as a thread has read it.
type seen struct {
	object  int32
	version int32
}

// follow notes what a step has read or changed.
func (e *engine) follow(t *thread, op strategy.Op) {
	switch op.Kind {
	case strategy.Read:
		t.reads = append(t.reads, seen{op.Object, e.version(op.Object)})
	case strategy.Write, strategy.Lock, strategy.Unlock, strategy.Wait:
		e.version(op.Object)
		e.versions[op.Object]++
		t.changed = true
	}
}

func (e *engine) version(object int32) int32 {
	for int(object) >= len(e.versions) {
		e.versions = append(e.versions, 0)
	}
	return e.versions[object]
}

// await is the gate of a thread that has yielded: it is enabled when something
// has changed, or if nobody else can go on.
type await struct{ e *engine }

func (a await) Ready(id int) bool {
	for _, r := range a.e.threads[id].reads {
		if a.e.version(r.object) != r.version {
			return true
		}
	}
	return false
}

func (e *engine) yield(site uint32) {
	t := e.current
	t.live()
	if e.solo {
		return
	}
	e.settle()
	t.onlyLatest()
	if t.changed || len(t.reads) == 0 {
		e.before(strategy.Local, nil, nil, 0)
	} else {
		e.before(strategy.Await, nil, e.awaits, t.id)
	}
	t.forget()
}

// onlyLatest leaves the last reading of each object.
func (t *thread) onlyLatest() {
	latest := t.reads[:0]
	for i, r := range t.reads {
		if !slices.ContainsFunc(t.reads[i+1:], func(later seen) bool { return later.object == r.object }) {
			latest = append(latest, r)
		}
	}
	t.reads = latest
}

// release lets those that wait in loops go round once more if nobody else can
// go on: a loop may give up after some rounds. It reports false if they have had
// enough of them, or there are none.
func (e *engine) release() bool {
	var awaiting strategy.Set
	for rest := e.gated; rest != 0; rest &= rest - 1 {
		if t := rest.First(); e.state.Pending[t].Kind == strategy.Await {
			awaiting |= strategy.Only(t)
		}
	}
	if awaiting == 0 {
		return false
	}
	if e.rounds++; e.rounds > maxRounds {
		e.fail(e.spinning(awaiting))
		return false
	}
	e.state.Enabled = awaiting
	for rest := awaiting; rest != 0; rest &= rest - 1 {
		e.threads[rest.First()].gate = nil // and stay enabled, whoever goes first
	}
	e.gated &^= awaiting
	return true
}

// maxRounds is how often loops go round, while nothing else happens, before they
// count as endless.
const maxRounds = 1_000

func (t *thread) forget() {
	t.reads = t.reads[:0]
	t.changed = false
}
