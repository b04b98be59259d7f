package campaign

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

// committed returns the committed matrix.
func committed(t *testing.T) Matrix {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	file, err := Newest(root, OfMatrix)
	require.NoError(t, err)
	require.NotEmpty(t, file)
	cells, err := Read(file)
	require.NoError(t, err)
	all, err := mutation.All(root)
	require.NoError(t, err)
	digests, err := Digests(root, all)
	require.NoError(t, err)
	return Matrix{Mutants: all, Digests: digests, Cells: cells, Source: SourceOf(file)}
}

// The results of the current code are complete and agree with the texts about the mutants. Cells
// of older code do not count.
func TestResults(t *testing.T) {
	x := committed(t)
	t.Run("the scheduler finds what the table expects", func(t *testing.T) {
		checked := 0
		for _, m := range mutation.Table() {
			row := x.Row(m.Name)
			var rules []string
			ran := false
			for _, d := range []Detector{Step, History, Race} {
				c, is := row[d]
				ran = ran || is
				if c.Verdict == Killed {
					rules = append(rules, c.Rule)
				}
			}
			switch {
			case len(rules) > 0:
				require.Contains(t, rules, m.Expect, m.Name)
			case ran:
				require.Empty(t, m.Expect, "%s: the scheduler finds nothing", m.Name)
			}
			if ran {
				checked++
			}
		}
		require.Positive(t, checked)
	})
	t.Run("each model is a configuration", func(t *testing.T) {
		for _, m := range x.Mutants {
			if m.Model != "" {
				_, _, err := configuration(m.Model)
				require.NoError(t, err, m.Name)
			}
		}
	})
	t.Run("nobody notices what is equivalent", func(t *testing.T) {
		for name := range mutation.Equivalent() {
			require.Empty(t, killers(x.Row(name)), name)
		}
	})
	t.Run("somebody says why one kind of detector is enough", func(t *testing.T) {
		require.Empty(t, x.Unexplained())
	})
	t.Run("each mutant was run as the code is now, and no survivor is unexplained", func(t *testing.T) {
		for _, m := range x.Mutants {
			require.Contains(t, []Standing{Twice, Once, Equivalent}, x.Standing(m), m.Name)
		}
		for _, c := range x.Stale() {
			require.Failf(t, "a cell is of older code", "%s of %s: go -C internal/lab run . mutants -all fills it anew", c.Detector, c.Mutant)
		}
	})
	t.Run("each detector that looks at a mutant has a cell of it", func(t *testing.T) {
		require.Empty(t, x.Missing(), "go -C internal/lab run . mutants -all fills them")
	})
	t.Run("no reason is left of what several notice", func(t *testing.T) {
		for _, m := range x.Mutants {
			if mutation.Enough()[m.Name] != "" {
				assert.Equal(t, Once, x.Standing(m), m.Name)
			}
		}
	})
	t.Run("the pages are of these results", func(t *testing.T) {
		for name, want := range map[string]string{Page: x.Document(), RowsPage: x.Rows()} {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", name))
			require.NoError(t, err)
			require.Equal(t, want, string(text), "write it anew: go -C internal/lab run . mutants -document")
		}
	})
	t.Run("the file has nothing that says nothing", func(t *testing.T) {
		require.Equal(t, x.lasting(), x.Cells)
	})
}
