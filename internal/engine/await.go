package engine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// A loop that waits for another thread reads and yields again and again. It has infinitely many
// schedules. A round that changes nothing can be left out if the next round reads the same values.
// So a thread that yields is blocked until an object changes that the thread has read since its
// loop began. The idea is GenMC's (M. Kokologiannakis and V. Vafeiadis, "GenMC: A Model Checker
// for Weak Memory Models", CAV 2021). A round that writes a value and puts the old one back does
// change something: other threads can see the value in between. Locks are the exception. A round
// may take and release a lock, as long as no thread uses TryLock.
//
// This is sound only for endless loops whose rounds do nothing else. The search cannot prove that,
// so it lists these loops. A loop that gives up after some rounds counts them, so its rounds
// matter. Probes find out how many it takes: see loops.

// change is the old and the new value of the current step's write, if they are known.
type change struct {
	from, to uint64
	known    bool
}

// follow records what a step has read or changed.
func (e *engine) follow(t *thread, op strategy.Op) {
	if op.Object < 0 {
		return
	}
	e.noteValue(t, op)
	if e.loops.idle {
		return
	}
	o, wrote := e.spins.content(op.Object), e.written(op.Object)
	switch op.Kind {
	case strategy.Read, strategy.Closed:
		e.looksAgain(t, op.Object, o.now)
		t.round.sees(seen{object: op.Object, before: o.now, after: o.now})
		return
	case strategy.Lock, strategy.Unlock:
		// The data behind the lock may have changed, whether the scheduler saw it or not. If
		// the round turns out to have changed nothing, sum takes this back.
		e.looksAgain(t, op.Object, o.now)
		before := o.now
		o.change(change{})
		if op.Kind == strategy.Lock {
			t.work.locks()
		} else if t.work.isPlain() {
			t.round.changes()
			e.leaves(t)
			e.noteChange()
		}
		t.round.sees(seen{op.Object, before, o.now, true, true})
		return
	case strategy.Write, strategy.Add:
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
	case strategy.Wait, strategy.Resume, strategy.Enter, strategy.Push, strategy.Pull:
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
		t.round.changes()
		e.leaves(t)
		return
	}
	t.round.sees(seen{op.Object, before, o.now, true, false})
}

// written returns, once, what the current step has written to an object.
func (e *engine) written(object int32) change {
	wrote := e.doing.wrote
	e.doing.wrote = change{}
	if len(e.objects.mixed) > 0 && slices.Contains(e.objects.mixed, object) {
		return change{} // values of words of different sizes cannot be compared
	}
	return wrote
}

// noteValue records the value that a step of a long execution has written.
func (e *engine) noteValue(t *thread, op strategy.Op) {
	if e.clock.fair {
		e.spins.recurs.did(op, e.doing.wrote)
	}
	switch {
	case !e.clock.isLong():
	case op.Kind == strategy.Unlock && t.work.isPlain():
		e.spins.wrote(op.Object, change{}, e.clock.steps) // the data behind the lock may have changed
	case (op.Kind == strategy.Write || op.Kind == strategy.Add) && !e.doing.noProgress, op.Kind.Waits():
		e.spins.wrote(op.Object, e.doing.wrote, e.clock.steps)
	}
}

// looksAgain checks a step of a thread that is in a loop against the rounds before.
func (e *engine) looksAgain(t *thread, object, state int32) {
	if t.loop.rounds == 0 {
		return
	}
	s := find(t.loop.reads, object)
	switch {
	case s == nil:
		e.learn(t) // this round differs from the earlier ones, so rounds matter
	case s.after != state && t.round.of(object) == nil:
		t.loop.rounds = 0 // the thread may have seen the change that it waited for
	}
}

// leaves is called when the thread does something that ends its loop.
func (e *engine) leaves(t *thread) {
	if t.loop.rounds > 0 {
		e.learn(t)
		t.loop.rounds = 0
	}
	if e.repeats.alone == t.id && !e.replays() {
		e.discard()
	}
}

// await is the gate of a thread that has yielded. It opens when an object in the loop has changed,
// or if no other thread is enabled.
type await struct{ e *engine }

func (a await) Ready(id int) bool {
	for _, r := range a.e.threads[id].loop.reads {
		if a.e.spins.content(r.object).now != r.after {
			return true
		}
	}
	return a.e.repeats.alone == id || a.e.replays()
}
