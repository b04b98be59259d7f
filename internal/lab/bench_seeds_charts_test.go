package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/chart"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// The charts of one experiment show what its document shows: each worker of 001, the thresholds of
// fib, and the steals of the threads that steal.
func TestBenchSeeds_ChartsOfTheDocuments(t *testing.T) {
	d := benchDocument{Version: "v", Go: "go", Date: "2026-01-03T00:00:00Z"}
	add := func(experiment, kernel string, size int, scheduler string, workers int, m workload.Measured) {
		r := seedRun{experiment, workload.Plan{Kernel: kernel, Size: size, Scheduler: scheduler, Workers: workers}}
		d.Samples = append(d.Samples, seedSample{r, 1, "2026-01-03", nil, m})
	}
	add("001", "matmul", 64, "pool", 2, workload.Measured{Seconds: 1, Busy: []float64{0.75, 0.5}})
	add("001", "matmul", 64, "2q-mutex", 2, workload.Measured{Seconds: 1, Busy: []float64{0.25, 1}})
	add("001", "matmul", 64, "2q-mutex", 1, workload.Measured{Seconds: 1, Busy: []float64{0.1}})
	for _, threshold := range []int{8, 20} {
		add("001", granularity, threshold, workload.Serial, 1, workload.Measured{Seconds: 6})
		add("001", granularity, threshold, "pool", 2, workload.Measured{Seconds: float64(threshold)})
	}
	for _, s := range []string{"iith-bounded", "iith-bounded-alone", "pool"} {
		add("003", workload.Even, 100, s, 4, workload.Measured{Seconds: 1, Metrics: map[string]float64{workload.Steals: 7, workload.Waited: 1}})
	}
	add("004", "grains", 10, "duffy", 2, workload.Measured{Seconds: 2})
	add("004", "grains", 10, "pool", 2, workload.Measured{Seconds: 1})
	drawn := map[string]chart.Chart{}
	for _, k := range seedCharts() {
		if c, some := k.chart(d.seedData()); some {
			drawn[k.file()] = c
		}
	}
	bar := func(y float64) chart.Point { return chart.Point{Y: y, Low: y, High: y} }
	workers := drawn["seeds-001-matmul-workers.svg"]
	require.Equal(t, []string{"0", "1"}, workers.Categories)
	require.Equal(t, "001, child and continuation stealing: matmul(64): time in functions, 2 workers", workers.Title)
	require.Equal(t, []chart.Series{{Name: "pool", Points: []chart.Point{bar(0.75), bar(0.5)}}, {Name: "2q-mutex", Points: []chart.Point{bar(0.25), bar(1)}}}, workers.Series)
	swept := drawn["seeds-001-granularity-speed-up.svg"]
	require.Equal(t, []chart.Series{{Name: "pool", Points: []chart.Point{{X: 8, Y: 0.75, Low: 0.75, High: 0.75}, {X: 20, Y: 0.3, Low: 0.3, High: 0.3}}}}, swept.Series)
	require.NotContains(t, drawn["seeds-001-speed-up.svg"].Categories, "granularity(8)")
	throughput := drawn["seeds-004-grains-throughput.svg"].Series
	require.Equal(t, "duffy", throughput[0].Name)
	require.Equal(t, []chart.Point{{X: 1000, Y: workload.GrainTasks / 2, Low: workload.GrainTasks / 2, High: workload.GrainTasks / 2}}, throughput[0].Points)
	names := func(file string) (all []string) {
		for _, s := range drawn[file].Series {
			all = append(all, s.Name)
		}
		return all
	}
	require.Equal(t, []string{"iith-bounded"}, names("seeds-003-even-steals.svg"))
	require.Equal(t, []string{"iith-bounded", "iith-bounded-alone", "pool"}, names("seeds-003-even-waiting.svg"))
}

// The charts of docs are exactly those that go generate draws from the committed results.
func TestBenchSeeds_ChartsOfDocs(t *testing.T) {
	source, err := os.ReadFile("bench_seeds_show.go")
	require.NoError(t, err)
	dir := t.TempDir()
	here := strings.NewReplacer("docs/charts", dir, "internal/lab/", "") // a test runs in its package, and the command in the root
	for line := range strings.Lines(string(source)) {
		if args, is := strings.CutPrefix(line, "//go:generate go run . "); is {
			code, _, stderr := call(t, t.Context(), "", strings.Fields(here.Replace(args))...)
			require.Equal(t, console.ExitHeld, code, stderr)
		}
	}
	drawn, committed := filesIn(t, dir), filesIn(t, "../../docs/charts")
	require.Equal(t, slices.Sorted(maps.Keys(drawn)), slices.Sorted(maps.Keys(committed)))
	if runtime.GOARCH != "amd64" {
		return // other processors may round intermediate results
	}
	for name, text := range committed {
		require.True(t, text == drawn[name], "%s is not what is drawn: run go generate", name)
	}
}

// filesIn returns all files of a directory.
func filesIn(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	}))
	return all
}

// Drawing removes charts of another run for which this run has no samples. It leaves other files
// alone.
func TestBenchSeeds_DrawingRemovesOldCharts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"seeds-ratios.md", "seeds-000-primes-time.svg", "seeds-mine.svg"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600))
	}
	code, _, stderr := call(t, t.Context(), "", "bench", "seeds", "-charts", dir, "-from", "results/deques.json.gz")
	require.Equal(t, console.ExitHeld, code, stderr)
	left := filesIn(t, dir)
	require.NotContains(t, left, "seeds-ratios.md")
	require.NotContains(t, left, "seeds-000-primes-time.svg")
	require.Equal(t, "old", left["seeds-mine.svg"])
	require.Contains(t, left, "seeds-deques-pair-cost.svg")
}

// Only matching files are drawn.
func TestBenchSeeds_DrawsMatchingFiles(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-charts", dir, "-from", "results/seeds-001.json.gz", "-match", "^seeds-001-(matmul-speed-up|balance)|bench.txt$")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Equal(t, []string{"seeds-001-balance.svg", "seeds-001-matmul-speed-up.svg", "seeds.bench.txt"}, slices.Sorted(maps.Keys(filesIn(t, dir))))
	require.Equal(t, 3, strings.Count(stdout, "\n"))
}
