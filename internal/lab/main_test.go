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
