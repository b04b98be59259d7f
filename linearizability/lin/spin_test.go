package lin

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// spinning is a counter under a lock that waits without yielding.
type spinning struct {
	locked, n atomic.Int64
	broken    bool // it does not always take the lock
}

func (s *spinning) Add(d int) int {
	if !s.broken || d == 1 {
		for !s.locked.CompareAndSwap(0, 1) {
		}
		defer s.locked.Store(0)
	}
	s.n.Store(s.n.Load() + int64(d))
	return int(s.n.Load())
}

type sums struct{ N int }

func (s *sums) Add(d int) int { s.N += d; return s.N }

// Operations that spin are slow to search. The search ends soon, says why, and accuses nothing.
func TestSearch_Spins(t *testing.T) {
	run := func(broken bool, within time.Duration) Verdict {
		v, _ := searched(t, func() *spinning { return &spinning{broken: broken} }, func() *sums { return &sums{} }, Op("Add", (*spinning).Add, Args(1, 2)), For(within))
		return v
	}
	v := run(false, 2*time.Second)
	require.Nil(t, v.Failure)
	require.Equal(t, sched.BoundHit, v.Every.Ending)
	require.Contains(t, v.Every.Says, "waits for another thread, it lacks a runtime.Gosched")
	require.NotContains(t, v.Every.Says, "Options")
	require.Less(t, v.Every.Executions, 500)
	failure := run(true, time.Minute).Failure
	require.NotNil(t, failure)
	require.Equal(t, "linearizable", failure.Rule)
}

// An operation that was cut off right before its return, in the picture, ends after all calls.
func TestPicture_CutOff(t *testing.T) {
	m := fifoMachine(t)
	pushed := m.answered(m.instance(m.ops[0], []reflect.Value{reflect.ValueOf(1)}), []reflect.Value{reflect.ValueOf(true)})
	ops := []model.Operation{
		{Client: 1, Call: 1, Return: 2, Invocation: pushed},
		{Client: 2, Call: 3, Return: math.MaxInt64, Invocation: pushed},
		{Client: 3, Call: 9, Return: math.MaxInt64, Invocation: pushed.instance},
	}
	require.True(t, newJudge(exact{m}, Linearizable).explains(ops))
	for _, o := range drawable(ops) {
		require.Less(t, o.Call, o.Return)
	}
}
