package engine_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// An operation of an execution that was cut off has not returned. That alone breaks no contract.
func TestHistory_CutOffIsNotJudged(t *testing.T) {
	judged := 0
	judge := func(h *model.History) error {
		judged++
		for _, o := range h.Ops {
			if o.Return < o.Call {
				return errors.New("an operation has not returned")
			}
		}
		return nil
	}
	program := func(endless bool) func() {
		return func() {
			var x atomic.Int64
			engine.Go("", func() {
				engine.Operation(1, model.Push, 1, func() (int, model.Status) {
					for x.Add(1); endless; {
						x.Add(1)
					}
					return 1, model.Done
				})
			})
			engine.Join()
		}
	}
	r := engine.Search(program(true), engine.Options{Steps: 50, Judge: judge, Executions: 3})
	require.Equal(t, report.BoundHit, r.Ending, "%+v", r.Failure)
	require.Zero(t, judged)
	r = engine.Search(program(false), engine.Options{Steps: 50, Judge: judge})
	require.Equal(t, report.Exhausted, r.Ending)
	require.Positive(t, judged)
}

// A judge of any structure is told that the operation may still return.
func TestHistory_CutOffReturnsNever(t *testing.T) {
	judged := 0
	judge := func(h *model.History) error {
		judged++
		require.Equal(t, int64(math.MaxInt64), h.Ops[0].Return)
		return nil
	}
	r := engine.Search(func() {
		var x atomic.Int64
		engine.Go("", func() {
			engine.Operation(1, model.Other, 1, func() (int, model.Status) {
				for {
					x.Add(1)
				}
			})
		})
		engine.Join()
	}, engine.Options{Steps: 50, Judge: judge, Executions: 3})
	require.Equal(t, report.BoundHit, r.Ending, "%+v", r.Failure)
	require.Positive(t, judged)
}

// Few executions beyond the limit of steps end a search that asks for that.
func TestSearch_Long(t *testing.T) {
	r := search(testAndSet, engine.Options{Steps: 100, Long: 2})
	require.Equal(t, report.BoundHit, r.Ending)
	require.Equal(t, 2, r.Long)
	require.Zero(t, search(testAndSet, engine.Options{Steps: 10_000, Long: 2, Executions: 1}).Long)
}
