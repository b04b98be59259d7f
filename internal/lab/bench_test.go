package main

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/peers"
)

func TestBench_WrongUse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"bench", "sched", "x"}, `bench sched takes flags only, and no "x"`},
		{[]string{"bench", "sched", "-rounds", "-1"}, `-rounds is -1; want 0 or more`},
		{[]string{"bench", "sched", "-timeout", "-1s"}, `-timeout is -1s; want 0 or more`},
		{[]string{"bench", "sched", "-peers", "loom,tsan"}, `unknown peer "tsan"; known are loom, shuttle, lincheck and none`},
		{[]string{"bench", "sched", "-peers", "loom,loom"}, `-peers names loom twice`},
		{[]string{"bench", "lin", "-peers", "loom"}, `unknown peer "loom"; known are lincheck and none`},
		{[]string{"bench", "lin", "x"}, `bench lin takes flags only, and no "x"`},
		{[]string{"bench", "sched", "-save", "testdata/none/x"}, `-save: open testdata/none/x: no such file or directory`},
	} {
		code, stdout, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		require.Equal(t, "lab: "+c.want+"\n", stderr, "%q", c.args)
		require.Empty(t, stdout, "%q", c.args)
	}
	for _, args := range [][]string{{"bench", "-h"}, {"bench", "sched", "-h"}} {
		code, stdout, _ := call(t, t.Context(), "", args...)
		require.Equal(t, console.ExitHeld, code)
		require.Contains(t, stdout, "EXIT CODES")
	}
}

func TestBench_OutsideACheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	code, stdout, stderr := call(t, t.Context(), "", "bench", "sched")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "lab: bench sched measures what it builds from the sources: run it in a checkout of github.com/stealproof/stealproof\n", stderr)
	require.Empty(t, stdout)

	t.Setenv("PATH", "")
	code, _, stderr = call(t, t.Context(), "", "bench", "sched")
	require.Equal(t, console.ExitUsage, code)
	require.Equal(t, "lab: bench sched needs the go command: "+exec.ErrNotFound.Error()+"\n", stderr)
}

func TestBenchSched_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := call(t, ctx, "", "bench", "sched")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stderr, "lab: stopping: context canceled\n")
	require.Contains(t, stdout, ">= 250,000  not measured\n")
	require.Contains(t, stdout, ": context canceled.")
}

// Ours is measured, and absent tools are named.
func TestBenchSched_AbsentToolchains(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the deques for the scheduler")
	}
	all, library := quickSpans, newTools
	t.Cleanup(func() { quickSpans, newTools = all, library })
	quickSpans = spans{1, 10 * time.Millisecond, 0, 0}
	newTools = func() map[string]*tool {
		tools := library()
		for _, t := range tools {
			project := t.project
			t.project = func(module string) peers.Project {
				p := project(module)
				p.Needs = []string{"no-such-compiler"}
				return p
			}
		}
		return tools
	}
	file := filepath.Join(t.TempDir(), "saved")
	code, stdout, stderr := call(t, t.Context(), "", "bench", "sched", "-quick", "-json", "-save", file)
	require.Equal(t, console.ExitHeld, code, stderr)
	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, stdout, string(saved))
	var d benchDocument
	decode(t, stdout, &d)
	require.Equal(t, []string{
		"loom: Rust: there is no no-such-compiler in PATH",
		"shuttle: Rust: there is no no-such-compiler in PATH",
		"lincheck: JVM: there is no no-such-compiler in PATH",
	}, d.Absent)
	require.Contains(t, stderr, "lab: NOT MEASURED: loom: Rust: there is no no-such-compiler in PATH\n")
	verdicts := map[string]string{}
	for _, r := range d.Rows {
		if r.Goal != nil {
			verdicts[r.What+" "+r.Scenario] = r.Verdict
		}
	}
	require.Contains(t, []string{"met", "missed"}, verdicts["ours, DPOR 2 2 2 2"])
	require.Contains(t, []string{"met", "missed"}, verdicts["ours, steps 3 3 2 2"])
	require.Contains(t, []string{"met", "missed"}, verdicts["ours, histories judged 2 2 2 1"])
	require.Equal(t, "not measured", verdicts["ours, DPOR / loom 2 2 2 2"])
	require.Empty(t, d.Problems)
	require.Equal(t, "bench sched", d.Verb)
}

func TestStatistics(t *testing.T) {
	nan := math.NaN()
	_, ok := summarize([]float64{nan})
	require.False(t, ok)
	s, ok := summarize([]float64{4, nan, 1, 2})
	require.True(t, ok)
	require.Equal(t, spread{1, 2, 4}, s)
	s, _ = summarize([]float64{4, 1, 2, 3})
	require.Equal(t, spread{1, 2.5, 4}, s)
	require.Equal(t, []float64{3, 2}, paired([]float64{6, nan, 8, 10, 1}, []float64{2, 1, 4, nan, 0}))
	require.Empty(t, paired([]float64{1}, nil))
}

func TestGoals(t *testing.T) {
	for _, c := range []struct {
		goal   goal
		values []float64
		ratios []float64
		want   string
	}{
		{goal{Limit: 10}, []float64{9, 10, 20}, nil, "met"},
		{goal{Limit: 10}, []float64{9, 9.9, 20}, nil, "missed"},
		{goal{Limit: 10, AtMost: true}, []float64{9, 10, 20}, nil, "met"},
		{goal{Limit: 10, AtMost: true}, []float64{9, 11, 20}, nil, "missed"},
		{goal{Limit: 10}, []float64{math.NaN()}, nil, "not measured"},
		{goal{Limit: 2, OfRatio: true}, []float64{1}, []float64{3}, "met"},
		{goal{Limit: 2, OfRatio: true}, []float64{3}, []float64{1}, "missed"},
		{goal{Limit: 2, OfRatio: true, AtMost: true}, nil, []float64{1}, "met"},
		{goal{Limit: 2, OfRatio: true}, []float64{1}, nil, "not measured"},
	} {
		require.Equal(t, c.want, benchRow{Values: c.values, Ratios: c.ratios, Goal: &c.goal}.judged().Verdict, "%v", c)
	}
}

func TestComparison_Golden(t *testing.T) {
	b := &schedBench{spans: usualSpans, benchmark: benchmark{Command: &console.Command{}, rounds: 3}}
	all := newTools()
	for _, name := range toolNames() {
		b.tools = append(b.tools, all[name])
		if name != "lincheck" {
			all[name].program = &peers.Program{}
		}
	}
	b.series()
	f := &b.figures
	f.dpor.values = []float64{251_000, 262_000, 240_000}
	f.races.values = []float64{200_000, 220_000, 230_000}
	f.random.values = []float64{300_000, math.NaN(), 310_000}
	f.small.values, f.small.last.executions = []float64{0.0017, 0.002, 0.0055}, 207
	f.large.values, f.large.last.executions = []float64{1.61, 0.5, 1.7}, 21_945
	f.histories.values = []float64{math.NaN(), math.NaN(), math.NaN()}
	f.rates[all["loom"]].values = []float64{12_000, 12_500, 11_000}
	f.rates[all["shuttle"]].values = []float64{100_000, 101_000, 99_000}
	explored := func(scenario string, n int, s float64, finished bool) peers.Explored {
		return peers.Explored{Scenario: scenario, Executions: n, Seconds: s, Finished: finished}
	}
	f.searched = map[*tool][]searched{all["loom"]: {
		{explored("2 2 2 1", 700_000, 60, false), explored("2 2 2 1", 207, 0.002, true)},
		{explored("2 2 1 2", 3_431, 0.2, true), explored("2 2 1 2", 53, 0.0005, true)},
	}}
	f.found = []found{{"ours, DPOR", 14}, {"loom", 1}}
	golden(t, "testdata/bench_sched.txt", comparison(b.rows(), "executions"))
}

func TestPerform(t *testing.T) {
	var stderr bytes.Buffer
	s := &series{name: "ours", takes: time.Millisecond, show: perSecond.show}
	n := 0
	s.measure = func(context.Context) (sample, error) {
		if n++; n == 2 {
			return sample{}, errors.New("disk full")
		}
		return sample{value: float64(n), executions: 7}, nil
	}
	p := perform(t.Context(), &stderr, append(interleave(3, []*series{s}), task{
		name: "nothing", do: func(context.Context) (string, func(float64), error) { return "", nil, nil },
	}))
	require.Equal(t, []string{"round 2: ours: disk full"}, p.problems)
	require.Empty(t, p.cut)
	require.Equal(t, []float64{1, 3}, measured(s.values))
	require.Equal(t, 7, s.last.executions)
	require.Regexp(t, `^\[1/4\] round 1: ours: 1 \(about \d+s left\), 0\.0s
round 2: ours: disk full
\[3/4\] round 3: ours: 3 \(about 0s left\), 0\.0s
$`, stderr.String())

	ctx, cancel := context.WithCancelCause(t.Context())
	s.measure = func(context.Context) (sample, error) {
		cancel(errors.New("enough"))
		return sample{}, errors.New("killed")
	}
	p = perform(ctx, &stderr, interleave(3, []*series{s}))
	require.Equal(t, "enough", p.cut)
	require.Empty(t, p.problems)
	require.Empty(t, measured(s.values))
}

func TestForeignLoad(t *testing.T) {
	proc := fstest.MapFS{
		"loadavg":   {Data: []byte("1.18 0.88 2.37 2/85 23127\n")},
		"cpuinfo":   {Data: []byte("processor\t: 0\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel name\t: other\n")},
		"stat":      {Data: []byte("cpu  100 1 20 1000 30 2 3 4 50 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")},
		"self/stat": {Data: []byte("7 (a b) c) S 1 2 3 4 5 6 7 8 9 10 10 20 30 40 20 0\n")},
	}
	require.Equal(t, "1.18", loadAverage(proc))
	require.Equal(t, "AMD EPYC", processor(proc))
	u, ok := readUsage(proc)
	require.True(t, ok)
	require.Equal(t, usage{busy: 130, all: 1160, own: 100}, u)
	require.Zero(t, u.foreign(u))
	require.InDelta(t, 0.5*float64(runtime.NumCPU()), usage{busy: 180, all: 1240, own: 110}.foreign(u), 1e-9)

	none := fstest.MapFS{}
	require.Empty(t, loadAverage(none))
	require.Empty(t, processor(none))
	_, ok = readUsage(none)
	require.False(t, ok)
	proc["stat"] = &fstest.MapFile{Data: []byte("intr 1 2\n")}
	_, ok = readUsage(proc)
	require.False(t, ok)
}

func TestBenchmark_StoreKeepsAnEarlierRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	var stderr strings.Builder
	b := &benchmark{Command: &console.Command{Stderr: &stderr}, save: file}
	saved := func() string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return string(text)
	}

	b.cut = "interrupt"
	require.NoError(t, b.store("part"))
	require.Equal(t, "part", saved(), "nothing was there before")
	b.cut = ""
	require.NoError(t, b.store("whole"))
	require.Equal(t, "whole", saved())
	require.Empty(t, stderr.String())

	b.cut = "interrupt"
	require.NoError(t, b.store("another part"))
	require.Equal(t, "whole", saved())
	require.Contains(t, stderr.String(), "was cut short, so "+file+" keeps the earlier run")

	b.samples = []seedSample{{}} // the run went on with the earlier one
	require.NoError(t, b.store("longer"))
	require.Equal(t, "longer", saved())
}
