package linearizability

import (
	"slices"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/stealproof/stealproof/internal/order"
	"github.com/stealproof/stealproof/internal/reduce"
	"github.com/stealproof/stealproof/model"
)

// Verdict is the judgement of a history.
type Verdict string

const (
	Linearizable Verdict = "linearizable"
	Violation    Verdict = "not linearizable"
	// Unknown: the judge ran out of time. It counts as a failure, because a history without
	// a verdict is no evidence.
	Unknown Verdict = "unknown"
)

// Porcupine returns the specification as a model for porcupine.
func Porcupine(spec model.Spec) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return spec.Init() },
		Step: func(state, input, _ any) (bool, any) {
			next, ok := spec.Step(state.(model.State), input.(model.Operation))
			return ok, next
		},
		Equal: func(a, b any) bool { return a == b },
		DescribeOperation: func(input, _ any) string {
			return input.(model.Operation).String()
		},
		DescribeState: func(state any) string { return state.(model.State).String() },
	}
}

// operations converts the history for porcupine. The input carries the whole operation with
// its result, because both decide a step.
func operations(h *model.History) []porcupine.Operation {
	ops := make([]porcupine.Operation, len(h.Ops))
	for i, o := range h.Ops {
		ops[i] = porcupine.Operation{ClientId: o.Client, Input: o, Output: o.Status, Call: o.Call, Return: o.Return}
	}
	return ops
}

// Check judges a history. A violation is confirmed by porcupine, which also judges histories of more
// than 64 operations. It stops after timeout with Unknown; 0 means no limit. The time
// can grow exponentially with the number of operations that overlap.
func Check(h *model.History, timeout time.Duration) Verdict {
	h = h.Resolved()
	if short(h) {
		v := search(h, timeout)
		if v == Violation && byPorcupine(h, timeout) == Linearizable {
			return Unknown // a fault of a judge; no deque is accused
		}
		return v
	}
	return byPorcupine(h, timeout)
}

// short reports whether internal/order can judge a history.
func short(h *model.History) bool {
	return len(h.Ops) <= order.Most && !slices.ContainsFunc(h.Ops, func(o model.Operation) bool { return o.Return < o.Call })
}

// search judges a short history.
func search(h *model.History, timeout time.Duration) Verdict {
	s := &searching{}
	if timeout > 0 {
		start := time.Now()
		s.Over = func() bool { return time.Since(start) >= timeout }
	}
	switch found, over := s.from(h); {
	case found:
		return Linearizable
	case over:
		return Unknown
	}
	return Violation
}

// searching searches for an order of operations that respects time and the specification. It can be used again.
type searching struct {
	order.Search[model.State]
	spec model.Spec
	ops  []model.Operation // sorted by Return: usually one of the first orders is right
	one  [1]model.State
}

func (s *searching) from(h *model.History) (found, over bool) {
	s.spec, s.ops = h.Spec, append(s.ops[:0], h.Ops...)
	for i, o := range s.ops {
		k := i
		for ; k > 0 && s.ops[k-1].Return > o.Return; k-- {
			s.ops[k] = s.ops[k-1]
		}
		s.ops[k] = o
	}
	s.Must, s.Before = 1<<len(s.ops)-1, s.Before[:0]
	for i := range s.ops {
		before := uint64(0)
		for k := 0; k < i && s.ops[k].Return < s.ops[i].Call; k++ {
			before |= 1 << k
		}
		s.Before = append(s.Before, before)
	}
	if s.Next == nil {
		s.Next = s.next
	}
	return s.From(h.Spec.Init())
}

func (s *searching) next(state model.State, i int) ([]model.State, bool) {
	next, right := s.spec.Step(state, s.ops[i])
	if !right {
		return nil, true
	}
	s.one[0] = next
	return s.one[:], true
}

// byPorcupine judges a history of any length.
func byPorcupine(h *model.History, timeout time.Duration) Verdict {
	switch porcupine.CheckOperationsTimeout(Porcupine(h.Spec), operations(h), timeout) {
	case porcupine.Ok:
		return Linearizable
	case porcupine.Illegal:
		return Violation
	}
	return Unknown
}

// Reduce returns a smaller history that shows why h is not linearizable. It leaves out
// operations as long as the rest is still a violation. h does not change. Each judgement
// takes at most timeout.
//
// Leaving an operation out must not make a violation of a linearizable history. So Reduce
// leaves out only operations that change nothing (Empty, Retry, Scrub), or all operations
// on one value together. If a value is removed from every state of a legal sequence, the
// sequence stays legal. The exception is a sequence with a Push that was refused for lack
// of room. Then Reduce keeps all values.
func Reduce(h *model.History, timeout time.Duration) *model.History {
	small := *h.Resolved()
	group, groups := together(small.Ops)
	with := func(some []int) *model.History {
		c := small
		c.Ops = nil
		for i, o := range small.Ops {
			if group[i] < 0 || slices.Contains(some, group[i]) {
				c.Ops = append(c.Ops, o)
			}
		}
		return &c
	}
	return with(reduce.List(groups, func(some []int) bool { return Check(with(some), timeout) == Violation }))
}

// together returns the group of each operation, and the groups. A group is left out as a whole. An operation that has to
// stay has the group -1.
func together(ops []model.Operation) (group, groups []int) {
	refused := slices.ContainsFunc(ops, func(o model.Operation) bool { return o.Status == model.Full })
	first := map[int]int{} // by value
	for i, o := range ops {
		n := i
		switch before, met := first[o.Value]; {
		case o.Status == model.Full, refused && (o.Puts() || o.Takes()):
			n = -1
		case !o.Puts() && !o.Takes():
		case met:
			n = before
		default:
			first[o.Value] = i
		}
		if group = append(group, n); n == i {
			groups = append(groups, i)
		}
	}
	return group, groups
}
