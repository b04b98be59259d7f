package linearizability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/stealproof/stealproof/model"
)

// NewJudge returns a function that judges histories, each different one once
// as long as they are not too many.
// An error says that the history is not linearizable, or that this could not be
// decided in time.
func NewJudge() func(*model.History) error {
	judged := map[string]error{}
	var key []byte
	return func(h *model.History) error {
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
