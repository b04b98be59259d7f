package lin

import (
	"encoding/binary"
	"errors"
	"math"

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

var (
	errUnexplained = errors.New("no order of the operations explains their results")
	errStuck       = errors.New("in each order of the operations, the specification lets one of those go on that wait for ever")
)

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
	// request returns the states after a request. The operation has the number of its call.
	request(state int, in *instance) []int
	// blocks reports whether an operation waits for ever if nothing else is done.
	blocks(state int, in *instance) bool
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

// stuck is for executions whose last operations wait for ever.
func (j *judge) stuck(h *model.History) error {
	if j.remembers(h.Ops, true) {
		return nil
	}
	return errStuck
}

// explains reports whether some order of the operations explains their results.
func (j *judge) explains(ops []model.Operation) bool { return j.remembers(ops, false) }

// remembers looks for an order, unless it knows the answer. If stuck is set, the operations that have not returned wait
// for ever, and the order must lead to a state in which all of them block.
func (j *judge) remembers(ops []model.Operation, stuck bool) bool {
	j.key = j.key[:0]
	if stuck {
		j.key = append(j.key, '!')
	}
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
		is = j.w.explains(j.rules, j.order, ops, orders{stuck: stuck})
		if len(j.known) == mostJudged {
			clear(j.known)
		}
		j.known[string(j.key)] = is
	}
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
