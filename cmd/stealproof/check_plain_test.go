package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/stretchr/testify/require"
)

// plainModule makes a module with four plain tests. One fails in some schedule, and one in none. One starts no
// goroutine, and one has too many schedules.
func plainModule(t *testing.T) {
	somebodysWith(t, map[string]string{
		"a/a_test.go": `package a

import (
	"sync"
	"sync/atomic"
	"testing"
)

func add(f func(*atomic.Int64)) int64 {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { f(&n) })
	}
	wg.Wait()
	return n.Load()
}

func TestLost(t *testing.T) {
	t.Run("row", func(t *testing.T) {
		if n := add(func(n *atomic.Int64) { n.Store(n.Load() + 1) }); n != 2 {
			t.Errorf("the sum is %d", n)
		}
	})
}

func TestSound(t *testing.T) {
	if n := add(func(n *atomic.Int64) { n.Add(1) }); n != 2 {
		t.Errorf("the sum is %d", n)
	}
}

func TestAlone(t *testing.T) {}

func TestLarge(t *testing.T) {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 10 {
				n.Add(1)
			}
		})
	}
	wg.Wait()
}
`,
		"b/b.go": "package b\n",
	})
}

// Plain tests are searched as they are, and the token of a failure repeats it.
func TestCheck_Plain(t *testing.T) {
	takesLong(t)
	plainModule(t)
	code, stdout, stderr := call(t, t.Context(), "", "check", "-tests", "Lost|Sound|Alone", "./...")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "VIOLATION  TestLost/row\n")
	require.Contains(t, stdout, "the sum is 1\n")
	require.Regexp(t, `TestSound +steps .* exhausted`, stdout)
	require.Contains(t, stdout, "TestAlone starts no goroutine. It has one schedule, which passed.")
	require.NotContains(t, stdout, "TestLost  ", "it starts no goroutine outside of its subtest")

	token := regexp.MustCompile(`replay (\S+)`).FindStringSubmatch(stdout)
	require.NotNil(t, token)
	code, stdout, stderr = call(t, t.Context(), "", "replay", token[1])
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "the sum is 1\n")

	code, stdout, stderr = call(t, t.Context(), "", "check", "-tests", "Sound|Alone", "./a")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, stdout, "exhausted")
}

// A search that is too large for its time runs with few preemptions, by PCT and at random.
func TestCheck_PlainFor(t *testing.T) {
	takesLong(t)
	plainModule(t)
	code, stdout, stderr := call(t, t.Context(), "", "check", "-tests", "Large", "-for", "3s", "./a")
	require.Equal(t, console.ExitCut, code, stderr)
	said := strings.Join(strings.Fields(stdout), " ")
	require.Regexp(t, `TestLarge has too many schedules for its time. It ran \d+ executions of the search for all schedules; .* with (at most )?\d+ preemptions?.*; \d+ executions of PCT in \d+ classes; \d+ random executions in \d+ classes\.`, said)
}

func TestCheck_PlainBadInput(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"-for divides its time among plain tests, so it needs -tests", []string{"check", "-for", "1s"}},
		{"-tests selects the tests itself, and does not take -run, -shard, -merge or -j", []string{"check", "-tests", ".", "-run", "X"}},
		{"-tests: error parsing regexp", []string{"check", "-tests", "("}},
	} {
		code, _, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code)
		require.Contains(t, stderr, c.want)
	}
}

// The line of a test that was not checked says what to do.
func TestReason(t *testing.T) {
	r := report.Report{Ending: report.NotChecked, Rule: report.RuleWorld, Detail: "It uses the network.\nmore"}
	require.Equal(t, "the test uses what the scheduler does not control, and its failure may come from there: It uses the network. "+
		"To do: Use a fake for it in this test, or run the test with go test.", reason(r))
}
