package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
)

var update = flag.Bool("update", false, "write the golden files")

// call runs the command and returns its exit code and its output.
func call(t *testing.T, ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(ctx, args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	require.NoError(t, d.Decode(into), "%s", text)
	require.ErrorIs(t, d.Decode(new(any)), io.EOF, "more than one document")
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "go test -update writes %s", file)
}

func TestUsage(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "")
	require.Equal(t, console.ExitUsage, code)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "EXAMPLES")
	code, _, stderr = call(t, t.Context(), "", "check")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "lab: unknown verb \"check\"; want bench, controls, corpus, mutants, docs, tables, explore, tlc or graph\n", stderr)
}

// The usage of each verb begins with the name of this command, and the root's help has an example of each verb.
func TestUsage_OfEachVerb(t *testing.T) {
	c := root(&console.Command{Stdout: io.Discard, Stderr: io.Discard})
	var all func(of *ffcli.Command, path string)
	all = func(of *ffcli.Command, path string) {
		require.True(t, strings.HasPrefix(of.ShortUsage, path+" "), "%s: %s", path, of.ShortUsage)
		for _, sub := range of.Subcommands {
			all(sub, path+" "+sub.Name)
		}
	}
	all(c, c.Name)
	for _, sub := range c.Subcommands {
		require.Contains(t, c.LongHelp, "run . "+sub.Name+" ")
	}
}
