package refine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Answers returns a trace for [AnswersModule], given the operations of a deque with their answers. The
// operations must have run one after the other, in this order. The argument module is the text of the module.
//
// The machine says which steps each operation takes when it runs alone. Its own answers are not used. Instead
// the trace requires that after the last step of each operation the monitor of the module is in the state that
// the recorded answers lead to. If an answer is wrong, TLC rejects the trace in the last line of the operation.
// The result ends has these lines, by operation.
func Answers(b Binding, m machine.Machine, module string, ops []model.Operation) (trace Trace, ends []int, err error) {
	w := m.Walker()
	w.Begin()
	to := newScribe(w, module)
	for len(ops) > 0 {
		n := together(ops, b.Thief)
		call := ops[:n]
		ops = ops[n:]
		steps, err := alone(w, to, b, call)
		if err != nil {
			return nil, nil, fmt.Errorf("refine: %v of client %d, after %d steps: %w", call[0], call[0].Client, len(trace), err)
		}
		told := "traceTold"
		for _, o := range call {
			told = answered(told, w.Process(o.Client), o)
		}
		last := &steps[len(steps)-1]
		last.Holds = append(last.Holds, "TraceAnswered("+told+")")
		for i := range steps[:len(steps)-1] {
			steps[i].Holds = append(steps[i].Holds, "UNCHANGED traceTold")
		}
		trace = append(trace, steps...)
		for range call {
			ends = append(ends, len(trace))
		}
	}
	return trace, ends, nil
}

// together returns how many operations at the beginning form one call: a batch is recorded as one steal for
// each of its items.
func together(ops []model.Operation, thief model.Action) int {
	n := 1
	for thief.Kind == model.Batch && ops[0].Kind == model.Steal && ops[0].Takes() && n < len(ops) && n < thief.Max {
		o := ops[n]
		if o.Client != ops[0].Client || !o.Takes() || o.Call != ops[0].Call || o.Return != ops[0].Return {
			break
		}
		n++
	}
	return n
}

// alone takes the steps of a call while no other thread takes any.
func alone(w machine.Walker, to scribe, b Binding, call []model.Operation) (steps Trace, err error) {
	thread, choice := call[0].Client, 0
	switch {
	case thread < 0 || thread >= len(w.Threads()):
		return nil, fmt.Errorf("the machine has %d threads", len(w.Threads()))
	case thread == 0:
		if choice = slices.Index(b.Owner, call[0].Kind); choice < 0 {
			return nil, errors.New("the machine's owner has no such operation")
		}
	case call[0].Kind != model.Steal:
		return nil, errors.New("only the owner may do that")
	}
	for idle := false; !idle; _, idle = w.At(thread) {
		s := w.Do(thread, choice)
		if s.Form == machine.Disabled {
			return nil, fmt.Errorf("the machine cannot go on at %s", w.Actions()[s.Action].Name)
		}
		line := to.begin(thread, s)
		if thread == 0 {
			line.Holds = append(line.Holds, "mon' = AtOwner")
		} else {
			line.Holds = append(line.Holds, fmt.Sprintf("mon' = AtThief(%d)", w.Process(thread)))
		}
		steps = append(steps, line)
		choice = 0
	}
	return steps, nil
}

// answered returns a TLA+ expression for the state of the monitor after an operation.
func answered(before string, process int, o model.Operation) string {
	op, answer := "Steal", "" // PopTop is a steal by the owner
	switch o.Kind {
	case model.Scrub:
		return before // a scrub has no answer
	case model.Push:
		op = fmt.Sprintf("Push(%d)", o.Value)
	case model.Pop:
		op = "Pop"
	}
	switch {
	case o.Status == model.Full:
		answer = "Full"
	case o.Status == model.Empty:
		answer = "Empty"
	case o.Status == model.Retry:
		answer = "Retry"
	case o.Kind == model.Push:
		answer = "Pushed"
	default:
		answer = fmt.Sprintf("Took(%d)", o.Value)
	}
	return fmt.Sprintf("M!Return(M!Call(%s, %d, D!%s), %[2]d, D!%[4]s)", before, process, op, answer)
}

// AnswersModule returns a module for the traces of [Answers]. It is like the module of [TraceModule], but
// extends LinName, where Name is the name of the deque's module. LinName has the monitor.
func AnswersModule(module string, traces []Trace) string {
	return traced{
		extends: "Lin" + module, variables: "traceTold, ", all: "vars, mon, traceTold",
		head: `\* traceTold is the state that the answers of the run lead the monitor to.
TraceAnswered(after) == traceTold' = after /\ mon' = after /\ M!Explained(after)

`,
		init: "LinInit /\\ traceTold = mon",
	}.module(traces)
}
