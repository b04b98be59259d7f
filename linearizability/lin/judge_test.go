package lin

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

// fifo is a queue with a bound.
type fifo struct{ items []int }

func (f *fifo) Push(n int) bool {
	if len(f.items) == 2 {
		return false
	}
	f.items = append(f.items, n)
	return true
}

func (f *fifo) Pop() (int, bool) {
	if len(f.items) == 0 {
		return 0, false
	}
	n := f.items[0]
	f.items = f.items[1:]
	return n, true
}

func fifoMachine(t *testing.T) *machine {
	var c config
	for _, o := range []Option{Op("Push", (*fifo).Push), Op("Pop", (*fifo).Pop)} {
		o.apply(&c)
	}
	k, err := newChecker(&tb{}, func() *fifo { return &fifo{} }, func() *fifo { return &fifo{} }, &c)
	require.NoError(t, err)
	return k.m
}

// The judge and porcupine agree on random histories.
func TestJudge_AgreesWithPorcupine(t *testing.T) {
	m := fifoMachine(t)
	oracle := porcupine.Model{
		Init: func() any { return "" },
		Step: func(state, input, output any) (bool, any) {
			s, in, out := state.(string), input.(int), output.(string)
			if in > 0 {
				if len(s) == 2 {
					return out == "false", s
				}
				return out == "true", s + string(rune('0'+in))
			}
			if s == "" {
				return out == "0, false", s
			}
			return out == s[:1]+", true", s[1:]
		},
	}
	rng := rand.New(rand.NewPCG(1, 1))
	j := newJudge(exact{m}, Linearizable)
	counts := map[bool]int{}
	for range 20_000 {
		var ops []model.Operation
		var theirs []porcupine.Operation
		for client := range 3 {
			at := int64(0)
			for range 1 + rng.IntN(3) {
				at += 1 + rng.Int64N(4)
				call := at
				at += 1 + rng.Int64N(4)
				in, out := 1+rng.IntN(2), []reflect.Value{reflect.ValueOf(rng.IntN(8) > 0)}
				op, args := m.ops[0], []reflect.Value{reflect.ValueOf(in)}
				if rng.IntN(2) == 0 {
					in, op, args = 0, m.ops[1], nil
					v := rng.IntN(3)
					out = []reflect.Value{reflect.ValueOf(v), reflect.ValueOf(v > 0)}
				}
				// Calls are at even times and returns at odd ones: at equal times the two read differently.
				a := m.answered(m.instance(op, args), out)
				ops = append(ops, model.Operation{Client: client + 1, Kind: model.Other, Call: 2 * call, Return: 2*at + 1, Invocation: a})
				theirs = append(theirs, porcupine.Operation{ClientId: client, Input: in, Output: a.words, Call: 2 * call, Return: 2*at + 1})
			}
		}
		is := j.explains(ops)
		require.Equal(t, porcupine.CheckOperations(oracle, theirs), is, "%v", ops)
		counts[is]++
	}
	require.Greater(t, counts[true], 500, counts)
	require.Greater(t, counts[false], 500, counts)
}

// A weaker condition accepts all that a stronger one accepts.
func TestJudge_WeakerConditionsAcceptMore(t *testing.T) {
	m := fifoMachine(t)
	push, pop := m.instance(m.ops[0], []reflect.Value{reflect.ValueOf(1)}), m.instance(m.ops[1], nil)
	yes, empty, one := reflect.ValueOf(true), []reflect.Value{reflect.ValueOf(0), reflect.ValueOf(false)}, []reflect.Value{reflect.ValueOf(1), reflect.ValueOf(true)}
	op := func(client int, call, ret int64, in *instance, out ...reflect.Value) model.Operation {
		return model.Operation{Client: client, Call: call, Return: ret, Invocation: m.answered(in, out)}
	}
	for name, c := range map[string]struct {
		ops  []model.Operation
		want [3]bool // linearizable, sequentially consistent, quiescently consistent
	}{
		"right":              {[]model.Operation{op(1, 1, 2, push, yes), op(2, 3, 4, pop, one...)}, [3]bool{true, true, true}},
		"too late":           {[]model.Operation{op(1, 1, 2, push, yes), op(2, 3, 4, pop, empty...)}, [3]bool{false, true, false}},
		"own push":           {[]model.Operation{op(1, 1, 2, push, yes), op(1, 3, 4, pop, empty...)}, [3]bool{false, false, false}},
		"never quiet":        {[]model.Operation{op(2, 1, 9, push, yes), op(1, 2, 3, pop, one...), op(1, 4, 5, pop, empty...), op(3, 6, 10, pop, empty...)}, [3]bool{true, true, true}},
		"own push, noise":    {[]model.Operation{op(2, 1, 9, pop, empty...), op(1, 2, 3, push, yes), op(1, 4, 5, pop, empty...)}, [3]bool{false, false, true}},
		"own push, busy":     {[]model.Operation{op(2, 1, 9, pop, one...), op(1, 2, 3, push, yes), op(1, 4, 5, pop, empty...)}, [3]bool{true, true, true}},
		"own order, reorder": {[]model.Operation{op(2, 1, 9, push, yes), op(1, 2, 3, pop, one...), op(1, 4, 5, push, yes), op(1, 6, 7, pop, empty...), op(1, 10, 11, pop, one...)}, [3]bool{false, false, true}},
	} {
		for i, want := range c.want {
			require.Equal(t, want, newJudge(exact{m}, Condition(i)).explains(c.ops), "%s: %v", name, Condition(i))
		}
	}
}
