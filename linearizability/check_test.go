package linearizability_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

func ops(list ...model.Operation) *model.History { return &model.History{Ops: list} }

func push(client, v int, call, ret int64) model.Operation {
	return model.Operation{Client: client, Kind: model.Push, Value: v, Call: call, Return: ret}
}

func steal(client, v int, call, ret int64) model.Operation {
	return model.Operation{Client: client, Kind: model.Steal, Value: v, Call: call, Return: ret}
}

func empty(client int, k model.Kind, call, ret int64) model.Operation {
	return model.Operation{Client: client, Kind: k, Status: model.Empty, Call: call, Return: ret}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		h    *model.History
		want linearizability.Verdict
	}{
		"nothing":                    {ops(), linearizability.Linearizable},
		"in order":                   {ops(push(0, 1, 1, 2), steal(1, 1, 3, 4)), linearizability.Linearizable},
		"before it was pushed":       {ops(steal(1, 1, 1, 2), push(0, 1, 3, 4)), linearizability.Violation},
		"beside the push":            {ops(steal(1, 1, 1, 5), push(0, 1, 3, 4)), linearizability.Linearizable},
		"touching intervals overlap": {ops(steal(1, 1, 1, 3), push(0, 1, 3, 4)), linearizability.Linearizable},
		"taken twice":                {ops(push(0, 1, 1, 2), steal(1, 1, 3, 4), steal(2, 1, 3, 4)), linearizability.Violation},
		"empty though pushed":        {ops(push(0, 1, 1, 2), empty(1, model.Steal, 3, 4)), linearizability.Violation},
		"empty beside a thief":       {ops(push(0, 1, 1, 2), steal(1, 1, 3, 9), empty(2, model.Steal, 4, 5)), linearizability.Linearizable},
		"the wrong end":              {ops(push(0, 1, 1, 2), push(0, 2, 3, 4), steal(1, 2, 5, 6)), linearizability.Violation},
		"a batch in order":           {ops(push(0, 1, 1, 2), push(0, 2, 3, 4), steal(1, 1, 5, 6), steal(1, 2, 5, 6)), linearizability.Linearizable},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, linearizability.Check(c.h, time.Minute)) })
	}
}

func TestCheck_TimeoutIsUnknown(t *testing.T) {
	// Many overlapping operations without a legal order take porcupine long.
	h := ops()
	for v := 1; v <= 14; v++ {
		h.Ops = append(h.Ops, push(2*v, v, 1, 100), steal(2*v+1, v, 1, 100))
	}
	h.Ops = append(h.Ops, steal(99, 77, 1, 100))
	require.Equal(t, linearizability.Unknown, linearizability.Check(h, time.Millisecond))
}

func TestReduce_KeepsOnlyTheEvidence(t *testing.T) {
	h := ops(
		push(0, 1, 1, 2), steal(1, 1, 3, 4), // legal
		push(0, 2, 5, 6),
		empty(2, model.Steal, 5, 6), // legal
		push(0, 3, 7, 8),
		steal(1, 3, 9, 10), // wrong end: 2 is older
		steal(2, 2, 11, 12),
		empty(0, model.Pop, 13, 14),
	)
	small := linearizability.Reduce(h, time.Minute)
	require.Equal(t, ops(push(0, 2, 5, 6), push(0, 3, 7, 8), steal(1, 3, 9, 10), steal(2, 2, 11, 12)).Ops, small.Ops)
	require.Len(t, h.Ops, 8, "Reduce must not change its argument")
}

// Reduce leaves out only operations without which a linearizable history stays
// linearizable. So any rest of a linearizable history is linearizable.
func TestProp_ReductionIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := sequentialHistory(t)
		keep := rapid.SliceOfN(rapid.Bool(), len(h.Ops)+1, len(h.Ops)+1).Draw(t, "keep")
		var left []model.Operation
		for i, o := range h.Ops {
			k := keep[i]
			if o.Puts() || o.Takes() {
				k = keep[o.Value%len(keep)] // all operations on a value, or none
			}
			if k {
				left = append(left, o)
			}
		}
		h.Ops = left
		require.Equal(t, linearizability.Linearizable, linearizability.Check(h, time.Minute))
	})
}

// sequentialHistory draws a legal sequence of operations. It stretches the interval of each
// operation around the instant at which the operation takes effect.
func sequentialHistory(t *rapid.T) *model.History {
	h := &model.History{Spec: model.Spec{Hidden: rapid.IntRange(-1, 1).Draw(t, "hidden")}}
	var items []int
	n := rapid.IntRange(1, 12).Draw(t, "operations")
	for i := range n {
		at := int64(100 * (i + 1))
		o := model.Operation{
			Client: i, // so that all operations may overlap
			Call:   at - rapid.Int64Range(0, 250).Draw(t, "early"),
			Return: at + rapid.Int64Range(0, 250).Draw(t, "late"),
		}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0, 1:
			o.Kind, o.Value = model.Push, i+1
			items = append(items, o.Value)
		case 2:
			o.Kind = model.Pop
			if len(items) == 0 {
				o.Status = model.Empty
			} else {
				o.Value = items[len(items)-1]
				items = items[:len(items)-1]
			}
		case 3:
			o.Kind = model.Steal
			if len(items) == 0 {
				o.Status = model.Empty
			} else {
				o.Value = items[0]
				items = items[1:]
			}
		}
		h.Ops = append(h.Ops, o)
	}
	return h
}

func TestProp_StretchedLegalHistoriesPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		require.Equal(t, linearizability.Linearizable, linearizability.Check(sequentialHistory(t), time.Minute))
	})
}

func TestSave_WritesWholeFilesOrNone(t *testing.T) {
	h := ops(push(0, 1, 1, 2), steal(1, 1, 3, 4), steal(2, 1, 3, 4))
	dir := t.TempDir()
	paths, err := linearizability.Save(h, dir, "twice")
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "twice.txt"), filepath.Join(dir, "twice.ndjson"), filepath.Join(dir, "twice.html")}, paths)
	data, err := os.ReadFile(paths[1])
	require.NoError(t, err)
	again, err := model.ReadNDJSON(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, h, again)
	html, err := os.ReadFile(paths[2])
	require.NoError(t, err)
	require.Contains(t, string(html), "steal: 1")

	_, err = linearizability.Save(h, filepath.Join(dir, "absent"), "twice")
	require.ErrorContains(t, err, "cannot write")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 3, "Save must leave no half-written file")
}
