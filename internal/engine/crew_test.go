package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/access"
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
	// The thread that waits for the members is the checker's own.
	text := r.Report(report.Token{}).Text
	require.Contains(t, text, "waits for ever")
	require.NotContains(t, text, "s.Wait()")
}

// A goroutine that the structure has started has a name of its own, in the sentence and in the table.
func TestCrew_NamesOfOtherThreads(t *testing.T) {
	r := engine.Search(func() {
		var n int
		var started atomic.Int64
		engine.Go("", func() { started.Store(1); *access.W(0, &n) = 1 })
		c := engine.NewCrew()
		for _, name := range []string{"thread 1", "thread 2"} {
			c.Go(name, func() {
				if started.Load() == 1 {
					*access.W(0, &n) = 2
				}
			})
		}
		c.Join()
		c.Leave()
	}, engine.Options{})
	require.Equal(t, report.RuleRace, r.Failure.Rule)
	text := r.Report(report.Token{}).Text
	require.Regexp(t, `plain write .* by thread [12] in step`, text)
	require.Regexp(t, `plain write .* by goroutine 1 in step`, text)
	require.NotRegexp(t, `thread \d \d`, text)
	require.Regexp(t, `(?m)^ *\d+ +goroutine 1 `, text)
}
