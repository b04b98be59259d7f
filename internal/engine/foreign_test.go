package engine_test

import (
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"sync"
	realatomic "sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/goid"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

// Rewritten code on a goroutine that the scheduler does not own ends the search.
func TestForeign(t *testing.T) {
	if goid.Goroutine() == 0 {
		t.Skip("goroutines cannot be told apart here")
	}
	const child = "STEALPROOF_FOREIGN"
	if os.Getenv(child) == "" { // such a search leaves a goroutine behind
		c := exec.Command(os.Args[0], "-test.run=^TestForeign$")
		c.Env = append(os.Environ(), child+"=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	r := search(func(s *sched.S) {
		s.Go(func() {
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				engine.On()
			}()
			<-ended
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleStray, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "foreign_test.go:")
	r = search(func(s *sched.S) { s.Wait() }, engine.Options{})
	require.Equal(t, report.BoundHit, r.Ending)
	require.Equal(t, report.LeftBehind, r.Bound)
}

// A parallel test may run rewritten code beside a search.
func TestForeign_ParallelTest(t *testing.T) {
	begun, met := make(chan struct{}), make(chan struct{})
	begin := sync.OnceFunc(func() { close(begun) })
	t.Run("beside", func(t *testing.T) {
		// Not by t.Parallel: with one processor, parallel tests run one after the other.
		var other sync.WaitGroup
		other.Go(func() {
			t.Run("other", func(t *testing.T) {
				<-begun
				require.False(t, engine.On())
				close(met)
			})
		})
		defer other.Wait()
		t.Run("search", func(t *testing.T) {
			r := search(func(s *sched.S) {
				s.Go(func() {
					begin()
					<-met
				})
				s.Wait()
			}, engine.Options{Executions: 1})
			require.Nil(t, r.Failure)
		})
	})
}

// A thread that calculates after such a goroutine was met comes to its end, however long that takes. The search ends
// by itself then, and later ones are not refused.
func TestForeign_ThreadGoesOn(t *testing.T) {
	if goid.Goroutine() == 0 {
		t.Skip("goroutines cannot be told apart here")
	}
	if builtWithRace() {
		t.Skip("the foreign goroutine asks for the current thread, and nothing orders that")
	}
	const child = "STEALPROOF_FOREIGN"
	if os.Getenv(child) == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestForeign_ThreadGoesOn$")
		c.Env = append(os.Environ(), child+"=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	r := search(func(s *sched.S) {
		s.Go(func() {
			var begun realatomic.Bool
			go func() {
				begun.Store(true)
				engine.On()
			}()
			for !begun.Load() {
			}
			for start := time.Now(); time.Since(start) < 700*time.Millisecond; { // more than three times the grace
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleStray, r.Failure.Rule)
	r = search(func(s *sched.S) { s.Go(func() {}); s.Wait() }, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%s", r.Bound)
}

// builtWithRace reports whether Go's race detector watches this process.
func builtWithRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
