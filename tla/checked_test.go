package tla_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// No row was edited since it was run.
func TestChecked_NoRowWasEdited(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range all {
		require.NoError(t, m.Unchecked())
	}
}

// An edit of a module, of a row's properties or of its result is noticed without a run. An edit
// of a comment is none.
func TestChecked_AnEditIsNoticed(t *testing.T) {
	for _, c := range []struct {
		name, file, old, new string
		seen                 bool
	}{
		{"a property of a module", "deque/MCChaseLev.tla", "NoNil == taken[Nil] = 0", "NoNil == TRUE", true},
		{"a liveness property", "deque/MCChaseLev.tla", "AllTaken == <>[](Present = {})", "AllTaken == <>(Present = {})", true},
		{"a step property", "deque/MCChaseLev.tla", "Fifo ==\n", "Fifo == [][TRUE]_vars\nFifoOfOld ==\n", true},
		{"an invariant", "deque/MCChaseLev.tla", "I4 == \\A", "I4 == TRUE\nI4OfOld == \\A", true},
		{"termination", "pool/MCJoin.tla", "AllEnd == ", "AllEnd == <>TRUE\nAllEndOfOld == ", true},
		{"an invariant of a module without a machine", "pool/MCSpares.tla", "NobodyLeft == ", "NobodyLeft == TRUE\nNobodyLeftOfOld == ", true},
		{"an invariant of waiting", "pool/MCPark.tla", "NoLostLatch ==", "NoLostLatch == TRUE\nNoLostLatchOfOld ==", true},
		{"a condition of fairness", "deque/MCChaseLev.tla", "WF_vars(thief(1))", "\\A i \\in Thief : WF_vars(thief(i))", true},
		{"the algorithm", "deque/ABP.tla", "(* --algorithm ABP {", "(* --algorithm ABP { skip;", true},
		{"a module that another one uses", "deque/AtomicDeque.tla", "EXTENDS ", "EXTENDS TLC, ", true},
		{"a string", "pool/Park.tla", `"LookFirst"`, `"Look First"`, true},
		{"the properties of a group", "deque/ChaseLev.json", `"NoNil",`, ``, true},
		{"the properties of a row", "deque/ChaseLev.json", `"invariants": ["safety", "NobodyWaits"]`, `"invariants": ["safety"]`, true},
		{"a constant", "deque/ChaseLev.json", `"Items": 2`, `"Items": 1`, true},
		{"a count", "deque/ChaseLev.json", `"distinct": 2147`, `"distinct": 2148`, true},
		{"an action that need not be taken", "pool/Isolate.json", `"never": {`, `"never": {"Fork: TRUE": "rare",`, true},
		{"that every action is taken", "pool/TwoQueue.json", `"covers": true,`, ``, true},
		{"what a row shows", "deque/ChaseLev.json", `"shows": "all safety properties, and that nobody ever waits"`, `"shows": "something"`, false},
		{"a comment in a line", "deque/MCChaseLev.tla", "NoNil == taken[Nil] = 0", "NoNil == taken[Nil] = 0 \\* (* nobody \"", false},
		{"a comment in a block", "deque/MCChaseLev.tla", "NoNil == taken[Nil] = 0", "(* of (* two *)\n lines *)\n\nNoNil == taken[Nil] = 0", false},
		{"a comment in the algorithm", "deque/ABP.tla", "(* --algorithm ABP {", "(* --algorithm ABP { (* one *) \\* two", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
			require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
			text, err := os.ReadFile(root + "/tla/" + c.file)
			require.NoError(t, err)
			require.Contains(t, string(text), c.old)
			require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.Replace(string(text), c.old, c.new, 1)), 0o644))
			m, err := tla.Checkout(root).Find(strings.TrimPrefix(strings.TrimSuffix(path.Base(c.file), path.Ext(c.file)), "MC"))
			require.NoError(t, err)
			found := m.Unchecked()
			if !c.seen {
				require.NoError(t, found)
				return
			}
			require.ErrorContains(t, found, "were edited since it was run; run go -C internal/lab run . ")
		})
	}
}
