package engine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/engine/strategy"
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
	o := e.spins.content(op.Object)
	wrote := e.doing.wrote
	e.doing.wrote = change{}
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
			e.noteChange()
		}
		t.round = append(t.round, seen{op.Object, before, o.now, true, true})
		return
	case strategy.Write:
		if e.doing.noProgress {
			e.doing.noProgress = false
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
		e.noteChange()
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
	if e.repeats.alone == t.id && !e.replays() {
		e.discard()
	}
}

// await is the gate of a thread that has yielded: it is enabled when something
// has changed, or if nobody else can go on.
type await struct{ e *engine }

func (a await) Ready(id int) bool {
	for _, r := range a.e.threads[id].loop.reads {
		if a.e.spins.content(r.object).now != r.after {
			return true
		}
	}
	return a.e.repeats.alone == id || a.e.replays()
}

// forget begins another round.
func (t *thread) forget() {
	t.round = t.round[:0]
	t.changed = false
}
