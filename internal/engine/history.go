package engine

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
)

// history is the operations of an execution, in history mode.
type history struct {
	on      bool
	clock   int64
	ops     []model.Operation
	returns []ret
	// judgesStuck reports whether a history whose last operations wait for ever breaks no rule. It may be nil.
	judgesStuck func(*model.History) bool
	marker      byte // the object of the steps for calls and returns
}

func (h *history) reset() {
	h.clock = 0
	h.ops, h.returns = h.ops[:0], h.returns[:0]
}

// judgeable reports whether a judge can judge the history. In an execution that was cut off, some
// operations have not returned. Only a judge of any structure knows what to do with them.
func (h *history) judgeable() bool {
	for i := range h.ops {
		if o := &h.ops[i]; o.Return < o.Call && o.Kind != model.Other {
			return false
		}
	}
	return true
}

// end gives the operations that have not returned the latest return. The last step of one may have been left out, the
// return itself, so that its result is known.
func (h *history) end() {
	for i := range h.ops {
		if o := &h.ops[i]; o.Return < o.Call {
			o.Return = math.MaxInt64
		}
	}
}

// waiting returns the operations of any structure that have not returned.
func (h *history) waiting() (all []model.Invocation) {
	for i := range h.ops {
		if o := &h.ops[i]; o.Return < o.Call && o.Invocation != nil {
			all = append(all, o.Invocation)
		}
	}
	return all
}

// Operation records an operation of a client. It calls run, which returns the result. In history
// mode the call and the return are steps, and the strategy orders them like all others.
func Operation(client int, kind model.Kind, value int, run func() (int, model.Status)) {
	On() // not by a foreign goroutine
	e := active
	n := e.call(client, kind, value, nil)
	e.calls(kind)
	v, status := run()
	if e.witnessed() { // avoids an allocation if there is no witness
		e.answers(status, v)
	}
	if n >= 0 {
		e.returned(n, v, status)
	}
}

// Batch records a batch of steals. It calls run, which returns the items or, if there are none,
// the result. It counts as one steal for each item.
func Batch(client int, run func() ([]int, model.Status)) {
	On() // not by a foreign goroutine
	e := active
	n := e.call(client, model.Steal, 0, nil)
	e.calls(model.Batch)
	items, status := run()
	if len(items) > 0 {
		status = model.Done
	}
	e.answers(status, items...)
	switch {
	case n < 0:
	case len(items) == 0:
		e.returned(n, 0, status)
	default:
		e.returned(n, items[0], status)
		for _, v := range items[1:] {
			o := e.history.ops[n]
			o.Value = v
			e.history.ops = append(e.history.ops, o)
		}
	}
}

// Invoke records an operation of any structure. It calls run, which returns the operation with its
// result. In history mode the call and the return are steps.
func Invoke(client int, in model.Invocation, run func() model.Invocation) {
	On() // not by a foreign goroutine
	e := active
	n := e.call(client, model.Other, 0, in)
	done := run()
	if n >= 0 {
		e.history.ops[n].Invocation = done
		e.returned(n, 0, model.Done)
	}
}

// call begins an operation. It returns the operation's index in the history, or -1 outside history
// mode.
func (e *engine) call(client int, kind model.Kind, value int, in model.Invocation) int {
	h := &e.history
	if !h.on {
		return -1
	}
	e.announced.site = 0 // of an earlier call, perhaps in the thread that made the object
	if e.before(strategy.Call, unsafe.Pointer(&h.marker), nil, 0) && e.trace != nil {
		what := kind.String()
		switch {
		case in != nil:
			what = in.Called()
		case kind == model.Push:
			what = fmt.Sprintf("push %d", value)
		}
		e.trace.note("%s", what)
	}
	e.trace.client(client, e.current())
	h.clock++
	h.ops = append(h.ops, model.Operation{Client: client, Kind: kind, Value: value, Call: h.clock, Invocation: in})
	return len(h.ops) - 1
}

// returned ends operation n.
func (e *engine) returned(n, value int, status model.Status) {
	h := &e.history
	e.announced.site = 0
	shown := e.before(strategy.Return, unsafe.Pointer(&h.marker), nil, 0)
	h.clock++
	o := &h.ops[n]
	o.Value, o.Status, o.Return = value, status, h.clock
	at := ret{at: h.clock}
	if shown {
		at.decisions = len(e.schedule.decisions) + 1
	}
	h.returns = append(h.returns, at)
	if shown && e.trace != nil {
		e.trace.note("%v", *o)
		e.trace.last().returned = h.clock
	}
}
