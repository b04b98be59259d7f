package linearizability

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/model"
)

// The judge and porcupine agree on any operations with any times.
func TestProp_Judge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &model.History{Spec: model.Spec{Capacity: rapid.IntRange(0, 2).Draw(t, "capacity")}}
		byReturn := rapid.Bool().Draw(t, "in the order of the returns")
		anyResult := rapid.Bool().Draw(t, "any result")
		state := h.Spec.Init()
		for i := range rapid.Int64Range(1, 5).Draw(t, "operations") {
			var results []model.Operation
			for _, o := range results1or2 {
				if _, right := h.Spec.Step(state, o); right || anyResult {
					results = append(results, o)
				}
			}
			o := rapid.SampledFrom(results).Draw(t, "operation")
			state, _ = h.Spec.Step(state, o)
			o.Client, o.Call, o.Return = int(i), 100+i, 100+i
			if length := rapid.Int64Range(0, 9).Draw(t, "length"); byReturn {
				o.Call -= length
			} else {
				o.Return += length
			}
			h.Ops = append(h.Ops, o)
		}
		linearizable := byPorcupine(h, 0) == Linearizable
		require.Equal(t, linearizable, search(h, 0) == Linearizable, "the judge and porcupine differ: %v", h.Ops)
		require.True(t, linearizable || anyResult, "%v", h.Ops)
		require.Equal(t, linearizable, NewJudge()(h) == nil, "%v", h.Ops)
		require.True(t, linearizable || anyResult || !byReturn, "%v", h.Ops)
	})
}

// results1or2 are all operations with all results, on the items 1 and 2.
var results1or2 = func() (all []model.Operation) {
	for _, kind := range []model.Kind{model.Push, model.Pop, model.PopTop, model.Steal, model.Scrub} {
		for _, status := range []model.Status{model.Done, model.Empty, model.Retry, model.Full} {
			for value := 1; value <= 2; value++ {
				all = append(all, model.Operation{Kind: kind, Status: status, Value: value})
			}
		}
	}
	return all
}()

// Operations that do not overlap keep their order. The times may come in any order. The judge can be used again.
func TestJudge_Time(t *testing.T) {
	judge := NewJudge()
	ops := []model.Operation{
		{Client: 1, Kind: model.Steal, Status: model.Done, Value: 1, Call: 1, Return: 2},
		{Kind: model.Push, Status: model.Done, Value: 1, Call: 3, Return: 4},
	}
	require.Error(t, judge(&model.History{Ops: ops}))
	ops[1].Call, ops[1].Return = 1, 2
	require.NoError(t, judge(&model.History{Ops: ops}))
	require.NoError(t, judge(&model.History{Ops: []model.Operation{ops[1], ops[0]}}))
	ops[1].Return = 0 // it has not returned, so the time of its return is not known
	require.False(t, short(&model.History{Ops: ops}))
}

// A long search is remembered, and each later history is judged anew.
func TestJudge_LongSearches(t *testing.T) {
	judge := NewJudge()
	var h model.History
	for i := range 6 { // all overlap
		h.Ops = append(h.Ops, model.Operation{Client: i, Kind: model.Push, Value: i, Call: 1, Return: 100})
	}
	wrong := h
	wrong.Ops = append(h.Ops[:6:6], model.Operation{Client: 30, Kind: model.Steal, Value: 77, Call: 1, Return: 100})
	for range 2 {
		require.NoError(t, judge(&h))
		require.Error(t, judge(&wrong))
	}
}

// The judge ends when its time is over, and says so.
func TestSearch_TimeIsOver(t *testing.T) {
	var h model.History
	for i := range 24 { // all overlap, and the last Steal is of an item that was never pushed
		h.Ops = append(h.Ops, model.Operation{Client: i, Kind: model.Push, Value: i, Call: 1, Return: 100})
	}
	h.Ops = append(h.Ops, model.Operation{Client: 30, Kind: model.Steal, Value: 77, Call: 1, Return: 100})
	require.Equal(t, Unknown, search(&h, 1))
}

// An error says what is wrong, if that takes no knowledge of the order.
func TestJudge_Says(t *testing.T) {
	push := func(v int, at int64) model.Operation {
		return model.Operation{Kind: model.Push, Value: v, Call: at, Return: at + 1}
	}
	steal := func(v int, at int64) model.Operation {
		return model.Operation{Client: 1, Kind: model.Steal, Value: v, Call: at, Return: at + 1}
	}
	none := func(at int64) model.Operation {
		return model.Operation{Kind: model.Pop, Status: model.Empty, Call: at, Return: at + 1}
	}
	for says, ops := range map[string][]model.Operation{
		"item 1 was taken twice":           {push(1, 1), steal(1, 3), steal(1, 5)},
		"item 2 was taken, but not pushed": {push(1, 1), steal(2, 3)},
		"item 1 is lost: it was pushed, nothing took it, and the deque is empty in the end": {push(1, 1), push(2, 3), steal(2, 5), none(7)},
		"no order of the operations respects time and the contract":                         {push(1, 1), push(2, 3), steal(2, 5), none(7), steal(1, 9)},
	} {
		require.EqualError(t, NewJudge()(&model.History{Ops: ops}), says)
	}
}
