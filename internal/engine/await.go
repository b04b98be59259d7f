package engine

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// A loop that waits for another thread, reading and yielding again and again,
// has no end of schedules. But a round that changes nothing, after which the
// next one reads the same again, may as well not have been: so a thread that
// yields waits until an object has changed that it has read since the loop began.
// The idea is GenMC's (M. Kokologiannakis and V. Vafeiadis, "GenMC: A Model
// Checker for Weak Memory Models", CAV 2021). A round that writes and puts back
// does change something: others see what is there in between. Only locks may be
// taken and given back, as long as nobody tries whether one is taken.
//
// That holds for loops without end whose rounds do nothing else, of which the
// search has to say where they are. One that gives up after some rounds counts
// them, so they do matter; how many it has is found out, see loops.

// seen is an object as a round has met it: its state before and after.
type seen struct {
	object        int32
	before, after int32
	wrote         bool // the thread itself
	lock          bool // it is a lock
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
	o := e.content(op.Object)
	wrote := e.wrote
	e.wrote = change{}
	if len(e.objects.mixed) > 0 && slices.Contains(e.objects.mixed, op.Object) {
		wrote = change{} // values of different words tell nothing of each other
	}
	switch op.Kind {
	case strategy.Read:
		e.looksAgain(t, op.Object, o.now)
		t.round = append(t.round, seen{object: op.Object, before: o.now, after: o.now})
		return
	case strategy.Lock, strategy.Unlock:
		// What the lock guards may have changed, seen or not. Only if this turns
		// out to be a round that has done nothing, it counts as if it had not been.
		e.looksAgain(t, op.Object, o.now)
		before := o.now
		o.change(change{})
		if op.Kind == strategy.Lock {
			t.plain = false
		} else if t.plain {
			t.changed = true
			e.leaves(t)
			e.stirs()
		}
		t.round = append(t.round, seen{op.Object, before, o.now, true, true})
		return
	case strategy.Write:
		if e.quiet {
			e.quiet = false
			s := find(t.loop.reads, op.Object)
			known := s != nil && s.after == o.now
			o.change(change{})
			if known {
				s.after = o.now
			}
			return
		}
	case strategy.Wait:
	default:
		return
	}
	e.looksAgain(t, op.Object, o.now)
	before := o.now
	o.change(wrote)
	if !wrote.known || wrote.from != wrote.to {
		e.stirs()
	}
	if !wrote.known {
		t.changed = true
		e.leaves(t)
		return
	}
	t.round = append(t.round, seen{op.Object, before, o.now, true, false})
}

// looksAgain judges a step by a thread that is in a loop.
func (e *engine) looksAgain(t *thread, object, state int32) {
	if t.loop.rounds == 0 {
		return
	}
	s := find(t.loop.reads, object)
	switch {
	case s == nil:
		e.learn(t) // this round differs from those before: they do matter
	case s.after != state && find(t.round, object) == nil:
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
// whether the round has changed nothing, at no moment. Then locks that it has taken
// and given back are in the state in which they were, too.
func (e *engine) sum(t *thread) (same bool) {
	all := t.round[:0]
	same = true
	for _, r := range t.round {
		same = same && (r.lock && !e.loops.tries || !r.wrote || r.before == r.after)
		s := find(all, r.object)
		if s == nil {
			all = append(all, r)
			continue
		}
		if s.after != r.before && (s.wrote || r.wrote) && !s.lock {
			same = false // somebody else has changed it meanwhile
		}
		if s.after != r.before && s.lock {
			s.before = r.before // the same, but that does not matter
		}
		s.after = r.after
		s.wrote = s.wrote || r.wrote
	}
	for i := range all {
		if r := &all[i]; same && r.lock {
			if o := e.content(r.object); o.now == r.after {
				o.now = r.before
			}
			r.after = r.before
		}
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
		changed = changed || s.after != r.before || r.before != r.after
		s.after = r.after
	}
	for i := old - 1; i >= 0; i-- {
		s := w.reads[i]
		if e.content(s.object).now != s.after && find(round, s.object) == nil {
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

// last returns the place where the thread has yielded last.
func (w *waiting) last() (at place) {
	rounds := 0
	for _, p := range w.passed {
		if p.rounds > rounds {
			at, rounds = p.place, p.rounds
		}
	}
	return at
}

func (w *waiting) reset() {
	w.reads, w.passed, w.rounds = w.reads[:0], w.passed[:0], 0
}

// await is the gate of a thread that has yielded: it is enabled when something
// has changed, or if nobody else can go on.
type await struct{ e *engine }

func (a await) Ready(id int) bool {
	for _, r := range a.e.threads[id].loop.reads {
		if a.e.content(r.object).now != r.after {
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
	t.yielded = e.steps
	e.settle()
	if e.loops.idle {
		e.loops.idle, e.loops.news = false, true
		e.quit() // what was read before has not been followed
	}
	if t.changed || !e.sum(t) {
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
	if t.since != e.stirred {
		t.since, t.turns = e.stirred, 0
	}
	t.turns++
	at := here()
	t.loop.rounds++
	t.loop.pass(at)
	var gate Gate
	if t.loop.rounds > e.loops.free[at] && !e.loops.ungated {
		gate = e.awaits
		e.doubt(t, at)
		e.loops.wait(at)
	}
	e.before(strategy.Await, nil, gate, t.id)
}

// busy is a step of a thread that has yielded, and has changed something since
// it did last. That may be a loop without end too, and then the search would have
// none.
func (e *engine) busy(t *thread) {
	var gate Gate
	if t.busy++; t.busy > mostBusy && !e.loops.ungated {
		e.loops.hold(fmt.Sprintf("the loop at %%s changes something each time it goes round, if only for a moment: it was tried for no more than %d rounds", mostBusy), here())
		gate = e.awaits
	}
	e.before(strategy.Await, nil, gate, t.id)
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
	if e.rounds == 0 {
		e.calm = len(e.decisions)
	}
	if e.rounds++; e.rounds > maxRounds && e.loops.allEndless(e, awaiting) {
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

// maxRounds is how often loops go round, while nothing else happens, until they
// count as endless: those that are known to have gone on until the limit of steps
// before.
const maxRounds = 200

// unfair reports whether a thread that can go on was not let for long, while
// others went round in loops. That is the schedule's doing.
func (e *engine) unfair() bool {
	for rest := e.state.Enabled; rest != 0; rest &= rest - 1 {
		if t := e.threads[rest.First()]; !e.loops.idle && t.ran < e.steps-e.maxSteps/4 {
			return true
		}
	}
	return false
}

// exhausted is called at the limit of steps. If all that is left goes round in
// loops, these are without end: nobody else could go on for long, or nothing has changed for
// half of all steps, while each went round again and again.
func (e *engine) exhausted() *Failure {
	awaiting, turning := e.state.Enabled, e.steps-e.stirred.step > e.maxSteps/2
	for rest := awaiting; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		turning = turning && t.since == e.stirred && t.turns > mostBusy
		if t.loop.rounds == 0 {
			awaiting = 0
		}
	}
	switch {
	case awaiting != 0 && e.rounds > maxRounds:
		for rest := awaiting; rest != 0; rest &= rest - 1 {
			e.loops.endless[e.threads[rest.First()].loop.last()] = true
		}
		return e.spinning(awaiting)
	case turning:
		e.calm = e.stirred.decisions
		return e.spinning(e.state.Enabled)
	}
	return &Failure{Rule: report.RuleSteps, thread: e.state.Current}
}

// moment is a point of an execution.
type moment struct{ step, decisions int }

// stirs notes that something has changed. What is not is that a lock is taken and given back;
// but to those that wait for it, each in a loop, it looks like a change, so that there is always
// one that can go on.
func (e *engine) stirs() { e.stirred = moment{e.steps, len(e.decisions)} }

// forget begins another round.
func (t *thread) forget() {
	t.round = t.round[:0]
	t.changed = false
}
