package check_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
)

var outcomeLine = regexp.MustCompile(`(?m)outcome (.*)$`)

// outcomesIn returns the lines with outcomes.
func outcomesIn(output string) map[string]bool {
	seen := map[string]bool{}
	for _, m := range outcomeLine.FindAllStringSubmatch(output, -1) {
		seen[strings.TrimSpace(m[1])] = true
	}
	return seen
}

// Each bug with channels is found, its correction is exhausted, and the outcomes of real runs are among
// those of all schedules.
func TestChannels(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	const dir = "./testdata/channels"
	b, err := check.Build(t.Context(), check.Source{Dir: ".", Rewrite: []string{dir}, Test: dir, Tests: true})
	require.NoError(t, err)
	defer b.Close()
	out, err := b.Run(t.Context(), check.Plan{})
	require.NoError(t, err)
	require.False(t, out.Failed, "%s", out.Output)
	require.Contains(t, string(out.Output), "--- PASS: TestPairs")
	explored := outcomesIn(string(out.Output))

	text, err := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-run", "TestLitmus", dir).CombinedOutput()
	require.NoError(t, err, "%s", text)
	real := outcomesIn(string(text))
	require.Greater(t, len(real), 35)
	for o := range real {
		require.True(t, explored[o], "a real run shows what no schedule shows: %s\n%s", o, out.Output)
	}
	t.Logf("%d outcomes of real runs, %d explored", len(real), len(explored))
}
