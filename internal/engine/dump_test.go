package engine_test

import (
	"runtime/pprof"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// leaves is the function of a thread that has not ended.
func leaves(mu *sync.Mutex) { defer mu.Unlock(); mu.Lock() }

// A leak checker sees the goroutines of the program, and none of the scheduler.
func TestStack_OfTheProgram(t *testing.T) {
	look := func() string {
		buf := make([]byte, 1<<20)
		return string(buf[:runtime.Stack(buf, true)])
	}
	require.Equal(t, sched.Exhausted, sched.Search(func(s *sched.S) {
		s.Go(func() {})
		s.Wait()
		all := look()
		require.Contains(t, all, "TestStack_OfTheProgram.func2(")
		require.Contains(t, all, "testing.tRunner(")
		require.NotContains(t, all, "internal/engine.(*")
		require.NotContains(t, all, "iter.Pull")
		require.NotContains(t, all, "engine_test.leaves(", "no thread is left")
		require.NotContains(t, all, "\n\n\n", "a thread that has ended has no stack")

		var mu sync.Mutex
		mu.Lock()
		s.Go(func() { leaves(&mu) })
		all = look()
		require.Equal(t, 1, strings.Count(all, "engine_test.leaves("), all)
		require.NotContains(t, all, "internal/engine.(*")
		mu.Unlock()
		s.Wait()
	}, sched.Options{}).Ending)
	require.Contains(t, look(), "TestStack_OfTheProgram(")
	require.NotContains(t, look(), "internal/engine.(*", "threads are kept for later searches")
}

// Where other code shows the goroutines of the scheduler, a failure may come from there.
func TestDump_OfAProfile(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		s.Go(func() {})
		s.Wait()
		var all strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&all, 2)
		s.Errorf("leaked: %s", all.String())
	}, sched.Options{})
	require.Equal(t, sched.NotChecked, r.Ending)
	require.Equal(t, report.RuleWorld, r.Failure.Rule)
}

// A goroutine that rewritten code has started outside of a search belongs to the program.
func TestDump_OfAnOutsider(t *testing.T) {
	runs, stop := make(chan bool), make(chan bool)
	engine.GoOutside(0, func() { waitsOutside(runs, stop) })
	<-runs
	dump := engine.Dump()
	close(stop)
	require.Contains(t, dump, "engine_test.waitsOutside(")
	require.NotContains(t, dump, "GoOutside")
}

func waitsOutside(runs, stop chan bool) {
	close(runs)
	<-stop
}
