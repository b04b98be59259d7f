package check_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

var update = flag.Bool("update", false, "write the golden files")

// failures returns the reports of the searches in testdata/failures, by test.
func failures(t *testing.T) map[string]report.Report {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	b, err := check.Build(t.Context(), check.Source{Dir: ".", Rewrite: []string{"./testdata/failures"}, Test: "./testdata/failures", Tests: true})
	require.NoError(t, err)
	defer b.Close()
	out, err := b.Run(t.Context(), check.Plan{})
	require.NoError(t, err)
	found := map[string]report.Report{}
	for _, r := range out.Reports {
		found[r.Test] = r
	}
	return found
}

// The golden files have the text that users see of a failure. They leave out the number of executions and the
// token.
func TestFailures_Golden(t *testing.T) {
	volatile := regexp.MustCompile(`(after) \d+ executions?|(stealproof replay) \S+`)
	found := failures(t)
	require.Greater(t, len(found), 10)
	for name, r := range found {
		t.Run(name, func(t *testing.T) {
			ending := report.Failed
			if report.IsLimit(r.Rule) {
				ending = report.NotChecked
			}
			require.Equal(t, ending, r.Ending)
			got := volatile.ReplaceAllString(r.Text, "$1$2 ...")
			file := filepath.Join("testdata", "failures", strings.TrimPrefix(name, "Test")+".golden")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), got, "run go test -update to write %s", file)
		})
	}
}
