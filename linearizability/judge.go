package linearizability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/stealproof/stealproof/model"
)

// NewJudge returns a function that judges histories. The function returns nil if the
// history is linearizable. It returns an error if the history is not, or if no verdict was
// found in time. It remembers its verdicts, so it searches a history only once, until it
// has met too many different ones. It is for one goroutine at a time.
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

// order searches for an order of operations that respects time and the specification.
// Usually one of the first attempts succeeds, and porcupine need not run.
type order struct {
	spec model.Spec
	ops  []model.Operation // sorted by Return
	left int               // how many more steps it tries
}

// enough is the number of steps that obvious tries for each operation.
const enough = 4

// obvious reports whether a few attempts show that the operations are linearizable. It
// sorts ops.
func obvious(spec model.Spec, ops []model.Operation) bool {
	if len(ops) > 64 {
		return false
	}
	for i := range ops {
		o := ops[i]
		if o.Return < o.Call {
			return false // the operation has not returned
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

// from reports whether it finds an order of the remaining operations from this state. rest
// has a bit for each of them. It tries the operation first that returns first, then those
// called before that return.
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

// mostJudged is the largest number of verdicts that a judge keeps. They take tens of
// megabytes.
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

// appendKey appends a key of the history. Two histories have equal keys if they have the
// same operations, with the same times of calls and returns.
func appendKey(key []byte, h *model.History) []byte {
	for _, o := range h.Ops {
		key = append(key, byte(o.Client), byte(o.Kind), byte(o.Status))
		key = binary.AppendVarint(key, int64(o.Value))
		key = binary.AppendVarint(key, o.Call)
		key = binary.AppendVarint(key, o.Return)
	}
	return key
}
