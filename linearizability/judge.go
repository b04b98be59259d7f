package linearizability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
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
		return errors.New(says(h))
	default:
		return fmt.Errorf("not judged within %v", time.Duration(judgement))
	}
}

// says tells what is wrong with a history that is not linearizable, if that takes no knowledge of the order.
func says(h *model.History) string {
	const general = "no order of the operations respects time and the contract"
	pushed, taken := map[int]bool{}, map[int]bool{}
	for _, o := range h.Ops {
		if o.Kind == model.Push {
			pushed[o.Value] = o.Status == model.Done
		}
	}
	for _, o := range h.Ops {
		switch done, is := pushed[o.Value]; {
		case !o.Takes():
			continue
		case taken[o.Value]:
			return fmt.Sprintf("item %d was taken twice", o.Value)
		case !is || !done:
			return fmt.Sprintf("item %d was taken, but not pushed", o.Value)
		}
		taken[o.Value] = true
	}
	if n := len(h.Ops); n > 0 {
		last := h.Ops[0]
		for _, o := range h.Ops {
			if o.Call > last.Call {
				last = o
			}
		}
		after := !slices.ContainsFunc(h.Ops, func(o model.Operation) bool { return o != last && o.Return >= last.Call })
		for _, o := range h.Ops {
			if after && last.Kind == model.Pop && last.Status == model.Empty && o.Puts() && !taken[o.Value] {
				return fmt.Sprintf("item %d is lost: it was pushed, nothing took it, and the deque is empty in the end", o.Value)
			}
		}
	}
	return general
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
