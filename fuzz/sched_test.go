package fuzz_test

import (
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// TestSched builds this package's tests once more, with the deques rewritten for
// the scheduler, and runs those that are called TestSched_ something. Their
// searches are its subtests.
func TestSched(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	if testing.CoverMode() != "" {
		t.Skip("with -cover the go command takes no overlay")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS EXPLORED: %v", err)
	}
	b, err := check.Build(t.Context(), check.Ours(".."))
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	// "-run TestSched/TestSched_Deques/abp" runs TestSched_Deques/abp.
	run := "^TestSched_"
	if _, inner, found := strings.Cut(flag.Lookup("test.run").Value.String(), "/"); found {
		run = inner
	}
	out, err := b.Run(t.Context(), check.Plan{Run: run, Args: []string{fmt.Sprintf("-test.short=%v", testing.Short())}})
	require.NoError(t, err)
	broken := false
	for _, r := range out.Reports {
		t.Run(r.Test, func(t *testing.T) {
			t.Logf("%s: %d executions, at most %d steps, %.3fs", r.Ending, r.Executions, r.Deepest, r.Seconds)
			if r.Text != "" {
				broken = true
				t.Error(r.Text)
			}
		})
	}
	require.NotEmpty(t, out.Reports, "nothing was explored\n%s", out.Output)
	if out.Failed && !broken {
		require.Fail(t, "the rewritten tests failed", "%s", out.Output)
	}
}

// Each deque, as it is shipped, in small scenarios of every sort.
func TestSched_Systematic(t *testing.T) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			wsqtest.ExploreAll(t, m.New, wsqtest.Options[*wsqtest.Item]{})
		})
	}
}

// And in larger ones: owner and thieves with two operations each, on the way to a
// larger and a smaller array, and round it.
func TestSched_Deques(t *testing.T) {
	for _, m := range wsqtest.Family() {
		for _, c := range []struct {
			capacity int
			text     string
		}{
			{4, "push push pop pop | steal | steal"},
			{2, "push push ; push push pop pop | steal | steal"},
			{4, "push*3 steal*3 ; push push pop pop | steal | steal"},
		} {
			t.Run(fmt.Sprintf("%s/%d: %s", m.Name, c.capacity, c.text), func(t *testing.T) {
				sc, err := model.ParseScenario(c.text)
				require.NoError(t, err)
				r := wsqtest.Explore(t, m.New, c.capacity, sc, wsqtest.Options[*wsqtest.Item]{})
				require.Equal(t, sched.Exhausted, r.Ending)
			})
		}
	}
}
