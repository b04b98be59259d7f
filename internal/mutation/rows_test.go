package mutation

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pageRow is a row of docs/seeds.md.
type pageRow struct{ feature, tests string }

func pageRows(t *testing.T) (rows []pageRow) {
	page, err := os.ReadFile(filepath.Join(root, "docs/seeds.md"))
	require.NoError(t, err)
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if strings.HasPrefix(line, "| ") && len(cells) == 3 && !strings.HasPrefix(line, "| Feature |") {
			rows = append(rows, pageRow{strings.TrimSpace(cells[0]), cells[2]})
		}
	}
	return rows
}

// Each row of docs/seeds.md has a break of a test that the row names, or is held by a stage of
// CI that makes such breaks.
func TestRows_EachHasABreak(t *testing.T) {
	held := map[string]bool{}
	rows := pageRows(t)
	require.Greater(t, len(rows), 50)
	for _, b := range Rows() {
		var of []string
		for _, r := range rows {
			if strings.HasPrefix(r.feature, b.Row) {
				of = append(of, r.feature)
				held[r.feature] = true
				require.True(t, names(r.tests, b.Test), "the row %q does not name %s", b.Row, b.Test)
			}
		}
		require.Len(t, of, 1, "rows that begin with %q", b.Row)
	}
	for _, r := range rows {
		if strings.HasPrefix(r.feature, "clean under Valgrind") {
			continue // the mutants of the table whose rule is "no data race" are its breaks
		}
		require.True(t, held[r.feature], "nothing breaks the row %q", r.feature)
	}
}

// names reports whether the cell names a test, or the test that it is a part of.
func names(cell, test string) bool {
	for test != "." {
		if strings.Contains(cell, "`"+test+"`") {
			return true
		}
		test = path.Dir(test)
	}
	return false
}

// A break is stale if its text is no longer in the file exactly once.
func TestRows_ApplyToTheCodeAsItIs(t *testing.T) {
	rowGroups(t)
	for _, b := range Rows() {
		_, err := Alone(root, b.Mutant)
		require.NoError(t, err, "%s: %s", b.Row, b.Mechanism)
	}
}
