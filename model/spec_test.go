package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/model"
)

func op(k model.Kind, s model.Status, v int) model.Operation {
	return model.Operation{Kind: k, Status: s, Value: v}
}

func TestSpec_Step(t *testing.T) {
	push := func(v int) model.Operation { return op(model.Push, model.Done, v) }
	for _, c := range []struct {
		name  string
		spec  string
		first []model.Operation // all legal
		then  model.Operation
		legal bool
	}{
		{"pop takes the newest", "strict", []model.Operation{push(1), push(2)}, op(model.Pop, model.Done, 2), true},
		{"pop takes no other", "strict", []model.Operation{push(1), push(2)}, op(model.Pop, model.Done, 1), false},
		{"steal takes the oldest", "strict", []model.Operation{push(1), push(2)}, op(model.Steal, model.Done, 1), true},
		{"steal takes no other", "strict", []model.Operation{push(1), push(2)}, op(model.Steal, model.Done, 2), false},
		{"poptop takes the oldest", "strict", []model.Operation{push(1), push(2)}, op(model.PopTop, model.Done, 1), true},
		{"nothing to take", "relaxed", nil, op(model.Steal, model.Done, 0), false},
		{"strict empty", "strict", []model.Operation{push(1)}, op(model.Steal, model.Empty, 0), false},
		{"relaxed empty", "relaxed", []model.Operation{push(1), push(2)}, op(model.Steal, model.Empty, 0), true},
		{"one may be hidden", "hidden=1", []model.Operation{push(1)}, op(model.Steal, model.Empty, 0), true},
		{"but not two", "hidden=1", []model.Operation{push(1), push(2)}, op(model.Steal, model.Empty, 0), false},
		{"the last is kept", "hidden=1 keeps=1", []model.Operation{push(1)}, op(model.Steal, model.Done, 1), false},
		{"not the last but one", "hidden=1 keeps=1", []model.Operation{push(1), push(2)}, op(model.Steal, model.Done, 1), true},
		{"the owner gets it", "hidden=1 keeps=1", []model.Operation{push(1)}, op(model.PopTop, model.Done, 1), true},
		{"an owner's empty is strict", "relaxed", []model.Operation{push(1)}, op(model.Pop, model.Empty, 0), false},
		{"also at the top", "relaxed", []model.Operation{push(1)}, op(model.PopTop, model.Empty, 0), false},
		{"retry says nothing", "strict", []model.Operation{push(1)}, op(model.Steal, model.Retry, 0), true},
		{"unless it is excluded", "strict never-retries", nil, op(model.Steal, model.Retry, 0), false},
		{"unbounded is never full", "strict", nil, op(model.Push, model.Full, 1), false},
		{"full too early", "strict capacity=2 slots=circular", []model.Operation{push(1)}, op(model.Push, model.Full, 2), false},
		{"full", "strict capacity=1 slots=circular", []model.Operation{push(1)}, op(model.Push, model.Full, 2), true},
		{"overfull", "strict capacity=1 slots=circular", []model.Operation{push(1)}, push(2), false},
		{"a stolen slot is not back", "strict capacity=1 slots=until-empty", []model.Operation{push(1), op(model.Steal, model.Done, 1)}, push(2), false},
		{"until pop finds none", "strict capacity=1 slots=until-empty", []model.Operation{push(1), op(model.Steal, model.Done, 1), op(model.Pop, model.Empty, 0)}, push(2), true},
		{"or takes the last", "strict capacity=2 slots=until-empty", []model.Operation{push(1), push(2), op(model.Steal, model.Done, 1), op(model.Pop, model.Done, 2), push(3)}, push(4), true},
		{"any time", "strict capacity=2 slots=any-time", nil, op(model.Push, model.Full, 1), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec, err := model.ParseSpec(c.spec)
			require.NoError(t, err)
			state, ok := spec.Init(), true
			for _, o := range c.first {
				state, ok = spec.Step(state, o)
				require.True(t, ok, o.String())
			}
			_, ok = spec.Step(state, c.then)
			require.Equal(t, c.legal, ok)
		})
	}
}

// The specification agrees with a plain slice.
func TestProp_SpecIsASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var items []int
		spec := model.Spec{}
		state := spec.Init()
		next := func(o model.Operation) {
			var ok bool
			state, ok = spec.Step(state, o)
			require.True(t, ok, o.String())
			require.Equal(t, append([]int{}, items...), state.Items())
		}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				v := rapid.IntRange(-1<<31, 1<<31-1).Draw(t, "v")
				items = append(items, v)
				next(op(model.Push, model.Done, v))
			},
			"pop": func(t *rapid.T) {
				if len(items) == 0 {
					next(op(model.Pop, model.Empty, 0))
					return
				}
				v := items[len(items)-1]
				items = items[:len(items)-1]
				next(op(model.Pop, model.Done, v))
			},
			"steal": func(t *rapid.T) {
				if len(items) == 0 {
					next(op(model.Steal, model.Empty, 0))
					return
				}
				v := items[0]
				items = items[1:]
				next(op(model.Steal, model.Done, v))
			},
		})
	})
}

func TestSpec_TextForm(t *testing.T) {
	for _, s := range []model.Spec{
		{}, {Hidden: 1}, {Hidden: 1, Keeps: 1}, {Hidden: model.AnyNumber, NeverRetries: true}, {Capacity: 3, Slots: model.UntilEmpty}, {Capacity: 3, Slots: model.AnyTime},
	} {
		again, err := model.ParseSpec(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
	}
	for text, want := range map[string]model.Spec{
		"never-retries relaxed":                          {Hidden: model.AnyNumber, NeverRetries: true},
		" strict  capacity=3 ":                           {Capacity: 3},
		"slots=any-time capacity=1 hidden=2":             {Hidden: 2, Capacity: 1, Slots: model.AnyTime},
		"keeps=1 hidden=1":                               {Hidden: 1, Keeps: 1},
		"hidden=0 capacity=8 slots=circular":             {Capacity: 8},
		"capacity=2 strict slots=until-empty":            {Capacity: 2, Slots: model.UntilEmpty},
		"strict capacity=1 never-retries":                {Capacity: 1, NeverRetries: true},
		"strict never-retries slots=circular capacity=1": {Capacity: 1, NeverRetries: true},
	} {
		got, err := model.ParseSpec(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestParseSpec_BadText(t *testing.T) {
	const one = "want exactly one of strict, relaxed and hidden=N"
	for text, want := range map[string]string{
		"":                                     one,
		" ":                                    one,
		"never-retries":                        one,
		"capacity=3":                           one,
		"strict relaxed":                       one,
		"strict hidden=1":                      one,
		"hidden=0 relaxed":                     one,
		"strict strict":                        "strict is given twice",
		"hidden=1 hidden=2":                    "hidden is given twice",
		"strict capacity=1 capacity=1":         "capacity is given twice",
		"strict never-retries never-retries":   "never-retries is given twice",
		"loose":                                `unknown word "loose"`,
		"strict=1":                             `unknown word "strict=1"`,
		"relaxed=":                             `unknown word "relaxed="`,
		"strict never-retries=no":              `unknown word "never-retries=no"`,
		"hidden":                               `unknown word "hidden"`,
		"Strict":                               `unknown word "Strict"`,
		"hidden=1 keeps=0":                     "want a number from 1 after the =",
		"hidden=-1":                            "want a number from 0 after the =",
		"hidden=":                              "want a number from 0 after the =",
		"strict capacity=x":                    "want a number from 1 after the =",
		"strict capacity=0":                    "want a number from 1 after the =",
		"strict capacity=99999999999999999999": "want a number from 1 after the =",
		"strict capacity=1 slots=round":        "want slots=circular, until-empty or any-time",
		"strict slots=circular":                "slots without a capacity",
	} {
		_, err := model.ParseSpec(text)
		require.ErrorContains(t, err, want, "%q", text)
		require.ErrorContains(t, err, "spec: ", "%q", text)
		require.NotContains(t, err.Error(), "\n", "%q", text)
	}
}
