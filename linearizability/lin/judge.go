package lin

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/stealproof/stealproof/model"
)

// Condition says which orders of the operations count as an explanation of their results.
type Condition uint8

const (
	// Linearizable: an operation that has returned comes before all that are called later.
	Linearizable Condition = iota
	// Sequential (sequential consistency): each thread's operations come in their order. Preparation
	// and the last part of a scenario come before and after all others.
	Sequential
	// Quiescent (quiescent consistency): operations are in order if at some moment between them no
	// operation was under way.
	Quiescent
)

var conditionNames = [...]string{"linearizable", "sequentially consistent", "quiescently consistent"}

// String returns the condition in words, such as "linearizable".
func (c Condition) String() string { return conditionNames[c] }

// judge finds out whether a history can be explained. It remembers its answers.
type judge struct {
	m     *machine
	order Condition
	known map[string]bool
	key   []byte
	w     walk
}

var errUnexplained = errors.New("no order of the operations explains their results")

// mostJudged is the largest number of histories that a judge remembers.
const mostJudged = 1 << 17

func newJudge(m *machine, order Condition) *judge {
	return &judge{m: m, order: order, known: map[string]bool{}}
}

// verdict is for the scheduler.
func (j *judge) verdict(h *model.History) error {
	if j.explains(h.Ops) {
		return nil
	}
	return errUnexplained
}

// explains reports whether some order of the operations explains their results.
func (j *judge) explains(ops []model.Operation) bool {
	j.key = j.key[:0]
	for i := range ops {
		o := &ops[i]
		j.key = append(j.key, byte(o.Client))
		switch in := o.Invocation.(type) {
		case *answer:
			if in.number < 0 {
				return false // its result cannot be compared
			}
			j.key = binary.AppendUvarint(j.key, uint64(in.id)<<1)
		case *instance: // it has not returned
			j.key = binary.AppendUvarint(j.key, uint64(in.id)<<1|1)
		}
		j.key = binary.AppendVarint(j.key, o.Call)
		j.key = binary.AppendVarint(j.key, o.Return)
	}
	is, known := j.known[string(j.key)]
	if !known {
		is = j.w.explains(j.m, j.order, ops, 0)
		if len(j.known) == mostJudged {
			clear(j.known)
		}
		j.known[string(j.key)] = is
	}
	return is
}

// walk searches for an order of operations: each follows those that must come before it, and has
// its result. It forgets dead ends only at its end.
type walk struct {
	m      *machine
	ops    []model.Operation
	before []uint64 // by operation: those that must come before it
	must   uint64   // operations that have returned; the others may have taken effect or not
	dead   map[dead]bool
}

// dead is a set of operations and a state, from which there is no order of the rest.
type dead struct {
	done  uint64
	state int
}

// mostOps is the largest number of operations of a history.
const mostOps = 64

// explains reports whether some order explains the operations. The operations of the set late
// may come after any other.
func (w *walk) explains(m *machine, order Condition, ops []model.Operation, late uint64) bool {
	if len(ops) > mostOps {
		return false
	}
	w.m, w.ops, w.before, w.must = m, ops, w.before[:0], 0
	for i := range ops {
		if returned(&ops[i]) {
			w.must |= 1 << i
		}
		var before uint64
		for k := range ops {
			if k != i && late>>k&1 == 0 && precedes(order, ops, k, i) {
				before |= 1 << k
			}
		}
		w.before = append(w.before, before)
	}
	w.dead = nil
	return w.from(0, m.first)
}

// precedes reports whether operation a must come before operation b.
func precedes(order Condition, ops []model.Operation, a, b int) bool {
	if !returned(&ops[a]) {
		return ops[a].Client == ops[b].Client && a < b
	}
	from, to := ops[a].Return, ops[b].Call
	if ops[a].Client == ops[b].Client && order != Quiescent {
		return a < b // they are in the order of their calls
	}
	if from >= to {
		return false
	}
	switch order {
	case Sequential:
		return alone(ops[a].Client) || alone(ops[b].Client)
	case Quiescent:
		// Look for a moment at which nothing is under way: right after some return.
		for i := range ops {
			at := ops[i].Return
			if at < from || at >= to {
				continue
			}
			quiet := true
			for k := range ops {
				quiet = quiet && (returned(&ops[k]) && ops[k].Return <= at || ops[k].Call > at)
			}
			if quiet {
				return true
			}
		}
		return false
	}
	return true
}

// returned reports whether an operation has returned.
func returned(o *model.Operation) bool {
	_, is := o.Invocation.(*answer)
	return is
}

// next returns the states after an operation. It does not know them if the operation has not returned,
// and its next state depends on its result.
func (w *walk) next(state int, in model.Invocation) (all []int, known bool) {
	switch in := in.(type) {
	case *answer:
		return w.m.next(state, in), true
	case *instance:
		if in.op.rule != answers {
			return nil, false
		}
		if mv := w.m.run(state, in); mv.legal && w.m.ready(state, in) {
			return mv.next, true
		}
	}
	return nil, true
}

func (w *walk) from(done uint64, state int) bool {
	n := len(w.ops)
	if done&w.must == w.must {
		return true
	}
	key := dead{done, state}
	if w.dead[key] {
		return false
	}
	for rest := (uint64(1)<<n - 1) &^ done; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if w.before[i]&^done != 0 {
			continue
		}
		next, known := w.next(state, w.ops[i].Invocation)
		if !known {
			return true
		}
		for _, state := range next {
			if w.from(done|1<<i, state) {
				return true
			}
		}
	}
	if w.dead == nil {
		w.dead = map[dead]bool{}
	}
	w.dead[key] = true
	return false
}
