package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
)

// The tables of the pages are those that the command writes from the saved runs.
func TestTables_PageIsUpToDate(t *testing.T) {
	for name, write := range map[string]func(page string) (string, error){
		tablesPage:  func(page string) (string, error) { return withTables(page, "results") },
		servicePage: func(page string) (string, error) { return tablesOf(page, "results", []pageTable{serviceTable}) },
	} {
		page, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		written, err := write(string(page))
		require.NoError(t, err)
		require.True(t, string(page) == written, "%s is not what the saved runs say: run go -C internal/lab run . tables", name)
	}
}

// A run of a checkout with changes does not count as a run of its commit.
func TestTables_NameChanges(t *testing.T) {
	for version, want := range map[string]string{
		"0123456789ab":                "commit 0123456,",
		"0123456789ab+dirty.89abcdef": "commit 0123456 with changes,",
	} {
		require.Contains(t, pageRun{}.source(benchDocument{Version: version}), want)
	}
}

// Only the text from a marker to the end of its table is replaced.
func TestTables_RestOfThePageStays(t *testing.T) {
	saved := pageTables
	t.Cleanup(func() { pageTables = saved })
	pageTables = []pageTable{{name: "one", make: func([]benchDocument) ([]string, [][]string, error) {
		return []string{"A", "B"}, [][]string{{"1", "2"}}, nil
	}}}
	const table = "<!-- table one -->\n*of a run*\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"
	for _, old := range []string{"<!-- table one -->\n", "<!-- table one -->\n*a run*\n\n| old |\n", table} {
		written, err := withTables("before\n\n"+old+"\n| kept |\n*kept*\n", "results")
		require.NoError(t, err)
		require.Equal(t, "before\n\n<!-- table one -->\n\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n| kept |\n*kept*\n", written)
	}
	_, err := withTables("no marker", "results")
	require.EqualError(t, err, `the page has no place for table "one"`)
	_, err = withTables("<!-- table two -->\n<!-- table one -->\n", "results")
	require.EqualError(t, err, `there is no table "two" to write`)
}

func TestTables_ShowPrintsASavedRun(t *testing.T) {
	for file, says := range map[string]string{
		"pool":   `    ours, Take / chili 0\.2\.1 +fib\(32\), 1 worker +\S+ x +\S+ x +<= 1 x  (met|missed)`,
		"sched":  `  ours, steps +3 3 2 2 +21,945 +\S+ ms +\S+ ms`,
		"deques": `  chaselev +1 thread +\S+ ns +\S+ ns +\S+ ns`,
	} {
		code, stdout, stderr := call(t, t.Context(), "", "tables", "-show", "results/"+file+".json.gz")
		require.Equal(t, console.ExitHeld, code, stderr)
		require.Regexp(t, "(?m)^"+says, stdout, file)
	}
	text := filepath.Join(t.TempDir(), "text.json")
	require.NoError(t, os.WriteFile(text, []byte("rows"), 0o600))
	for file, says := range map[string]string{
		"testdata/none": "-show: open testdata/none: no such file or directory",
		text:            "-show: " + text + " is not a file that -save writes: invalid character 'r' looking for beginning of value",
	} {
		code, _, stderr := call(t, t.Context(), "", "tables", "-show", file)
		require.Equal(t, console.ExitUsage, code)
		require.Equal(t, "lab: "+says+"\n", stderr)
	}
}

// A row that is newer than the saved run is left out, and any other missing row is an error.
func TestTables_LaterRows(t *testing.T) {
	d, err := readRun("results/pool.json.gz")
	require.NoError(t, err)
	d.Rows = slices.DeleteFunc(d.Rows, func(r benchRow) bool { return slices.Contains(laterRows, r.What) })
	listed := func() (names []string) {
		_, rows, err := handOverTable.make([]benchDocument{d})
		require.NoError(t, err)
		for _, r := range rows {
			names = append(names, r[0])
		}
		return names
	}
	require.NotContains(t, listed(), "ours, on the caller")
	require.Len(t, listed(), len(handOverRows)-len(laterRows))
	d.Rows = append(d.Rows, benchRow{Group: handOverGroups[1], What: "ours, on the caller", Scenario: "after 300 us", Unit: nanoseconds, Values: []float64{7}}.judged())
	require.Contains(t, listed(), "ours, on the caller")

	d.Rows = slices.DeleteFunc(d.Rows, func(r benchRow) bool { return r.What == "ours, Run" })
	_, _, err = handOverTable.make([]benchDocument{d})
	require.EqualError(t, err, `the run has no row "ours, Run"`)
}
