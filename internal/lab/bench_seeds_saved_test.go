package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// tinySeeds replaces the experiments by small ones with few schedulers.
func tinySeeds(t *testing.T) {
	all := seedExperiments
	t.Cleanup(func() { seedExperiments = all })
	seedExperiments = nil
	for _, e := range all {
		e.kernels = slices.Clone(e.kernels)
		for i := range e.kernels {
			k := &e.kernels[i]
			k.quick, k.coarse = sizes(4), true
			switch found, err := workload.Find(k.name); {
			case err == nil:
				k.quick = sizes(found.Small)
			case isDeque(k.name):
				k.quick, k.workers = sizes(map[string]int{workload.Pair: workload.Batch, workload.Thieves: 8, workload.Latency: 1, workload.Steal: 1, workload.Items: 100}[k.name]), sizes(2)
			}
		}
		e.quick, e.schedulers = e.quick[:1], e.schedulers[:2]
		if !slices.Contains(e.schedulers, "pool") && e.name != "deques" {
			e.schedulers = append(slices.Clone(e.schedulers), "pool")
		}
		seedExperiments = append(seedExperiments, e)
	}
}

// Everything is measured, kept samples are not measured again, and the charts are drawn.
func TestBenchSeeds_ResumesAndDraws(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	file := filepath.Join(t.TempDir(), "seeds.json")
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-peers", "goroutines", "-save", file)
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, stdout, "003, bounded and unbounded deques: skewed load:")
	first, err := readSeeds(file)
	require.NoError(t, err)
	require.Len(t, first.Samples, len(seedRuns(true, experimentNames(), []string{"goroutines"})))

	code, stdout, stderr = call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "2", "-peers", "goroutines", "-save", file, "-resume", file, "-json")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.NotContains(t, stderr, "round 1: ")
	var d benchDocument
	decode(t, stdout, &d)
	require.Len(t, d.Samples, 2*len(first.Samples))
	require.Equal(t, first.Samples, d.Samples[:len(first.Samples)])
	require.Len(t, d.Foreign, len(d.Samples), "the load of both runs is kept")
	require.Greater(t, d.Seconds, first.Seconds)

	code, _, stderr = call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-save", file)
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "-save: "+file+" has the samples of another run: go on with it by -resume")

	code, _, stderr = call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-only", "deques", "-peers", "goroutines", "-save", file, "-resume", file)
	require.Equal(t, console.ExitHeld, code, stderr)
	require.NotContains(t, stderr, "round 1: ")
	kept, err := readSeeds(file)
	require.NoError(t, err)
	require.ElementsMatch(t, d.Samples, kept.Samples, "samples that were not measured again are kept")

	dir := filepath.Join(t.TempDir(), "charts")
	code, stdout, stderr = call(t, t.Context(), "", "bench", "seeds", "-charts", dir, "-from", file)
	require.Equal(t, console.ExitHeld, code, stderr)
	for _, k := range seedCharts() {
		if k.lines { // there is only one number of workers
			require.NotContains(t, stdout, k.file())
			continue
		}
		require.Contains(t, stdout, k.file())
		svg, err := os.ReadFile(filepath.Join(dir, k.file()))
		require.NoError(t, err)
		for _, says := range []string{d.Go, d.Date[:10], "2 interleaved rounds"} {
			require.Contains(t, string(svg), says, k.file())
		}
		if k.experiment != "deques" {
			require.Equal(t, !k.stealing, strings.Contains(string(svg), ">pool<"), k.file())
		}
	}
	require.Contains(t, stdout, "seeds-ratios.md")

	_, stdout, _ = call(t, t.Context(), "", "bench", "seeds", "-charts", dir+"/deques", "-from", "results/deques.json.gz")
	require.Contains(t, stdout, "seeds-deques-pair-cost.svg")
	require.NotContains(t, stdout, "seeds-ratios.md", "a run of the pool alone has no ratios")
	text, err := os.ReadFile(filepath.Join(dir, "seeds.bench.txt"))
	require.NoError(t, err)
	require.Contains(t, string(text), "BenchmarkSeeds/experiment=004/program=grains/size=2/scheduler=duffy/workers=2 1 ")

	code, _, stderr = call(t, t.Context(), "", "bench", "seeds", "-resume", file)
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "has a run with -quick=true")

	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Replace(saved, []byte(d.Version), []byte("0123456789ab"), 1), 0o644))
	code, _, stderr = call(t, t.Context(), "", "bench", "seeds", "-quick", "-resume", file)
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "was measured at 0123456789ab, and this is "+d.Version)
}

// savedSeeds writes a file that a run of this commit on this machine may have left.
func savedSeeds(t *testing.T, versions map[string]string) (file string, d benchDocument) {
	module, err := checkout(t.Context(), "bench seeds")
	require.NoError(t, err)
	d = benchDocument{
		Verb: "bench seeds", Version: checkedOut(t.Context(), module), Go: runtime.Version(),
		Processor: processor(proc), Cores: runtime.NumCPU(), Quick: true, Versions: versions,
	}
	foreign := 0.5
	r := seedRun{"000", workload.Plan{Kernel: "primes", Size: 7, Scheduler: javaPlain, Workers: 2}}
	d.Samples = []seedSample{{r, 1, "2026-01-02", &foreign, workload.Measured{Seconds: 1, Runs: 1}}}
	file = filepath.Join(t.TempDir(), "seeds.json")
	require.NoError(t, os.WriteFile(file, []byte(console.Encode(d)), 0o600))
	return file, d
}

// A run that is cut short before its first sample leaves the samples of the resumed run.
func TestBenchSeeds_ResumedAndCut(t *testing.T) {
	file, was := savedSeeds(t, map[string]string{"Java": "java 1"})
	code, _, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-peers", "none", "-resume", file, "-save", file, "-timeout", "1ns")
	require.Equal(t, console.ExitCut, code, stderr)
	is, err := readSeeds(file)
	require.NoError(t, err)
	require.Equal(t, was.Samples, is.Samples)
	require.Equal(t, was.Versions, is.Versions)
	require.Equal(t, was.Version, is.Version)
}

// A file that is written during the run is marked as unfinished, and has the time of all its
// parts.
func TestBenchSeeds_KeptMeanwhile(t *testing.T) {
	plain, was := savedSeeds(t, nil)
	for _, file := range []string{plain, plain + results.Packed} {
		b := &seedsBench{kept: was.Samples}
		b.Command, b.verb, b.save, b.before, b.date = &console.Command{}, "bench seeds", file, time.Hour, time.Now()
		b.keep()
		is, err := readSeeds(file)
		require.NoError(t, err)
		require.Equal(t, console.ExitCut, is.ExitCode)
		require.Equal(t, was.Samples, is.Samples)
		require.GreaterOrEqual(t, is.Seconds, time.Hour.Seconds())
	}
}

// A resumed run keeps the versions of its tools. Each tool has one version.
func TestBenchSeeds_ResumedVersions(t *testing.T) {
	b := &seedsBench{resume: "x.json", were: map[string]string{"ants": "ants 1", "Java": "java 1", "rayon": "rayon 1", "Rust": "rustc 1"}}
	b.versions = map[string]string{"ants": "ants 1", "conc": "conc 1"}
	require.NoError(t, b.inherit())
	require.Equal(t, map[string]string{"ants": "ants 1", "conc": "conc 1", "Java": "java 1", "rayon": "rayon 1", "Rust": "rustc 1"}, b.versions)
	b.versions = map[string]string{"ants": "ants 1", "Java": "java 2", "rayon": "rayon 2"}
	require.EqualError(t, b.inherit(), "-resume: x.json was measured with java 1, and this is java 2; with rayon 1, and this is rayon 2; install that, leave it out by -peers, or measure anew")

	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	file, _ := savedSeeds(t, map[string]string{"Java": "java 1"})
	code, _, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-only", "004", "-rounds", "1", "-peers", "none", "-resume", file, "-save", file)
	require.Equal(t, console.ExitHeld, code, stderr)
	kept, err := readSeeds(file)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"Java": "java 1"}, kept.Versions)
	require.Greater(t, len(kept.Samples), 1)

	programs := peerPrograms
	t.Cleanup(func() { peerPrograms = programs })
	peerPrograms = maps.Clone(programs)
	peerPrograms["javapools"] = func(module string) peers.Project { // this program has Go's version
		p := peers.Seeds(module)
		p.Name = "Java"
		return p
	}
	seedExperiments[0].schedulers = []string{"pool", javaPlain}
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-only", "000", "-rounds", "1", "-peers", "forkjoinpool", "-resume", file, "-save", file)
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "lab: -resume: "+file+" was measured with java 1, and this is go version "+runtime.Version())
	require.Empty(t, stdout)
	left, err := readSeeds(file)
	require.NoError(t, err)
	require.Equal(t, kept, left)
}

// Two changed trees have different versions, which also differ from the commit's.
func TestCheckedOut_TellsChangesApart(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("a", "1")
	git("init", "-q")
	git("add", "a")
	git("commit", "-qm", "a")
	seen := map[string]string{}
	is := func(what string) {
		v := checkedOut(t.Context(), dir)
		require.Empty(t, seen[v], "%s is taken for it", what)
		seen[v] = what
		require.Equal(t, v, checkedOut(t.Context(), dir))
	}
	is("a commit")
	require.NotContains(t, checkedOut(t.Context(), dir), "dirty")
	write("a", "2")
	is("a change")
	require.Contains(t, checkedOut(t.Context(), dir), "+dirty.")
	write("a", "3")
	is("another change")
	write("b", "1")
	is("a file more")
	write("b", "2")
	is("that with another text")
}

// A failing program makes the run fail, and the rest is measured.
func TestBenchSeeds_AProgramFails(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	seedExperiments = seedExperiments[4:5]
	seedExperiments[0].schedulers = []string{"pool", "nobody"}
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-only", "004", "-peers", "none")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, `no scheduler "nobody"`)
	require.Contains(t, stdout, "tasks/s")
}

func TestBenchSeeds_Absent(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tinySeeds(t)
	seedExperiments[0].schedulers = []string{"pool", "errgroup", "rayon", javaPlain, "oneTBB"}
	programs := peerPrograms
	t.Cleanup(func() { peerPrograms = programs })
	peerPrograms = map[string]func(string) peers.Project{}
	for name, project := range programs {
		peerPrograms[name] = func(module string) peers.Project {
			p := project(module)
			if name != "seeds" {
				p.Needs = []string{"no-such-compiler"}
			}
			return p
		}
	}
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-quick", "-rounds", "1", "-only", "000,deques")
	require.Equal(t, console.ExitHeld, code, stderr)
	for _, absent := range []string{
		"rayon, crossbeam: Rust: there is no no-such-compiler in PATH",
		"forkjoinpool, javadeques: Java: there is no no-such-compiler in PATH",
		"onetbb: C++: there is no no-such-compiler in PATH",
		"errgroup, conc, ants, pond: Go: there is no no-such-compiler in PATH",
	} {
		require.Contains(t, stdout, "NOT MEASURED: "+absent)
	}
	require.Regexp(t, `oneTBB +2? ?1 worker +- +NOT MEASURED\n`, stdout)
}

func TestBenchSeeds_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := call(t, ctx, "", "bench", "seeds", "-quick")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stderr, "lab: stopping: context canceled\n")
	require.Contains(t, stdout, "NOT MEASURED")
}
