package linearizability

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	first := &searching{}
	first.Over = func() bool { return true } // a search that takes long is one to remember
	return func(h *model.History) error {
		h = h.Resolved()
		if short(h) {
			if found, _ := first.from(h); found {
				return nil
			}
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
