package linearizability

import (
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/stealproof/stealproof/model"
)

// Verdict is the judgement of a history.
type Verdict string

const (
	Linearizable Verdict = "linearizable"
	Violation    Verdict = "not linearizable"
	// Unknown: the judge ran out of time. It counts as a failure, because a history without
	// a verdict is no evidence.
	Unknown Verdict = "unknown"
)

// Porcupine returns the specification as a model for porcupine.
func Porcupine(spec model.Spec) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return spec.Init() },
		Step: func(state, input, _ any) (bool, any) {
			next, ok := spec.Step(state.(model.State), input.(model.Operation))
			return ok, next
		},
		Equal: func(a, b any) bool { return a == b },
		DescribeOperation: func(input, _ any) string {
			return input.(model.Operation).String()
		},
		DescribeState: func(state any) string { return state.(model.State).String() },
	}
}

// operations converts the history for porcupine. The input carries the whole operation with
// its result, because both decide a step.
func operations(h *model.History) []porcupine.Operation {
	ops := make([]porcupine.Operation, len(h.Ops))
	for i, o := range h.Ops {
		ops[i] = porcupine.Operation{ClientId: o.Client, Input: o, Output: o.Status, Call: o.Call, Return: o.Return}
	}
	return ops
}

// Check judges a history. It stops after timeout with Unknown; 0 means no limit. The time
// can grow exponentially with the number of operations that overlap.
func Check(h *model.History, timeout time.Duration) Verdict {
	h = h.Resolved()
	switch porcupine.CheckOperationsTimeout(Porcupine(h.Spec), operations(h), timeout) {
	case porcupine.Ok:
		return Linearizable
	case porcupine.Illegal:
		return Violation
	}
	return Unknown
}

// Reduce returns a smaller history that shows why h is not linearizable. It leaves out
// operations as long as the rest is still a violation. h does not change. Each judgement
// takes at most timeout.
//
// Leaving an operation out must not make a violation of a linearizable history. So Reduce
// leaves out only operations that change nothing (Empty, Retry, Scrub), or all operations
// on one value together: if a value is removed from every state of a legal sequence, the
// sequence stays legal. That is not so if a Push was refused for lack of room. Reduce then
// keeps all values.
func Reduce(h *model.History, timeout time.Duration) *model.History {
	small := *h.Resolved()
	refused := false
	for _, o := range small.Ops {
		refused = refused || o.Status == model.Full
	}
	try := func(leaveOut func(model.Operation) bool) bool {
		c := small
		c.Ops = nil
		for _, o := range small.Ops {
			if !leaveOut(o) {
				c.Ops = append(c.Ops, o)
			}
		}
		if len(c.Ops) == len(small.Ops) || Check(&c, timeout) != Violation {
			return false
		}
		small = c
		return true
	}
	for again := true; again; {
		again = false
		for _, o := range small.Ops {
			switch {
			case o.Puts() || o.Takes():
				if !refused && try(func(x model.Operation) bool { return (x.Puts() || x.Takes()) && x.Value == o.Value }) {
					again = true
				}
			case o.Status != model.Full:
				if try(func(x model.Operation) bool { return x == o }) {
					again = true
				}
			}
		}
	}
	return &small
}
