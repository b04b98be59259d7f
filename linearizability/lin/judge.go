package lin

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/stealproof/stealproof/internal/order"
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
	rules rules
	order Condition
	known map[string]bool
	key   []byte
	w     walk
}

var errUnexplained = errors.New("no order of the operations explains their results")

// mostJudged is the largest number of histories that a judge remembers.
const mostJudged = 1 << 17

// rules say which results an operation may have.
type rules interface {
	// first returns the first state.
	first() int
	// next returns the states after an operation, none if its result is wrong. It does not know them if the
	// operation has not returned, and its next state depends on its result.
	next(state int, in model.Invocation) (all []int, known bool)
	// pending returns an operation without its result, or with it if the next state depends on that.
	pending(a *answer) model.Invocation
	// describe returns a state in words.
	describe(state int) string
}

func newJudge(r rules, order Condition) *judge {
	return &judge{rules: r, order: order, known: map[string]bool{}}
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
		is = j.w.explains(j.rules, j.order, ops, 0)
		if len(j.known) == mostJudged {
			clear(j.known)
		}
		j.known[string(j.key)] = is
	}
	return is
}

// walk prepares the search for an order of operations.
type walk struct {
	rules  rules
	ops    []model.Operation
	search order.Search[int]
}

// mostOps is the largest number of operations of a history.
const mostOps = order.Most

// explains reports whether some order explains the operations. The operations of the set late
// may come after any other.
func (w *walk) explains(r rules, condition Condition, ops []model.Operation, late uint64) bool {
	if len(ops) > mostOps {
		return false
	}
	w.rules, w.ops = r, ops
	w.search.Before, w.search.Must = w.search.Before[:0], 0
	for i := range ops {
		if returned(&ops[i]) {
			w.search.Must |= 1 << i
		}
		var before uint64
		for k := range ops {
			if k != i && late>>k&1 == 0 && precedes(condition, ops, k, i) {
				before |= 1 << k
			}
		}
		w.search.Before = append(w.search.Before, before)
	}
	if w.search.Next == nil {
		w.search.Next = func(state, i int) ([]int, bool) { return w.rules.next(state, w.soFar(&w.ops[i])) }
	}
	is, _ := w.search.From(r.first())
	return is
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
	return is && o.Return != math.MaxInt64
}

// soFar returns what is known of an operation. In the first part of a history, an operation that returns later has no
// result yet.
func (w *walk) soFar(o *model.Operation) model.Invocation {
	if a, is := o.Invocation.(*answer); is && o.Return == math.MaxInt64 {
		return w.rules.pending(a)
	}
	return o.Invocation
}
