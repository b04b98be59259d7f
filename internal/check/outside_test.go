package check_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// A module outside this one declares the command as its tool, and checks its own unchanged packages.
func TestOutsideModule(t *testing.T) {
	long.Skip(t, "this builds the command")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	stealproof := func(args ...string) (code int, stdout, stderr string) {
		c := exec.CommandContext(t.Context(), "go", append([]string{"tool", "stealproof"}, args...)...)
		c.Dir = "testdata/outside"
		var out, problems bytes.Buffer
		c.Stdout, c.Stderr = &out, &problems
		if err := c.Run(); err != nil {
			require.ErrorAs(t, err, new(*exec.ExitError), problems.String())
		}
		return c.ProcessState.ExitCode(), out.String(), problems.String()
	}

	code, out, problems := stealproof("check", "-run", "^TestBounded$", "./deque")
	require.Equal(t, 0, code, problems)
	require.Contains(t, problems, "deque/other_test.go: not rewritten")
	require.Contains(t, out, "TestBounded  steps")
	require.Contains(t, out, "exhausted")

	// In parts, each searched by its own process, the verdict is the same.
	code, out, problems = stealproof("check", "-j", "3", "-json", "-run", "^TestBounded$", "./deque")
	require.Equal(t, 0, code, problems)
	var r report.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, report.Exhausted, r.Ending)
	for part := range 3 {
		require.Contains(t, problems, fmt.Sprintf("TestBounded: part %d/3 exhausted", part+1))
	}

	code, out, problems = stealproof("check", "-json", "-run", "^TestCareless$", "./deque")
	require.Equal(t, 1, code, problems)
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, report.RuleAssertion, r.Rule)
	require.Equal(t, "item 1 was taken 2 times", r.Detail)
	end := len(r.Trace) - 2
	for _, s := range r.Trace[:end] {
		require.Regexp(t, `^deque/deque\.go:\d+$`, s.Pos)
	}
	require.Equal(t, "s.Wait(): all others have ended", r.Trace[end].Text)
	require.Equal(t, "fails: item 1 was taken 2 times", r.Trace[end+1].Text)
	require.Regexp(t, `^deque/deque_test\.go:\d+$`, r.Trace[end+1].Pos)

	code, out, problems = stealproof("replay", r.Token)
	require.Equal(t, 1, code, problems)
	require.Contains(t, out, "item 1 was taken 2 times")

	code, _, problems = stealproof("replay", r.Token[1:])
	require.Equal(t, 2, code)
	require.Equal(t, "stealproof: the token is damaged; copy all of it\n", problems)

	code, _, problems = stealproof("check", "-run", "^TestNone$", "./deque")
	require.Equal(t, 2, code)
	require.Contains(t, problems, "nothing was checked")

	// This test has its module inside the directory of the module that it uses, and only a test imports that
	// module.
	code, out, problems = stealproof("check", "-json", "./family")
	require.Equal(t, 0, code, problems)
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, report.Exhausted, r.Ending)
	require.Greater(t, r.Executions, 2)

	// If three scenarios of a deque fail, the rest are skipped. If only one thread is left and never ends, the
	// report names its position.
	code, out, problems = stealproof("check", "./suite")
	require.Equal(t, 1, code, problems)
	require.Regexp(t, `(?m)^Found: 3 searches failed\. `, out)
	require.Contains(t, strings.Join(strings.Fields(out), " "), "steps, in the loop at suite/suite.go:54 ", "the table folds it")

	code, _, problems = stealproof("check", "./dotted")
	require.Equal(t, 2, code)
	require.Contains(t, problems, "dotted/dotted.go:5: ")
}
