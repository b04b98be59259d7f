package refine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/tla"
)

func text(t *testing.T, module string) string {
	b, err := tla.Files.ReadFile(module + ".tla")
	require.NoError(t, err)
	return string(b)
}

// The steps come from the machine, and the answers from the run, whether right or wrong.
func TestAnswers(t *testing.T) {
	b := Binding{Module: "ABP", Owner: []model.Kind{model.Push, model.Pop, model.Scrub}, Thief: model.Action{Kind: model.Steal}}
	trace, ends, err := Answers(b, abp(t), text(t, "deque/ABP"), []model.Operation{
		{Kind: model.Push, Value: 1},
		{Kind: model.Steal, Client: 1, Value: 2},
		{Kind: model.Scrub},
		{Kind: model.Pop, Status: model.Empty},
	})
	require.NoError(t, err)
	var steps []string
	for i, l := range trace {
		action, _, _ := strings.Cut(l.String(), " ")
		steps = append(steps, action)
		require.Contains(t, l.String(), map[bool]string{true: "AtThief(1)", false: "AtOwner"}[strings.HasPrefix(action, "Steal")])
		require.Equal(t, i+1 == ends[0] || i+1 == ends[1] || i+1 == ends[2] || i+1 == ends[3], strings.Contains(l.String(), "TraceAnswered("))
	}
	require.Equal(t, "OwnerIdle PushWrite PushPublish StealReadAge(1) StealReadBottom(1) StealReadSlot(1) StealClaim(1) OwnerIdle ScrubReadAge SweepClear",
		strings.Join(steps[:ends[2]], " "))
	require.Contains(t, trace[ends[0]-1].Holds, "TraceAnswered(M!Return(M!Call(traceTold, 0, D!Push(1)), 0, D!Pushed))")
	require.Contains(t, trace[ends[1]-1].Holds, "TraceAnswered(M!Return(M!Call(traceTold, 1, D!Steal), 1, D!Took(2)))")
	require.Contains(t, trace[ends[2]-1].Holds, "TraceAnswered(traceTold)")
	require.Contains(t, trace[ends[3]-1].Holds, "TraceAnswered(M!Return(M!Call(traceTold, 0, D!Pop), 0, D!Empty))")
}

// A batch is one call, recorded as a steal for each item.
func TestAnswers_Batch(t *testing.T) {
	m, err := machine.Sized("ChaseLevBatch", `Items = 4 Thieves = 1 First = 4 Slots = 8 Rings = 8 Lag = 16 Batch = 32 Part = 4 Patience = 3 Want = 2 Naive = ""`)
	require.NoError(t, err)
	b := Binding{Module: "ChaseLevBatch", Owner: []model.Kind{model.Push, model.Pop}, Thief: model.Action{Kind: model.Batch, Max: 2}}
	trace, ends, err := Answers(b, m, text(t, "deque/ChaseLevBatch"), []model.Operation{
		{Kind: model.Push, Value: 1}, {Kind: model.Push, Value: 2}, {Kind: model.Push, Value: 3},
		{Kind: model.Steal, Client: 1, Value: 1, Call: 1, Return: 2}, {Kind: model.Steal, Client: 1, Value: 2, Call: 1, Return: 2},
		{Kind: model.Steal, Client: 1, Value: 3, Call: 3, Return: 4},
		{Kind: model.Steal, Client: 1, Status: model.Empty, Call: 5, Return: 6},
	})
	require.NoError(t, err)
	require.Equal(t, ends[3], ends[4])
	require.Less(t, ends[4], ends[5])
	require.Contains(t, trace[ends[4]-1].Holds, "TraceAnswered(M!Return(M!Call(M!Return(M!Call(traceTold, 1, D!Steal), 1, D!Took(1)), 1, D!Steal), 1, D!Took(2)))")
	require.Equal(t, "BatchReadTop(1)", trace[ends[4]].Action)
}

func TestAnswers_Impossible(t *testing.T) {
	b := Binding{Module: "ABP", Owner: []model.Kind{model.Push, model.Pop}, Thief: model.Action{Kind: model.Steal}}
	push := model.Operation{Kind: model.Push, Value: 1}
	for want, ops := range map[string][]model.Operation{
		"steal: 1 of client 2, after 3 steps: the machine has 2 threads": {push, {Kind: model.Steal, Client: 2, Value: 1}},
		"the machine's owner has no such operation":                      {{Kind: model.PopTop, Status: model.Empty}},
		"only the owner may do that":                                     {{Kind: model.Pop, Client: 1, Status: model.Empty}},
		"the machine cannot go on at OwnerIdle":                          {push, push, push},
	} {
		_, _, err := Answers(b, abp(t), text(t, "deque/ABP"), ops)
		require.ErrorContains(t, err, want)
	}
}
