package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// After a mend, the token of a failure no longer fails. If the code has changed and still fails, it is a failure.
func TestReplay_AfterAMend(t *testing.T) {
	long.Skip(t, "this builds a module")
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterTest})
	code, r, stderr := checked(t, "./counter")
	require.Equal(t, console.ExitBroken, code, stderr)
	change := func(from, to string) {
		require.NoError(t, os.WriteFile("counter/counter.go", []byte(strings.Replace(counter, from, to, 1)), 0o666))
	}
	replay := func() (code int, stdout string) {
		code, stdout, _ = call(t, t.Context(), "", "replay", r.Token)
		return code, strings.Join(strings.Fields(stdout), " ")
	}

	change("c.n.Store(c.n.Load() + 1)", "c.n.Add(1)")
	code, stdout := replay()
	require.Equal(t, console.ExitHeld, code)
	require.Equal(t, "TestAdd no longer fails: under the token's schedule it breaks no rule. The recorded execution had other steps, so the code has changed since. "+
		"Not looked into: other schedules. Next: stealproof check -run '^TestAdd$' example.org/somebodys/counter", stdout)
	change("c.n.Store(c.n.Load() + 1)", "c.n.Store(1)")
	code, stdout = replay()
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "VIOLATION TestAdd rule broken: assertion the counter is 1")
	require.Contains(t, stdout, "The recorded execution had other steps, so the code has changed since.")
	require.NotContains(t, stdout, "no longer fails")
}

// The replay line works as it is printed, if the command is a tool of the module.
func TestReplay_LineOfATool(t *testing.T) {
	takesLong(t)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(root, "internal/check/testdata/outside/go.mod"))
	require.NoError(t, err)
	require.Contains(t, string(mod), "tool github.com/stealproof/stealproof/cmd/stealproof")
	sum, err := os.ReadFile(filepath.Join(root, "internal/check/testdata/outside/go.sum"))
	require.NoError(t, err)
	text := strings.Replace(string(mod), "=> ../../../..", "=> "+root, 1)
	require.Contains(t, text, "=> "+root)
	somebodys(t, text, map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterTest, "go.sum": string(sum)})
	t.Setenv(report.EnvCommand, "")
	check := exec.CommandContext(t.Context(), "go", "tool", "stealproof", "check", "./counter")
	out, _ := check.Output() // it fails, since there is a violation
	_, line, found := strings.Cut(string(out), "replay: ")
	require.True(t, found, "%s", out)
	line, _, _ = strings.Cut(line, "\n")
	require.Regexp(t, `^go tool stealproof replay \S+$`, line)
	words := strings.Fields(line)
	out, _ = exec.CommandContext(t.Context(), words[0], words[1:]...).Output()
	require.Contains(t, string(out), "the counter is 1")
}
