package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
)

func TestQuoted(t *testing.T) {
	for _, c := range []struct{ command, says, fails string }{
		{"true", "exit code 0", ""},
		{"echo no; false", "", "exit code 1, want 0:\nno\n"},
		{"false # it finds the fault, and exits 1", "exit code 1", ""},
		{"true # exits 1", "", "exit code 0, want 1"},
		{"(exit 2) # exits 1", "", "exit code 2, want 1"},
		{"echo existing # exits 10 files", "exit code 0", ""},
	} {
		says, err := quoted(t.Context(), t.TempDir(), c.command, time.Minute)
		if c.fails != "" {
			require.ErrorContains(t, err, c.fails, c.command)
			continue
		}
		require.NoError(t, err, c.command)
		require.Equal(t, c.says, says, c.command)
	}
	says, err := quoted(t.Context(), t.TempDir(), "sleep 1000", 50*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, "still running, and interrupted", says)
}

func TestDocs_OneCommand(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "", "docs", "-run", "^go -C internal/lab run . tlc -list")
	require.Equal(t, console.ExitHeld, code, stderr+stdout)
	require.Contains(t, stdout, "1 command, 0 failed\n")
	code, _, stderr = call(t, t.Context(), "", "docs", "-run", "^no-such")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "lab: no quoted command matches\n", stderr)
	for _, flag := range []string{"-each=0s", "-j=0"} {
		code, _, _ = call(t, t.Context(), "", "docs", flag)
		require.Equal(t, console.ExitUsage, code, flag)
	}
}

// Commands that run beside each other are all counted, and a failure of one is reported.
func TestDocs_BesideEachOther(t *testing.T) {
	var out strings.Builder
	q := quoting{Command: &console.Command{Stdout: &out}, each: time.Minute, j: 2}
	dir := t.TempDir()
	failed, err := q.runAll(t.Context(), dir, []line{ // each of the first two waits for the other
		{"a.md:1", "touch a; until test -e b; do sleep 0.01; done"},
		{"a.md:2", "touch b; until test -e a; do sleep 0.01; done"},
		{"a.md:3", "false"}, {"a.md:4", "false"},
	})
	require.NoError(t, err)
	require.Equal(t, 2, failed)
	require.Equal(t, console.ExitBroken, q.Code)
	require.Equal(t, 2, strings.Count(out.String(), "FAILED: exit code 1, want 0"), out.String())
	require.Equal(t, 2, strings.Count(out.String(), "exit code 0"), out.String())
}
