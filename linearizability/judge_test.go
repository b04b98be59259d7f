package linearizability

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/model"
)

// obvious accepts only linearizable histories, for any operations with any times. It
// accepts every history whose operations take effect in the order of their returns. With
// enough steps it would accept every linearizable history.
func TestProp_Obvious(t *testing.T) {
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
		linearizable := Check(h, 0) == Linearizable
		require.True(t, linearizable || anyResult, "%v", h.Ops)
		sorted := slices.Clone(h.Ops)
		isObvious := obvious(h.Spec, sorted)
		require.True(t, isObvious || anyResult || !byReturn, "%v", h.Ops)
		require.True(t, linearizable || !isObvious, "%v", h.Ops)
		all := order{h.Spec, sorted, 1 << 20}
		require.Equal(t, linearizable, all.from(h.Spec.Init(), 1<<len(sorted)-1), "%v", h.Ops)
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

// obvious never reorders operations that do not overlap. It does not accept a history with
// an operation that has not returned, because the time of its return is not known;
// porcupine must judge it.
func TestObvious_Time(t *testing.T) {
	ops := []model.Operation{
		{Client: 1, Kind: model.Steal, Status: model.Done, Value: 1, Call: 1, Return: 2},
		{Kind: model.Push, Status: model.Done, Value: 1, Call: 3},
	}
	require.False(t, obvious(model.Spec{}, slices.Clone(ops)))
	ops[1].Return = 4
	require.False(t, obvious(model.Spec{}, slices.Clone(ops)))
	ops[1].Call, ops[1].Return = 1, 2
	require.True(t, obvious(model.Spec{}, []model.Operation{ops[1], ops[0]}))
}
