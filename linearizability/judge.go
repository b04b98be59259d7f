package linearizability

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
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

// obvious reports whether operations are allowed in the order in which they return, or in that
// in which they are called. Either respects time, and mostly one of them is right: then there is
// nothing to search for. It leaves the operations in another order.
func obvious(spec model.Spec, ops []model.Operation) bool {
	if slices.ContainsFunc(ops, func(o model.Operation) bool { return o.Return < o.Call }) {
		return false // it has not returned
	}
	for _, byReturn := range []bool{true, false} {
		slices.SortStableFunc(ops, func(a, b model.Operation) int {
			if byReturn {
				return cmp.Compare(a.Return, b.Return)
			}
			return cmp.Compare(a.Call, b.Call)
		})
		state, right := spec.Init(), true
		for i := 0; i < len(ops) && right; i++ {
			state, right = spec.Step(state, ops[i])
		}
		if right {
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
