package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
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

	"github.com/stealproof/stealproof/internal/lab/chart"
	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

func TestBenchSeeds_WrongUse(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.json")
	require.NoError(t, os.WriteFile(empty, []byte(`{"verb":"bench seeds"}`), 0o600))
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("seeds"), 0o600))
	cut := filepath.Join(t.TempDir(), "cut.json.gz")
	require.NoError(t, results.Write(cut, []byte(strings.Repeat("seeds ", 100))))
	require.NoError(t, os.Truncate(cut, 20))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"x"}, `bench seeds takes flags only, and no "x"`},
		{[]string{"-rounds", "-1"}, `-rounds is -1; want 0 or more`},
		{[]string{"-peers", "chili"}, `unknown peer "chili"; known are goroutines, errgroup, conc, ants, pond, rayon, forkjoinpool, onetbb, crossbeam, javadeques and none`},
		{[]string{"-only", "000,005"}, `unknown experiment "005"; known are 000, 001, 002, 003, 004, field, deques`},
		{[]string{"-only", "000,000"}, `-only names 000 twice`},
		{[]string{"-workers", "1,1"}, `-workers: "1,1" is not a list of different numbers from 1 on, such as 1,2`},
		{[]string{"-workers", "0"}, `-workers: "0" is not a list of different numbers from 1 on, such as 1,2`},
		{[]string{"-workers", "3", "-only", "001"}, `-workers: none of the experiments can be measured with 3`},
		{[]string{"-workers", "4", "-only", "003"}, `-workers: none of the experiments can be measured with 4; the threads of 003 are sizes, not workers`},
		{[]string{"-workers", "5", "-only", "002,003,deques"}, `-workers: none of the experiments can be measured with 5; the threads of 003 and deques are sizes, not workers`},
		{[]string{"-charts", "x"}, `-charts needs -from`},
		{[]string{"-match", "x", "-from", "y"}, `-match needs -charts`},
		{[]string{"-charts", "x", "-from", "y", "-quick"}, `-from measures nothing, so it cannot be combined with -quick`},
		{[]string{"-charts", "x", "-from", "y", "-match", "("}, "-match: error parsing regexp: missing closing ): `(`"},
		{[]string{"-from", cut}, `-from: ` + cut + ` is no whole gzip file: unexpected EOF`},
		{[]string{"-charts", "x", "-from", "testdata/none"}, `-from: open testdata/none: no such file or directory`},
		{[]string{"-resume", "testdata/none"}, `-resume: open testdata/none: no such file or directory`},
		{[]string{"-resume", empty}, `-resume: ` + empty + ` has no samples of bench seeds`},
		{[]string{"-resume", text}, `-resume: ` + text + ` is not what -save writes: invalid character 's' looking for beginning of value`},
	} {
		code, stdout, stderr := call(t, t.Context(), "", append([]string{"bench", "seeds"}, c.args...)...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		require.Equal(t, "lab: "+c.want+"\n", stderr, "%q", c.args)
		require.Empty(t, stdout, "%q", c.args)
	}
}

// With chosen numbers of workers, a run has only rows with these and rows with one thread.
func TestBenchSeeds_Workers(t *testing.T) {
	had := map[int]int{}
	for _, r := range seedRuns(false, []string{"001"}, nil, 2) {
		if !isTwin(r.Scheduler) {
			had[r.Workers]++
		}
	}
	require.Equal(t, []int{2}, slices.Collect(maps.Keys(had)))
	all := seedRuns(false, []string{"deques"}, nil)
	require.Equal(t, all, seedRuns(false, []string{"deques"}, nil, 2))
}

// Each experiment has its variants, the sequential twins, package pool, and all other schedulers
// that can do the work.
func TestBenchSeeds_Rows(t *testing.T) {
	var known []string
	for _, s := range workload.Schedulers() {
		known = append(known, s.Name)
	}
	known = append(known, workload.LoadRunners()...)
	variants := map[string][]string{
		"000": {"wspool"},
		"001": {"cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "cmu-central", "2q-mutex", "2q-entry-lock", "2q-lock-free", "2q-central"},
		"002": {"vt-one-lock", "vt", unpadded, "cmu-lock-free"},
		"003": {"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone"},
		"004": {"duffy", "duffy-global"}, "field": {"pool-scope", "pool-split", "pool-the", "pool-duffy", "pool-locked", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free"},
	}
	kernels := map[string]string{
		"000": "mergesort primes fib1 transform", "001": "fib30 matmul quicksort1000", "002": "fib quicksort mergesort nqueens",
		"003": "even skewed", "004": "grains", "field": "uts nqueens lu heat strassen knapsack",
	}
	inGo := []string{"pool", "goroutines-limited", "goroutines", "errgroup", "conc", "ants", "pond"}
	translated := []string{"rayon", javaPlain, "oneTBB", serialRust, serialJava, serialCpp}
	for _, quick := range []bool{false, true} {
		has := map[[3]string]bool{}
		for _, r := range seedRuns(quick, experimentNames(), seedPeers()) {
			switch p := seedPeerOf(r.Scheduler); {
			case p.program == "seeds" && isDeque(r.Kernel):
				require.Contains(t, workload.Deques(), r.Scheduler)
			case p.program == "seeds" && r.Scheduler != workload.Serial:
				require.Contains(t, known, r.Scheduler)
			case p.contestant != "":
				require.NotEmpty(t, translatedAs[r.Kernel], "%s", r.Kernel)
			}
			if !isLoad(r.Kernel) && !isDeque(r.Kernel) {
				_, err := workload.Find(r.Kernel)
				require.NoError(t, err)
			}
			has[[3]string{r.Experiment, r.Kernel, r.Scheduler}] = true
		}
		for e, all := range kernels {
			for _, k := range strings.Fields(all) {
				for _, s := range slices.Concat(variants[e], inGo) {
					require.True(t, has[[3]string{e, k, s}], "%s %s %s", e, k, s)
				}
				for _, s := range append(translated, workload.Serial) {
					require.True(t, has[[3]string{e, k, s}], "%s %s %s", e, k, s)
				}
				for _, s := range []string{"errgroup-limited", "conc-limited", "ants-bounded", "pond-bounded"} { // they hang if tasks wait for tasks
					require.Equal(t, slices.Contains(flat, k), has[[3]string{e, k, s}], "%s %s %s", e, k, s)
				}
				if e == "field" {
					require.Equal(t, slices.Contains(framed, k), has[[3]string{e, k, workload.Typed}], k)
				}
				for _, s := range []string{javaTuned, typed} {
					require.Equal(t, k == "fib1", has[[3]string{e, k, s}], "%s %s %s", e, k, s)
				}
			}
		}
		for _, what := range workload.DequeMeasurements() {
			for _, d := range append(workload.Deques(), crossbeam, "Chase-Lev in Java", "ConcurrentLinkedDeque", javaBlocks) {
				require.True(t, has[[3]string{"deques", what, d}], "%s %s", what, d)
			}
		}
	}
	swept := map[string][]int{}
	for _, r := range seedRuns(true, experimentNames(), nil) {
		if r.Kernel == granularity && r.Scheduler != workload.Serial {
			swept[r.Scheduler] = append(swept[r.Scheduler], r.Size)
			require.False(t, r.Observe, "an observer would be measured")
		}
	}
	for _, s := range []string{"pool", "cmu-mutex", "cmu-lock-free", "2q-mutex", "2q-lock-free"} {
		require.Equal(t, []int{8, 12, 16, 20, 24, 28, 32}, swept[s], s)
	}
	require.Len(t, swept, 5)
	for _, r := range seedRuns(true, experimentNames(), nil) {
		require.Empty(t, seedPeerOf(r.Scheduler).peer)
	}
}

// Sizes and numbers of workers are those of the documents, or smaller as the help says, for all
// schedulers. The twins have one thread, and run the smallest load.
func TestBenchSeeds_Sizes(t *testing.T) {
	type sizesOf struct {
		experiment, kernel string
		full, quick        []int // sizes
		workers, fewer     []int // fewer is with -quick
	}
	upTo8, upTo128 := []int{1, 2, 4, 8}, []int{4, 8, 16, 32, 64, 128}
	for _, want := range []sizesOf{
		{"000", "mergesort", []int{1e6}, []int{5e5}, upTo8, []int{1, 2}},
		{"000", "primes", []int{1e6}, []int{3e5}, upTo8, []int{1, 2}},
		{"000", "fib1", []int{25}, []int{22}, upTo8, []int{1, 2}},
		{"000", "transform", []int{1e6}, []int{1e6}, upTo8, []int{1, 2}},
		{"001", "fib30", []int{50}, []int{42}, upTo8, []int{2}},
		{"001", "matmul", []int{2048}, []int{512}, upTo8, []int{2}},
		{"001", "quicksort1000", []int{1e8}, []int{1e6}, upTo8, []int{2}},
		{"001", granularity, []int{8, 12, 16, 20, 24, 28, 32}, []int{8, 12, 16, 20, 24, 28, 32}, upTo8, []int{2}},
		{"002", "fib", []int{35}, []int{27}, upTo8, []int{2}},
		{"002", "quicksort", []int{1e7}, []int{5e5}, upTo8, []int{2}},
		{"002", "mergesort", []int{1e7}, []int{5e5}, upTo8, []int{2}},
		{"002", "nqueens", []int{12}, []int{10}, upTo8, []int{2}},
		{"003", "even", []int{100}, []int{100}, upTo128, []int{4, 8}},
		{"003", "skewed", []int{100}, []int{100}, upTo128, []int{4, 8}},
		{"004", "grains", []int{1, 3, 10, 30, 100, 300}, []int{1, 10, 100}, []int{1, 2, 4}, []int{2}},
		{"field", "knapsack", []int{30}, []int{22}, []int{1, 2, 4}, []int{2}},
	} {
		for _, quick := range []bool{false, true} {
			ns, workers := want.full, want.workers
			if quick {
				ns, workers = want.quick, want.fewer
			}
			got := map[string][][2]int{}
			for _, r := range seedRuns(quick, []string{want.experiment}, seedPeers()) {
				if r.Kernel == want.kernel {
					got[r.Scheduler] = append(got[r.Scheduler], [2]int{r.Size, r.Workers})
				}
			}
			require.Contains(t, got, "pool")
			require.Contains(t, got, workload.Serial)
			for s, rows := range got {
				of := workers
				switch {
				case isTwin(s) && want.experiment == "003":
					of = of[:1]
				case isTwin(s):
					of = []int{1}
				}
				var all [][2]int
				for _, n := range ns {
					for _, w := range of {
						all = append(all, [2]int{n, w})
					}
				}
				require.Equal(t, all, rows, "%s, %s on %s, quick: %v", want.experiment, want.kernel, s, quick)
			}
		}
	}
}

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
	names := func(file string) (all []string) {
		for _, s := range drawn[file].Series {
			all = append(all, s.Name)
		}
		return all
	}
	require.Equal(t, []string{"iith-bounded"}, names("seeds-003-even-steals.svg"))
	require.Equal(t, []string{"iith-bounded", "iith-bounded-alone", "pool"}, names("seeds-003-even-waiting.svg"))
}

// Runs with several numbers of workers are drawn as lines over them. A sample keeps its day.
func TestBenchSeeds_Lines(t *testing.T) {
	d := benchDocument{Version: "v", Go: "go", Date: "2026-01-03T00:00:00Z"}
	foreign := 0.5
	for day, workers := range []int{1, 2} {
		for s, took := range map[string]float64{workload.Serial: 6, "pool": 4} {
			r := seedRun{"001", workload.Plan{Kernel: "matmul", Size: 64, Scheduler: s, Workers: workers}}
			if s == "pool" || workers == 1 {
				d.Samples = append(d.Samples, seedSample{r, 1, fmt.Sprintf("2026-01-0%d", day+2), &foreign, workload.Measured{Seconds: took / float64(workers)}})
			}
		}
	}
	for _, k := range seedCharts() {
		if k.file() == "seeds-001-matmul-speed-up.svg" {
			c, drawn := k.chart(d.seedData())
			require.True(t, drawn)
			require.Equal(t, []chart.Series{{Name: "pool", Points: []chart.Point{{X: 1, Y: 1.5, Low: 1.5, High: 1.5}, {X: 2, Y: 3, Low: 3, High: 3}}}}, c.Series)
			require.Contains(t, strings.Join(c.Caption, " "), "2026-01-02 to 2026-01-03, 1 round, so without ranges;")
			require.NotContains(t, strings.Join(c.Caption, " "), "medians")
			require.Contains(t, strings.Join(c.Caption, " "), "Others kept 0.5 cores busy")
			return
		}
	}
	t.Fatal("no such chart")
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

// A saved run is printed as it was when it ended.
func TestBenchSeeds_PrintsASavedRun(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "", "bench", "seeds", "-from", "results/seeds-full.json.gz")
	require.Equal(t, console.ExitHeld, code, stderr)
	for _, line := range []string{
		`  pool +2 workers +66\.25 ms +1\.88 x`,
		`    pool / goroutines +2 workers +0\.94 x  <= 1 x  met`,
		`1 round, interleaved\. Each figure is of a process of its own.*`,
		`.*2026-11-25, \S.*\.`,
	} {
		require.Regexp(t, "(?m)^"+line+"$", stdout)
	}
	require.NotContains(t, stdout, "Cut short")
}

// Waits for locks are drawn for the schedulers of the document only. The bars of others would hide
// theirs.
func TestBenchSeeds_Locks(t *testing.T) {
	d := benchDocument{Version: "v", Go: "go", Date: "2026-01-03T00:00:00Z"}
	for _, s := range []string{"pool", "vt-one-lock", "pond"} {
		d.Samples = append(d.Samples, seedSample{seedRun{"002", workload.Plan{Kernel: "fib", Size: 27, Scheduler: s, Workers: 2}}, 1, "2026-01-03", nil,
			workload.Measured{Seconds: 1, Metrics: map[string]float64{workload.LockWaits: 0.5}}})
	}
	drawn := map[string][]string{}
	for _, k := range seedCharts() {
		c, _ := k.chart(d.seedData())
		for _, s := range c.Series {
			drawn[k.file()] = append(drawn[k.file()], s.Name)
		}
	}
	require.Equal(t, []string{"pool", "vt-one-lock"}, drawn["seeds-002-locks.svg"])
}

// The table of ratios has our time divided by each of the others', as medians over the rounds.
func TestBenchSeeds_Ratios(t *testing.T) {
	var d benchDocument
	for round := 1; round <= 3; round++ {
		for s, seconds := range map[string]float64{workload.Serial: 4, serialRust: 2, "pool": 3 * float64(round), "conc": 2 * float64(round), "rayon": 6} {
			r := seedRun{"field", workload.Plan{Kernel: "lu", Size: 96, Scheduler: s, Workers: 2, For: 5, Observe: s == "pool"}}
			if isTwin(s) {
				r.Workers = 1
			}
			d.Samples = append(d.Samples, seedSample{r, round, "", nil, workload.Measured{Seconds: seconds}})
		}
	}
	load := func(scheduler string, threads int, seconds float64) {
		r := seedRun{"003", workload.Plan{Kernel: workload.Even, Size: 100, Scheduler: scheduler, Workers: threads}}
		d.Samples = append(d.Samples, seedSample{r, 1, "", nil, workload.Measured{Seconds: seconds}})
	}
	for s, seconds := range map[string]float64{workload.Serial: 4, serialRust: 2, "pool": 3, "rayon": 1} {
		load(s, 4, seconds)
	}
	load("pool", 8, 6)
	load("rayon", 8, 2)
	slices.SortStableFunc(d.Samples, func(a, b seedSample) int { return strings.Compare(a.Scheduler, b.Scheduler) })
	require.Equal(t, `| Program | Ours | conc | rayon | Rust, Java, C++ / Go |
| --- | --- | --- | --- | --- |
| field: lu(96) | pool | 1.50 | 1.00 | 0.50 |
| 003: even, N = 4 | pool |  | 3.00 | 0.50 |
| 003: even, N = 8 | pool |  | 3.00 |  |
`, d.seedData().ratios())
}

// Targets stand under our rows, with their verdicts.
func TestBenchSeeds_Targets(t *testing.T) {
	b := &seedsBench{benchmark: benchmark{Command: &console.Command{}, rounds: 2, peers: "crossbeam,rayon,ants,pond"}, series: map[seedRun]*series{}}
	b.nesting = map[string]bool{"ants-bounded": false}
	b.runs = seedRuns(true, []string{"000", "deques"}, b.chosen())
	for _, r := range b.runs {
		s := &series{values: []float64{10, 20}, samples: []sample{{}, {}}}
		for i := range s.samples {
			s.samples[i].seen.Metrics = map[string]float64{workload.Bytes: 0}
		}
		switch {
		case r.Scheduler == "split":
			s.values = []float64{7, 17}
		case r.Scheduler == "chaselev" && r.Size == 64:
			s.values = []float64{18, 38}
		case r.Scheduler == "rayon" && r.Kernel == "primes":
			s.values = []float64{9, 19}
		case r.Scheduler == "locked":
			s.samples[0].seen.Metrics[workload.Bytes] = 0.1
		}
		b.series[r] = s
	}
	verdicts := map[string]string{}
	for _, r := range b.rows() {
		if r.Goal != nil || r.Group == nestTitle {
			verdicts[r.Group+": "+r.What] = r.Verdict
		}
	}
	for what, want := range map[string]string{
		"deques: a push and a pop by the owner, in turns: split / crossbeam-deque":            "met",
		"deques: a push and a pop by the owner, in turns: chaselev / crossbeam-deque":         "met",
		"deques: a push and a pop by the owner, in batches of 64: chaselev / crossbeam-deque": "missed",
		"deques: a push and a pop by the owner, in turns: allocated":                          "missed", // the verdict of the last deque, locked
		"deques: a push and a pop by the owner, in batches of 64: allocated":                  "missed",
		"000, WSPool: primes(300,000): pool / rayon":                                          "missed",
		"000, WSPool: mergesort(500,000): pool / rayon":                                       "met",
		"000, WSPool: fib1(22): pool, Take / rayon":                                           "met",
		"tasks that wait for tasks: ants-bounded":                                             "cannot nest: hangs",
		"tasks that wait for tasks: pond-bounded":                                             "NOT MEASURED",
	} {
		require.Equal(t, want, verdicts[what], what)
	}
	require.NotContains(t, verdicts, "000, WSPool: fib1(22): pool / rayon")
	require.NotContains(t, verdicts, "000, WSPool: primes(300,000): pool / serial, Rust")
}

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
