package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// A structure's own thread may outlive the crew, and be blocked for ever.
func TestCrew_LeavesOtherThreads(t *testing.T) {
	program := func(leave bool) func() {
		return func() {
			var mu sync.Mutex
			var n atomic.Int64
			mu.Lock()
			engine.Go("server", func() { n.Add(1); mu.Lock() })
			c := engine.NewCrew()
			c.Go("a", func() { n.Add(1) })
			c.Go("b", func() { n.Add(1) })
			c.Join()
			if n.Load() < 2 {
				engine.Assert("Join did not wait")
			}
			if leave {
				c.Leave()
			}
		}
	}
	r := engine.Search(program(true), engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Greater(t, r.Executions, 2)
	r = engine.Search(program(false), engine.Options{})
	require.Equal(t, report.RuleLeak, r.Failure.Rule)
}

// A member that is blocked for ever is a deadlock.
func TestCrew_Deadlock(t *testing.T) {
	r := engine.Search(func() {
		var mu sync.Mutex
		mu.Lock()
		c := engine.NewCrew()
		c.Go("a", func() { mu.Lock() })
		c.Join()
		c.Leave()
	}, engine.Options{})
	require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
}
