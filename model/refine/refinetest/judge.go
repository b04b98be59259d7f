// Package refinetest has TLC judge what code has done, in tests.
package refinetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/tla"
)

// Tools returns TLC, or skips the test.
func Tools(t *testing.T) *tlc.Tools {
	t.Helper()
	tools, err := tlc.Find(t.Context(), io.Discard)
	if missing := new(tlc.MissingError); errors.As(err, &missing) {
		t.Skipf("TLC IS NOT RUN: %v", missing)
	}
	require.NoError(t, err)
	return tools
}

// Module returns the text of a module.
func Module(t *testing.T, name string) string {
	t.Helper()
	m, err := tla.Find(name)
	require.NoError(t, err)
	text, err := tla.Files.ReadFile(m.Dir + "/" + name + ".tla")
	require.NoError(t, err)
	return string(text)
}

// Judge requires that TLC finds that all traces are behaviours of a module with these
// constants; and that with one value changed one is none, in the line of that value.
func Judge(t *testing.T, tools *tlc.Tools, module, constants string, traces []refine.Trace) {
	t.Helper()
	w, err := tools.NewWorkspace(nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()
	judged := func(ctx context.Context) *tlc.Outcome {
		name := "Trace" + module
		require.NoError(t, w.Write(name+".tla", []byte(refine.TraceModule(module, traces))))
		require.NoError(t, w.Write(name+".cfg", []byte("SPECIFICATION TraceSpec\nCONSTANTS "+constants+"\n")))
		out, err := w.Check(ctx, tlc.Run{Module: name, Config: name, Workers: 1, Brief: true})
		require.NoError(t, err)
		return out
	}
	out := judged(t.Context())
	require.Zero(t, out.Exit, "%s", out.Output)
	lines := 0
	for _, trace := range traces {
		lines += len(trace)
	}
	require.Equal(t, lines+len(traces), out.Distinct, "a trace was not followed to its end")

	number, line := corrupt(traces)
	out = judged(t.Context())
	require.Equal(t, 11, out.Exit, "%s", out.Output)
	require.Contains(t, out.Message, "Deadlock reached")
	require.Contains(t, out.Output, fmt.Sprintf("/\\ traceLine = %d\n", line))
	require.Contains(t, out.Output, fmt.Sprintf("/\\ traceNumber = %d\n", number))
	t.Logf("%s: %d lines of %d traces; with line %d of trace %d changed to %v TLC stops there",
		module, lines, len(traces), line, number, traces[number-1][line-1])
}

var aNumber = regexp.MustCompile(`\d+`)

// corrupt changes a value that a trace says was read, the last one that can be changed, and
// returns where.
func corrupt(traces []refine.Trace) (number, line int) {
	for n, trace := range slices.Backward(traces) {
		for i, l := range slices.Backward(trace) {
			for k, holds := range l.Holds {
				name, value, _ := strings.Cut(holds, " = ")
				other := aNumber.ReplaceAllString(strings.ReplaceAll(value, "TRUE", "FALSE"), "77")
				if strings.Contains(name, "'") || value == "0" || other == value {
					continue
				}
				trace[i].Holds = slices.Clone(l.Holds)
				trace[i].Holds[k] = name + " = " + other
				return n + 1, i + 1
			}
		}
	}
	panic("no line reads anything")
}
