package fuzz_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/model/sched"
)

// TestSchedClassic does what TestSched does with package pool/classic. All that its
// documents describe and that is wrong is in the same binary, behind a switch: its
// TestSched_Mutants turns it.
func TestSchedClassic(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	of := check.Classic("..")
	of.Text = edits(t, filepath.Join("..", "pool", "classic"))
	args := []string{fmt.Sprintf("-test.short=%v", testing.Short() || !*long)}
	const faults = "^TestSched_(DeadJoin|TwoQueues|Mutants)$" // half of the time
	plans := []check.Plan{{Run: faults, Args: args}, {Run: "^TestSched_", Args: append(args, "-test.skip="+faults)}}
	searches(t, of, args, plans...)
}

// edits makes the changes of testdata/mutants.txt: "--- file", what is there, "+++", and
// what takes its place.
func edits(t *testing.T, dir string) map[string][]byte {
	table, err := os.ReadFile(filepath.Join(dir, "testdata", "mutants.txt"))
	require.NoError(t, err)
	all := map[string][]byte{}
	for _, change := range strings.Split(string(table), "\n--- ")[1:] {
		head, after, found := strings.Cut(change, "\n+++\n")
		require.True(t, found, change)
		name, before, _ := strings.Cut(head, "\n")
		file, err := filepath.Abs(filepath.Join(dir, name))
		require.NoError(t, err)
		if all[file] == nil {
			all[file], err = os.ReadFile(file)
			require.NoError(t, err)
		}
		require.Equal(t, 1, strings.Count(string(all[file]), before), "%s holds this once:\n%s", name, before)
		all[file] = []byte(strings.Replace(string(all[file]), before, strings.TrimSuffix(after, "\n"), 1))
	}
	require.NotEmpty(t, all)
	return all
}
