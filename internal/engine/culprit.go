package engine

import (
	"math"
	"slices"
	"sort"

	"github.com/stealproof/stealproof/model"
)

// ret is the return of an operation: its time, and the number of decisions until then.
type ret struct {
	at        int64
	decisions int
}

// culprit returns the return from which on the history cannot be explained, as an index of the
// returns. Whatever happens after it does not matter. It is the last one if judge does not say.
func culprit(judge func(*model.History) error, h *model.History, returns []ret) int {
	n := len(returns)
	return min(n-1, sort.Search(n, func(i int) bool { return !explained(judge, h, returns[i].at) }))
}

// explained reports whether what has returned by that time can be explained. An operation that has not returned may have
// taken effect or not. An operation of a deque may then have any result: a reader sees only that it has none yet.
func explained(judge func(*model.History) error, h *model.History, at int64) bool {
	prefix := model.History{Spec: h.Spec}
	var pending [][]model.Operation // the items of a batch are one operation
	var pushed []int
	for _, o := range h.Ops {
		if o.Kind == model.Push && o.Call < at {
			pushed = append(pushed, o.Value)
		}
		switch {
		case o.Return <= at:
			prefix.Ops = append(prefix.Ops, o)
		case o.Call < at:
			same := func(p []model.Operation) bool { return p[0].Client == o.Client && p[0].Call == o.Call }
			o.Return = math.MaxInt64
			if i := slices.IndexFunc(pending, same); i >= 0 {
				pending[i] = append(pending[i], o)
			} else {
				pending = append(pending, []model.Operation{o})
			}
		}
	}
	if len(pending) > mostPending {
		return true // so many subsets are not worth it
	}
	all, combinations := make([][][]model.Operation, len(pending)), 1
	for i, p := range pending {
		all[i] = effects(p, pushed, h.Spec)
		combinations *= len(all[i])
	}
	if combinations > mostCombined {
		return true
	}
	return anyExplained(judge, &prefix, all)
}

// anyExplained reports whether judge accepts the operations together with some choice of effects.
func anyExplained(judge func(*model.History) error, prefix *model.History, effects [][][]model.Operation) bool {
	if len(effects) == 0 {
		return judge(prefix) == nil
	}
	n := len(prefix.Ops)
	for _, ops := range effects[0] {
		prefix.Ops = append(prefix.Ops[:n:n], ops...)
		if anyExplained(judge, prefix, effects[1:]) {
			return true
		}
	}
	prefix.Ops = prefix.Ops[:n]
	return false
}

// effects returns what an operation that has not returned may have done: nothing, what its items say, or another result.
func effects(items []model.Operation, pushed []int, spec model.Spec) (all [][]model.Operation) {
	o := items[0]
	nothing := []model.Operation(nil)
	if spec.Contended && o.Invocation == nil {
		// It is in the way of the operations that it overlaps.
		nothing = []model.Operation{{Client: o.Client, Kind: model.Steal, Status: model.Retry, Call: o.Call, Return: o.Return}}
	}
	all = append(all, nothing, items)
	if o.Invocation != nil || len(items) > 1 || o.Kind == model.Scrub {
		return all
	}
	if o.Value, o.Status = items[0].Value, model.Done; o.Kind == model.Push {
		return append(all, []model.Operation{o})
	}
	for _, o.Value = range pushed {
		all = append(all, []model.Operation{o})
	}
	if o.Kind == model.Pop {
		o.Value, o.Status = 0, model.Empty // it may give slots back
		all = append(all, []model.Operation{o})
	}
	return all
}

const (
	mostPending  = 6
	mostCombined = 10_000
)

// blame finds the fault in a failure's history.
func (r *search) blame(f *Failure) {
	returns := r.engine.history.returns
	if len(returns) == 0 {
		return
	}
	at := returns[culprit(r.o.Judge, f.History, returns)]
	f.returned = at.at
	if at.decisions > 0 {
		f.steps = at.decisions
	}
}

// untilFault returns the part of the history that shows the fault.
func (f *Failure) untilFault() *model.History {
	h := *f.History
	if f.returned > 0 {
		h.Ops = slices.DeleteFunc(slices.Clone(h.Ops), func(o model.Operation) bool { return o.Call > f.returned })
		for i := range h.Ops {
			if o := &h.Ops[i]; o.Return > f.returned {
				o.Return = math.MaxInt64
			}
		}
	}
	return &h
}

// secondTake returns when the item was taken before that the blamed operation took, or 0.
func (f *Failure) secondTake() int64 {
	takes := func(o model.Operation) bool {
		return o.Kind != model.Push && o.Kind != model.Other && o.Status == model.Done
	}
	for _, o := range f.History.Ops {
		for _, before := range f.History.Ops {
			if o.Return == f.returned && before.Return < f.returned && takes(o) && takes(before) && o.Value == before.Value {
				return before.Return
			}
		}
	}
	return 0
}
