package engine

import (
	"slices"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Additions whose results nobody sees commute: both orders lead to the same state. For the race
// detector such an addition does not learn of the others either. They can all come after it, so it may
// not rely on them.

// adds returns the kind of a step that adds to an object and shows no result. Observers and Go's race
// detector see an order, so for them it is a Write.
func (e *engine) adds() strategy.Kind {
	if e.observer != nil || Watched() {
		return strategy.Write
	}
	return strategy.Add
}

// Blind says that nobody sees the result of the atomic access that is announced next.
func Blind() {
	if active != nil {
		active.announced.addition = active.adds()
	}
}

// AtomicAdd is AtomicWrite for an addition.
func AtomicAdd(p unsafe.Pointer, size int) {
	e := active
	kind := e.announced.addition
	e.announced.addition = strategy.Write
	e.before(kind, p, nil, size)
}

// Enter is the step of a reader that takes a lock, and Leave that of one that gives it back. Readers commute.
// But a thread that gives back what another one has taken may leave too little for others.

func Enter(p unsafe.Pointer, gate Gate) {
	e, kind := active, strategy.Wait
	if e.adds() == strategy.Add {
		kind = strategy.Enter
	}
	e.lockStep(kind, p, gate, 0)
	e.current().entered = append(e.current().entered, p)
}

func Leave(p unsafe.Pointer) {
	e, kind := active, strategy.Write
	if i := slices.Index(e.current().entered, p); i >= 0 {
		e.current().entered = slices.Delete(e.current().entered, i, i+1)
		kind = e.adds()
	}
	e.before(kind, p, nil, 0)
}

// Looked says that the step just done, a Wait, has only read.
func Looked() {
	e := active
	if e.doing.is() && e.doing.op.Kind == strategy.Wait && e.adds() == strategy.Add {
		e.doing.op.Kind = strategy.Closed
	}
}

// Less is a step that makes a number smaller, for whose zero threads wait.
func Less(p unsafe.Pointer) { active.before(active.adds(), p, nil, 0) }

// Lessened says that the step just done has made the number zero, or smaller. A further one fails. So
// its order matters, as that of a step announced before.
func Lessened(p unsafe.Pointer, failed bool) {
	e := active
	if !e.doing.is() || e.doing.op.Kind != strategy.Add {
		return
	}
	for rest := e.state.Live &^ strategy.Only(e.current().id); rest != 0; rest &= rest - 1 {
		if t := rest.First(); e.state.Pending[t].Kind == strategy.Add && e.state.Pending[t].Object == e.doing.op.Object {
			e.state.Woken |= strategy.Only(t)
		}
	}
	if failed {
		e.doing.op.Kind = strategy.Write
	}
}
