package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// The fault is at the return that nothing explains, whatever the operations return that are still under way. A reader does
// not know their results yet.
func TestCulprit_Pending(t *testing.T) {
	history := func(spec model.Spec) (*model.History, []ret) {
		h := &model.History{Spec: spec, Ops: []model.Operation{
			{Kind: model.Push, Value: 1, Call: 1, Return: 2},
			{Kind: model.Pop, Status: model.Empty, Call: 3, Return: 9},
			{Client: 1, Kind: model.Steal, Status: model.Empty, Call: 4, Return: 5},
			{Client: 1, Kind: model.Steal, Value: 1, Call: 6, Return: 7},
		}}
		return h, []ret{{at: 2}, {at: 5}, {at: 7}, {at: 9}}
	}
	h, returns := history(model.Spec{NeverRetries: true})
	require.Error(t, linearizability.NewJudge()(h))
	require.Equal(t, 2, culprit(linearizability.NewJudge(), h, returns), "the Pop may still take the item before the first steal, but not before both")

	h, returns = history(model.Spec{Contended: true})
	require.NoError(t, linearizability.NewJudge()(h), "the Pop was in the way of the first steal")
	h.Ops = append(h.Ops, model.Operation{Client: 2, Kind: model.Steal, Value: 1, Call: 10, Return: 11})
	require.Error(t, linearizability.NewJudge()(h))
	require.Equal(t, 4, culprit(linearizability.NewJudge(), h, append(returns, ret{at: 11})), "the Pop is in the way while it has not returned")
}
