package linearizability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/stealproof/stealproof/model"
)

// NewJudge returns a function that judges histories. What takes a search is searched once, as
// long as different ones are not too many.
// An error says that the history is not linearizable, or that this could not be
// decided in time.
func NewJudge() func(*model.History) error {
	judged := map[string]error{}
	var key []byte
	var ops []model.Operation
	return func(h *model.History) error {
		h = h.Resolved()
		ops = append(ops[:0], h.Ops...)
		if obvious(h.Spec, ops) {
			return nil
		}
		key = appendKey(key[:0], h)
		err, known := judged[string(key)]
		if !known {
			err = verdict(h)
			if len(judged) == mostJudged {
				clear(judged)
			}
			judged[string(key)] = err
		}
		return err
	}
}

// order looks for an order of operations that respects time and the specification. Mostly
// the first or second one that it tries is right, and then there is nothing to search for.
type order struct {
	spec model.Spec
	ops  []model.Operation // in the order in which they return
	left int               // how many more steps are tried
}

// enough is how many steps are tried for each operation.
const enough = 4

// obvious reports whether a few attempts have shown that operations are linearizable. It leaves
// them in another order.
func obvious(spec model.Spec, ops []model.Operation) bool {
	if len(ops) > 64 {
		return false
	}
	for i := range ops {
		o := ops[i]
		if o.Return < o.Call {
			return false // it has not returned
		}
		k := i
		for ; k > 0 && ops[k-1].Return > o.Return; k-- {
			ops[k] = ops[k-1]
		}
		ops[k] = o
	}
	s := order{spec, ops, enough * len(ops)}
	return s.from(spec.Init(), 1<<len(ops)-1)
}

// from reports whether it finds an order of the rest of the operations, bits of a set, in a state.
// What returns first comes first, or else what was called before that.
func (s *order) from(state model.State, rest uint64) bool {
	if rest == 0 {
		return true
	}
	returns := s.ops[bits.TrailingZeros64(rest)].Return
	for maybe := rest; maybe != 0; maybe &= maybe - 1 {
		o := &s.ops[bits.TrailingZeros64(maybe)]
		if o.Call > returns {
			continue
		}
		if s.left--; s.left < 0 {
			return false
		}
		if next, right := s.spec.Step(state, *o); right && s.from(next, rest&^(maybe&-maybe)) {
			return true
		}
	}
	return false
}

// mostJudged bounds how many verdicts are kept: tens of megabytes.
const mostJudged = 1 << 17

func verdict(h *model.History) error {
	switch v := Check(h, judgement); v {
	case Linearizable:
		return nil
	case Violation:
		return errors.New("no order of the operations respects time and the contract")
	default:
		return fmt.Errorf("not judged within %v", time.Duration(judgement))
	}
}

// appendKey appends what two histories share exactly if they are the same, up to
// the moments of calls and returns that keep their order.
func appendKey(key []byte, h *model.History) []byte {
	for _, o := range h.Ops {
		key = append(key, byte(o.Client), byte(o.Kind), byte(o.Status))
		key = binary.AppendVarint(key, int64(o.Value))
		key = binary.AppendVarint(key, o.Call)
		key = binary.AppendVarint(key, o.Return)
	}
	return key
}
