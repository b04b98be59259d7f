package sched

import (
	"slices"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// A loop that waits for another thread, reading and yielding again and again,
// has no end of schedules. But a round that leaves all as it was, after which the
// next one reads the same again, may as well not have been: so a thread that
// yields waits until an object has changed that it has read since the loop began.
// The idea is GenMC's (M. Kokologiannakis and V. Vafeiadis, "GenMC: A Model
// Checker for Weak Memory Models", CAV 2021).
//
// That holds for loops without end. One that gives up after some rounds counts
// them, so they do matter; how many it has is found out, see loops.

// seen is an object as a round has met it: its version before and after, which
// differ by what the thread itself has done.
type seen struct {
	object        int32
	before, after int32
	was, is       uint64 // its value, if the thread has changed it
}

// waiting is what is known of a loop in which a thread may be: what it has met
// since something last changed, and the rounds since then.
type waiting struct {
	reads  []seen
	rounds int
	passed []passed
}

// passed is a place where the thread has yielded, and in which round at last.
type passed struct {
	place  place
	rounds int
}

// change is what the step that is being done has written, if that is known.
type change struct {
	from, to uint64
	known    bool
}

// follow notes what a step has read or changed.
func (e *engine) follow(t *thread, op strategy.Op) {
	if e.loops.idle || op.Object < 0 {
		return
	}
	v := e.version(op.Object)
	wrote := e.wrote
	e.wrote = change{}
	switch op.Kind {
	case strategy.Read:
		e.looksAgain(t, op.Object, v)
		t.round = append(t.round, seen{object: op.Object, before: v, after: v})
		return
	case strategy.Lock:
		wrote = change{0, 1, true}
		t.plain = false
	case strategy.Unlock:
		wrote = change{1, 0, !t.plain}
	case strategy.Write:
		if e.quiet {
			e.quiet = false
			e.versions[op.Object]++
			return
		}
	case strategy.Wait:
	default:
		return
	}
	e.looksAgain(t, op.Object, v)
	e.versions[op.Object]++
	if !wrote.known {
		t.changed = true
		e.leaves(t)
		return
	}
	t.round = append(t.round, seen{op.Object, v, v + 1, wrote.from, wrote.to})
}

func (e *engine) version(object int32) int32 {
	for int(object) >= len(e.versions) {
		e.versions = append(e.versions, 0)
	}
	return e.versions[object]
}

// looksAgain judges a step by a thread that is in a loop.
func (e *engine) looksAgain(t *thread, object, version int32) {
	if t.loop.rounds == 0 {
		return
	}
	s := find(t.loop.reads, object)
	switch {
	case s == nil:
		e.learn(t) // this round differs from those before: they do matter
	case s.after != version && find(t.round, object) == nil:
		t.loop.rounds = 0 // what it has waited for, or not
	}
}

// leaves is called when the thread does what is not part of a round.
func (e *engine) leaves(t *thread) {
	if t.loop.rounds > 0 {
		e.learn(t)
		t.loop.rounds = 0
	}
	if e.probing == t.id && !e.replays() {
		e.quit()
	}
}

func find(among []seen, object int32) *seen {
	for i := range among {
		if among[i].object == object {
			return &among[i]
		}
	}
	return nil
}

// sum turns the steps of a round into one entry for each object, and reports
// whether the round has left all as it was.
func (t *thread) sum() (same bool) {
	all := t.round[:0]
	same = true
	for _, r := range t.round {
		s := find(all, r.object)
		switch {
		case s == nil:
			all = append(all, r)
			continue
		case s.after != r.before:
			same = same && r.before == r.after && s.before == s.after // somebody else has changed it
		case s.before == s.after:
			s.was = r.was
		}
		if r.before != r.after {
			s.is = r.is
		}
		s.after = r.after
	}
	for _, r := range all {
		same = same && r.was == r.is
	}
	t.round = all
	return same
}

// merge adds what a round has met, and reports whether something has changed
// since an earlier one. What has changed and was not met again is forgotten.
func (e *engine) merge(w *waiting, round []seen) (changed bool) {
	old := len(w.reads)
	for _, r := range round {
		s := find(w.reads, r.object)
		if s == nil {
			w.reads = append(w.reads, r)
			continue
		}
		changed = changed || s.after != r.before
		s.after = r.after
	}
	for i := old - 1; i >= 0; i-- {
		s := w.reads[i]
		if e.version(s.object) != s.after && find(round, s.object) == nil {
			w.reads = slices.Delete(w.reads, i, i+1)
			changed = true
		}
	}
	return changed
}

func (w *waiting) pass(p place) {
	for i := range w.passed {
		if w.passed[i].place == p {
			w.passed[i].rounds = w.rounds
			return
		}
	}
	w.passed = append(w.passed, passed{p, w.rounds})
}

func (w *waiting) reset() {
	w.reads, w.passed, w.rounds = w.reads[:0], w.passed[:0], 0
}

// await is the gate of a thread that has yielded: it is enabled when something
// has changed, or if nobody else can go on.
type await struct{ e *engine }

func (a await) Ready(id int) bool {
	for _, r := range a.e.threads[id].loop.reads {
		if a.e.version(r.object) != r.after {
			return true
		}
	}
	return a.e.probing == id || a.e.replays()
}

// yield is a step of a thread that may be in a loop.
func (e *engine) yield() {
	t := e.current
	t.live()
	if e.solo {
		e.before(strategy.Local, nil, nil, 0)
		return
	}
	e.settle()
	if e.loops.idle {
		e.loops.idle, e.loops.news = false, true
		e.quit() // what was read before has not been followed
	}
	if t.changed || !t.sum() {
		e.leaves(t)
		t.loop.reset()
		t.forget()
		e.busy(t)
		return
	}
	if e.merge(&t.loop, t.round) {
		t.loop.passed, t.loop.rounds = t.loop.passed[:0], 0
	}
	t.forget()
	if len(t.loop.reads) == 0 {
		e.before(strategy.Local, nil, nil, 0)
		return
	}
	at := here()
	t.loop.rounds++
	t.loop.pass(at)
	var gate Gate
	if t.loop.rounds > e.loops.free[at] && !e.loops.ungated {
		gate = e.awaits
		e.doubt(t, at)
	}
	e.before(strategy.Await, nil, gate, t.id)
}

// busy is a step of a thread that has yielded, and has changed something since
// it did last. That may be a loop without end too, and then the search would have
// none.
func (e *engine) busy(t *thread) {
	if t.busy++; t.busy <= mostBusy || e.loops.ungated {
		e.before(strategy.Local, nil, nil, 0)
		return
	}
	e.loops.held = true
	e.before(strategy.Await, nil, e.awaits, t.id)
}

// mostBusy is how often a thread may yield that has changed something each time.
// After that it goes on only if nobody else can.
const mostBusy = 20

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
const maxRounds = 2 * mostAlone

// forget begins another round.
func (t *thread) forget() {
	t.round = t.round[:0]
	t.changed = false
}
