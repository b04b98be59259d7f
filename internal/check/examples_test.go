package check_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
)

// The examples of package sched print the right output when they are rewritten, as users run them.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	const examples = "../../model/sched/examples"
	b, err := check.Build(t.Context(), check.Source{Dir: ".", Rewrite: []string{examples}, Test: examples, Tests: true})
	require.NoError(t, err)
	defer b.Close()
	out, err := b.Run(t.Context(), check.Plan{})
	require.NoError(t, err)
	require.False(t, out.Failed, "%s", out.Output)
	require.Empty(t, out.Died, "%s", out.Output)
	require.Len(t, out.Reports, 2, "two examples call Explore")
	require.Equal(t, 11, strings.Count(string(out.Output), "\n--- PASS: TestExample"), "%s", out.Output)
	require.NotContains(t, string(out.Output), "--- SKIP")
}
