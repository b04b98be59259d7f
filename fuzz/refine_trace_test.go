package fuzz_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/strategy"
	"github.com/stealproof/stealproof/tla"
)

// TLC judges runs of the shipped deques itself: each is a behaviour of the module.
// With one value changed it is none, and TLC says in which line.
func TestSched_Traces(t *testing.T) {
	tools, err := tlc.Find(t.Context(), io.Discard)
	if missing := new(tlc.MissingError); errors.As(err, &missing) {
		t.Skipf("TLC IS NOT RUN: %v", missing) // where TestSched is run, too, so that it is seen
	}
	require.NoError(t, err)
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for i, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("one is enough for a short run")
			}
			traces, constants := d.traces(t)
			w, err := tools.NewWorkspace(nil)
			require.NoError(t, err)
			defer func() { require.NoError(t, w.Close()) }()
			judge := func(traces []refine.Trace) *tlc.Outcome {
				name := "Trace" + d.module
				require.NoError(t, w.Write(name+".tla", []byte(refine.TraceModule(d.module, traces))))
				require.NoError(t, w.Write(name+".cfg", []byte("SPECIFICATION TraceSpec\nCONSTANTS "+constants+"\n")))
				out, err := w.Check(t.Context(), tlc.Run{Module: name, Config: name, Workers: 1, Brief: true})
				require.NoError(t, err)
				return out
			}
			out := judge(traces)
			require.Zero(t, out.Exit, "%s", out.Output)
			lines := 0
			for _, trace := range traces {
				lines += len(trace)
			}
			require.Equal(t, lines+len(traces), out.Distinct, "a trace was not followed to its end")

			number, line := corrupt(traces)
			out = judge(traces)
			require.Equal(t, 11, out.Exit, "%s", out.Output)
			require.Contains(t, out.Message, "Deadlock reached")
			require.Contains(t, out.Output, fmt.Sprintf("/\\ traceLine = %d\n", line))
			require.Contains(t, out.Output, fmt.Sprintf("/\\ traceNumber = %d\n", number))
			t.Logf("%s: %d lines of %d traces; with line %d of trace %d changed to %v TLC stops there",
				d.name, lines, len(traces), line, number, traces[number-1][line-1])
		})
	}
}

// traces returns what some random runs have done, and the constants.
func (d refined) traces(t *testing.T) ([]refine.Trace, string) {
	all := d.cases()
	c := all[len(all)-1]
	if i := slices.IndexFunc(all, func(c model.Case) bool { return c.Scenario.String() == larger[1].Scenario.String() }); i >= 0 {
		c = all[i]
	}
	f, err := d.follower(c, "")
	require.NoError(t, err)
	m, err := tla.Find(d.module)
	require.NoError(t, err)
	module, err := tla.Files.ReadFile(m.Dir + "/" + d.module + ".tla")
	require.NoError(t, err)
	tracer := f.Trace(string(module))
	program, err := d.program(c)
	require.NoError(t, err)
	r := sched.Search(program, sched.Options{Observer: f, Strategy: strategy.NewRandom(1), Executions: 20})
	require.Nil(t, r.Failure)
	require.NoError(t, f.Check())
	require.Len(t, tracer.Traces, r.Executions)
	return tracer.Traces, d.text(d.sizeOf(c), "")
}

var aNumber = regexp.MustCompile(`\d+`)

// corrupt changes a value that the last trace says was read, and returns where.
func corrupt(traces []refine.Trace) (number, line int) {
	last := traces[len(traces)-1]
	for i := len(last) - 1; i >= 0; i-- {
		for k, holds := range last[i].Holds {
			name, value, _ := strings.Cut(holds, " = ")
			if strings.Contains(name, "'") || value == "0" || value == "FALSE" {
				continue
			}
			other := "FALSE"
			if value != "TRUE" {
				other = aNumber.ReplaceAllString(value, "77")
			}
			last[i].Holds = slices.Clone(last[i].Holds)
			last[i].Holds[k] = name + " = " + other
			return len(traces), i + 1
		}
	}
	panic("no line reads anything")
}
