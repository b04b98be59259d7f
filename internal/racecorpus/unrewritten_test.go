package racecorpus_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/racecorpus"
	"github.com/stealproof/stealproof/internal/report"
)

var update = flag.Bool("update", false, "write UNREWRITTEN.md")

const home = "github.com/stealproof/stealproof"

// found is what a search of a program has found.
type found struct {
	ending report.Ending
	given  []string
	race   bool
	detail string
}

func (f found) String() string {
	if f.race {
		return "data race"
	}
	return string(f.ending)
}

// searched returns the results of the searches of a test, by the name of the program.
func searched(t *testing.T, test string, watched bool) map[string]found {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	b, err := check.Build(t.Context(), check.Source{
		Dir: root, Rewrite: []string{home + "/internal/racecorpus"}, Test: home + "/internal/racecorpus/search", Race: watched,
	})
	if err != nil && watched {
		if _, missing := exec.LookPath("cc"); missing != nil {
			t.Skipf("UNREWRITTEN CODE WAS NOT LOOKED INTO: %v", err)
		}
	}
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	out, err := b.Run(t.Context(), check.Plan{Run: "^" + test + "$", Report: func(report.Report) {}})
	require.NoError(t, err)
	all := map[string]found{}
	for _, r := range out.Reports {
		require.Equal(t, watched, r.Watched)
		_, name, _ := strings.Cut(r.Test, "/")
		all[name] = found{r.Ending, r.Given, r.Rule == report.RuleRace, r.Detail}
	}
	return all
}

// nameOf returns the name of the program's subtest.
func nameOf(s racecorpus.Snippet) string { return strings.ReplaceAll(s.Name, " ", "_") }

// A race in code that is not rewritten is named or found: a search alone names each call to which a racy program
// gives memory, and with Go's race detector it finds the race. No program without a race is accused.
func TestUnrewritten(t *testing.T) {
	long.Skip(t, "this builds with Go's race detector")
	alone, watched := searched(t, "TestUnrewritten", false), searched(t, "TestUnrewritten", true)
	var table strings.Builder
	table.WriteString("# Races in code that is not rewritten\n\nThe programs of [`Unrewritten`](unrewritten.go), with what `go test -race` says on real cores (`TestCorpus_GoRaceDetector` holds it), what a search\nsays alone, and what it says with Go's race detector. A search alone names the calls that it has not looked into.\n`go test ./internal/racecorpus -run TestUnrewritten -update` writes this page.\n\n| program | go test -race | search alone | not looked into | search with Go's race detector |\n|---|---|---|---|---|\n")
	for _, s := range racecorpus.Unrewritten() {
		a, w := alone[nameOf(s)], watched[nameOf(s)]
		says := "no race"
		if s.Racy {
			says = "data race"
			require.True(t, a.race || len(a.given) > 0, "%s: exhausted without a word", s.Name)
			require.True(t, a.race || w.race, "%s: the race is not found: %v", s.Name, w)
		} else {
			require.False(t, a.race, "%s: accused: %s", s.Name, a.detail)
			require.Equal(t, report.Exhausted, a.ending, s.Name)
			require.False(t, w.race, "%s: accused: %s", s.Name, w.detail)
			require.Equal(t, report.Exhausted, w.ending, "%s: %s", s.Name, w.detail)
		}
		var calls []string
		for _, g := range a.given {
			name, _, _ := strings.Cut(g, " at ")
			calls = append(calls, name)
		}
		fmt.Fprintf(&table, "| %s | %s | %v | %s | %v |\n", s.Name, says, a, strings.Join(calls, ", "), w)
	}
	const page = "UNREWRITTEN.md"
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(table.String()), 0o666))
	}
	want, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, string(want), table.String(), "go test -update writes the page")
}

// Go's race detector under the scheduler agrees with the scheduler's own, which is off here, on all programs whose
// code is rewritten.
func TestAll_WithGoRaceDetectorAlone(t *testing.T) {
	long.Skip(t, "this builds with Go's race detector")
	watched := searched(t, "TestAll", true)
	for _, s := range racecorpus.All() {
		w := watched[nameOf(s)]
		if s.Missed != "" && !w.race {
			continue
		}
		require.Equal(t, s.Racy, w.race, "%s: %v: %s", s.Name, w.ending, w.detail)
	}
}
