// Package refinetest helps tests to follow code with machines, and to let TLC judge the runs.
package refinetest

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/tla"
)

// Tools returns TLC, or skips the test if it is missing.
func Tools(t *testing.T) *tlc.Tools {
	t.Helper()
	tools, err := tlc.Find(t.Context(), tla.Embedded, io.Discard)
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

// Judge requires that TLC accepts all traces as behaviours of a module with these constants. It also requires
// that TLC rejects a trace with one changed value, in the line of that value.
func Judge(t *testing.T, tools *tlc.Tools, module, constants string, traces []refine.Trace) {
	t.Helper()
	j := newJudge(t, tools, "Trace"+module, constants)
	j.accepts(t, refine.TraceModule(module, traces), traces)
	number, line := corrupt(traces)
	j.rejects(t, refine.TraceModule(module, traces), number, line)
	t.Logf("%s: %d lines of %d traces; with line %d of trace %d changed to %v TLC stops there",
		module, lines(traces), len(traces), line, number, traces[number-1][line-1])
}

// JudgeAnswers requires that TLC accepts the answers of all these histories. The operations of a history must
// have run one after the other, in this order. For each function in wrong, it changes an answer, and requires
// that TLC rejects it in the line of that answer. The constants are those of the machine and of the module
// LinName.
func JudgeAnswers(t *testing.T, tools *tlc.Tools, b refine.Binding, m machine.Machine, constants string, histories [][]model.Operation, wrong ...func(model.Operation) (model.Operation, bool)) {
	t.Helper()
	j := newJudge(t, tools, "TraceLin"+b.Module, constants)
	text := Module(t, b.Module)
	var traces []refine.Trace
	for _, ops := range histories {
		trace, _, err := refine.Answers(b, m, text, ops)
		require.NoError(t, err)
		traces = append(traces, trace)
	}
	j.accepts(t, refine.AnswersModule(b.Module, traces), traces)
	t.Logf("%s: the answers of %d histories, %d steps", b.Module, len(traces), lines(traces))
	for _, change := range wrong {
		number, at, ops := changed(histories, change)
		require.NotNil(t, ops, "no history has an operation that this change applies to")
		trace, ends, err := refine.Answers(b, m, text, ops)
		require.NoError(t, err)
		of := slices.Clone(traces)
		of[number-1] = trace
		j.rejects(t, refine.AnswersModule(b.Module, of), number, ends[at])
		t.Logf("%s: with operation %d of history %d changed from %q to %q TLC stops in its last line, %d",
			b.Module, at+1, number, histories[number-1][at], ops[at], ends[at])
	}
}

// changed applies a change to the last operation that it applies to, in any history. It returns the number of
// the history, the index of the operation, and the changed history.
func changed(histories [][]model.Operation, change func(model.Operation) (model.Operation, bool)) (number, at int, ops []model.Operation) {
	for n, all := range slices.Backward(histories) {
		for i, o := range slices.Backward(all) {
			if other, can := change(o); can {
				ops = slices.Clone(all)
				ops[i] = other
				return n + 1, i, ops
			}
		}
	}
	return 0, 0, nil
}

// judge lets TLC judge a module that is generated anew for each run.
type judge struct {
	w    *tlc.Workspace
	name string
}

func newJudge(t *testing.T, tools *tlc.Tools, name, constants string) *judge {
	t.Helper()
	w, err := tools.NewWorkspace(tla.Embedded, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	require.NoError(t, w.Write(name+".cfg", []byte("SPECIFICATION TraceSpec\nCONSTANTS "+constants+"\n")))
	return &judge{w, name}
}

func (j *judge) run(t *testing.T, text string) *tlc.Outcome {
	t.Helper()
	require.NoError(t, j.w.Write(j.name+".tla", []byte(text)))
	out, err := j.w.Check(t.Context(), tlc.Run{Module: j.name, Config: j.name, Workers: 1, Brief: true})
	require.NoError(t, err)
	return out
}

func (j *judge) accepts(t *testing.T, text string, traces []refine.Trace) {
	t.Helper()
	out := j.run(t, text)
	require.Zero(t, out.Exit, "%s", out.Output)
	require.Equal(t, lines(traces)+len(traces), out.Distinct, "TLC did not follow every trace to its end")
}

func (j *judge) rejects(t *testing.T, text string, number, line int) {
	t.Helper()
	out := j.run(t, text)
	require.Equal(t, 11, out.Exit, "%s", out.Output)
	require.Contains(t, out.Message, "Deadlock reached")
	require.Contains(t, out.Output, fmt.Sprintf("/\\ traceLine = %d\n", line))
	require.Contains(t, out.Output, fmt.Sprintf("/\\ traceNumber = %d\n", number))
}

func lines(traces []refine.Trace) (n int) {
	for _, trace := range traces {
		n += len(trace)
	}
	return n
}

// corrupt changes a value that a trace says was read. The new value is the one that the variable had before in
// the same trace, which a stale read would find. It changes the last such value, and returns its position.
func corrupt(traces []refine.Trace) (number, line int) {
	for n, trace := range slices.Backward(traces) {
		for i, l := range slices.Backward(trace) {
			for k, holds := range l.Holds {
				name, value, _ := strings.Cut(holds, " = ")
				other := stale(trace[:i], name, value)
				if strings.Contains(name, "'") || other == "" {
					continue
				}
				trace[i].Holds = slices.Clone(l.Holds)
				trace[i].Holds[k] = name + " = " + other
				return n + 1, i + 1
			}
		}
	}
	panic("no line reads a variable that had another value before")
}

// stale returns the last different value of a variable in a trace, or "".
func stale(trace refine.Trace, name, value string) string {
	for _, l := range slices.Backward(trace) {
		for _, holds := range slices.Backward(l.Holds) { // the last write comes first
			of, other, _ := strings.Cut(holds, " = ")
			if strings.Replace(of, "'", "", 1) == name && other != value {
				return other
			}
		}
	}
	return ""
}
