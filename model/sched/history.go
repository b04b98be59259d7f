package sched

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// history is what the operations of an execution answered, in history mode.
type history struct {
	on     bool
	clock  int64
	ops    []model.Operation
	marker byte // the object that all calls and returns are steps of
}

func (h *history) reset() {
	h.clock = 0
	h.ops = h.ops[:0]
}

// Operation records an operation of a client: it calls run, which returns the
// result. In history mode the call and the return are steps that the strategy
// orders like any others.
func (s *S) Operation(client int, kind model.Kind, value int, run func() (int, model.Status)) {
	e := s.engine
	h := &e.history
	if !h.on {
		run()
		return
	}
	if e.before(strategy.Call, unsafe.Pointer(&h.marker), nil, 0) {
		e.trace.note("%s ...", before(kind, value))
	}
	h.clock++
	n := len(h.ops)
	h.ops = append(h.ops, model.Operation{Client: client, Kind: kind, Value: value, Call: h.clock, Return: -1})
	v, status := run()
	shown := e.before(strategy.Return, unsafe.Pointer(&h.marker), nil, 0)
	h.clock++
	o := &h.ops[n]
	o.Value, o.Status, o.Return = v, status, h.clock
	if shown {
		e.trace.note("... %v", *o)
	}
}

func before(kind model.Kind, value int) string {
	if kind == model.Push {
		return fmt.Sprintf("%v %d", kind, value)
	}
	return kind.String()
}
