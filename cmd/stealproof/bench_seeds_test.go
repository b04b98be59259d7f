package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/peers"
	"github.com/stealproof/stealproof/internal/workload"
)

func TestBenchSeeds_WrongUse(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.json")
	require.NoError(t, os.WriteFile(empty, []byte(`{"verb":"bench seeds"}`), 0o600))
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("seeds"), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"x"}, `bench seeds takes flags only, and no "x"`},
		{[]string{"-rounds", "-1"}, `-rounds is -1; want 0 or more`},
		{[]string{"-peers", "rayon"}, `unknown peer "rayon"; known are forkjoinpool, goroutines and none`},
		{[]string{"-only", "000,005"}, `unknown experiment "005"; known are 000, 001, 002, 003, 004, field`},
		{[]string{"-only", "000,000"}, `-only names 000 twice`},
		{[]string{"-charts", "x"}, `-charts and -from belong together`},
		{[]string{"-charts", "x", "-from", "y", "-quick"}, `-charts measures nothing: it takes no flag but -from`},
		{[]string{"-charts", "x", "-from", "testdata/none"}, `-from: open testdata/none: no such file or directory`},
		{[]string{"-resume", "testdata/none"}, `-resume: open testdata/none: no such file or directory`},
		{[]string{"-resume", empty}, `-resume: ` + empty + ` has no samples of bench seeds`},
		{[]string{"-resume", text}, `-resume: ` + text + ` is not what -save writes: invalid character 's' looking for beginning of value`},
	} {
		code, stdout, stderr := call(t, t.Context(), "", append([]string{"bench", "seeds"}, c.args...)...)
		require.Equal(t, exitUsage, code, "%q", c.args)
		require.Equal(t, "stealproof: "+c.want+"\n", stderr, "%q", c.args)
		require.Empty(t, stdout, "%q", c.args)
	}
}

// Each experiment has its variants, the sequential twin, and package pool beside them.
func TestBenchSeeds_Rows(t *testing.T) {
	var known []string
	for _, s := range workload.Schedulers() {
		known = append(known, s.Name)
	}
	known = append(append(known, workload.LoadRunners()...), workload.Serial, javaPlain, javaTuned, typed)
	variants := map[string][]string{
		"000": {typed, "wspool", javaPlain, javaTuned},
		"001": {"cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "2q-mutex", "2q-entry-lock", "2q-lock-free"},
		"002": {"vt-one-lock", "vt", "cmu-lock-free"},
		"003": {"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone"},
		"004": {"duffy", "duffy-global"}, "field": {"pool-scope", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free"},
	}
	kernels := map[string]string{
		"000": "mergesort primes fib1 transform", "001": "fib30 matmul quicksort1000", "002": "fib quicksort mergesort nqueens",
		"003": "even skewed", "004": "grains", "field": "uts nqueens lu heat strassen knapsack",
	}
	for _, quick := range []bool{false, true} {
		has := map[[3]string]bool{}
		for _, r := range seedRuns(quick, experimentNames(), seedPeers) {
			require.Contains(t, known, r.Scheduler)
			if !isLoad(r.Kernel) {
				_, err := workload.Find(r.Kernel)
				require.NoError(t, err)
			}
			has[[3]string{r.Experiment, r.Kernel, r.Scheduler}] = true
		}
		for _, e := range experimentNames() {
			for _, k := range strings.Fields(kernels[e]) {
				for _, s := range append(slices.Clone(variants[e]), "pool", "goroutines", workload.Serial) {
					missing := isLoad(k) && s == workload.Serial || (s == javaTuned || s == typed) && k != "fib1"
					require.Equal(t, !missing, has[[3]string{e, k, s}], "%s %s %s", e, k, s)
				}
			}
		}
	}
	for _, r := range seedRuns(true, experimentNames(), nil) {
		require.Empty(t, seedPeer(r.Scheduler))
	}
}

// tinySeeds makes the sizes those of tests, with few schedulers.
func tinySeeds(t *testing.T) {
	all := seedExperiments
	t.Cleanup(func() { seedExperiments = all })
	seedExperiments = nil
	for _, e := range all {
		e.kernels = slices.Clone(e.kernels)
		for i := range e.kernels {
			k := &e.kernels[i]
			k.quick, k.coarse = sizes(4), true
			if found, err := workload.Find(k.name); err == nil {
				k.quick = sizes(found.Small)
			}
		}
		e.quick, e.schedulers = e.quick[:1], e.schedulers[:2]
		if !slices.Contains(e.schedulers, "pool") {
			e.schedulers = append(slices.Clone(e.schedulers), "pool")
		}
		seedExperiments = append(seedExperiments, e)
	}
}

// All is measured, what was kept is not measured again, and the charts are drawn.
func TestBenchSeeds_ResumesAndDraws(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	file := filepath.Join(t.TempDir(), "seeds.json")
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-peers", "goroutines", "-save", file)
	require.Equal(t, exitHeld, code, stderr)
	require.Contains(t, stdout, "003, bounded and unbounded deques: skewed load:")
	first, err := readSeeds(file)
	require.NoError(t, err)
	require.Len(t, first.Samples, len(seedRuns(true, experimentNames(), []string{"goroutines"})))

	code, stdout, stderr = call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "2", "-peers", "goroutines", "-save", file, "-resume", file, "-json")
	require.Equal(t, exitHeld, code, stderr)
	require.NotContains(t, stderr, "round 1: ")
	var d benchDocument
	decode(t, stdout, &d)
	require.Len(t, d.Samples, 2*len(first.Samples))
	require.Equal(t, first.Samples, d.Samples[:len(first.Samples)])

	dir := filepath.Join(t.TempDir(), "charts")
	code, stdout, stderr = call(t, t.Context(), "", "bench", "seeds", "-charts", dir, "-from", file)
	require.Equal(t, exitHeld, code, stderr)
	for _, k := range seedCharts() {
		require.Contains(t, stdout, k.file())
		svg, err := os.ReadFile(filepath.Join(dir, k.file()))
		require.NoError(t, err)
		for _, says := range []string{d.Go, d.Date[:10], "2 interleaved rounds", ">pool<"} {
			require.Contains(t, string(svg), says, k.file())
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "seeds.bench.txt"))
	require.NoError(t, err)
	require.Contains(t, string(text), "BenchmarkSeeds/experiment=004/program=grains/size=2/scheduler=duffy/workers=2 1 ")

	code, _, stderr = call(t, t.Context(), "", "bench", "seeds", "-resume", file)
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "has a run with -quick=true")
}

// A program that fails is a failure of the run, and the rest is measured.
func TestBenchSeeds_AProgramFails(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	seedExperiments = seedExperiments[4:5]
	seedExperiments[0].schedulers = []string{"pool", "nobody"}
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-only", "004")
	require.Equal(t, exitBroken, code, stderr)
	require.Contains(t, stdout, `no scheduler "nobody"`)
	require.Contains(t, stdout, "tasks/s")
}

func TestBenchSeeds_Absent(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	seedExperiments[0].schedulers = []string{"pool", javaPlain}
	programs := seedPrograms
	t.Cleanup(func() { seedPrograms = programs })
	seedPrograms.java = func(module string) peers.Project {
		p := peers.JavaPool(module)
		p.Needs = []string{"no-such-compiler"}
		return p
	}
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-only", "000")
	require.Equal(t, exitHeld, code, stderr)
	require.Contains(t, stdout, "NOT MEASURED: forkjoinpool: Java: there is no no-such-compiler in PATH")
}

func TestBenchSeeds_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := call(t, ctx, "", "bench", "seeds", "-quick")
	require.Equal(t, exitCut, code)
	require.Contains(t, stderr, "stealproof: stopping: context canceled\n")
	require.Contains(t, stdout, "NOT MEASURED")
}
