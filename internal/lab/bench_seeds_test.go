package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/chart"
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

// A row of 001 has the part of the time that each worker spent in functions, in percent.
func TestBenchSeeds_Busy(t *testing.T) {
	r := seedRun{"001", workload.Plan{Kernel: "matmul", Size: 64, Scheduler: "pool", Workers: 2}}
	s := &series{samples: make([]sample, 3)}
	for i, busy := range [][]float64{{0.75, 0.5}, {1, 0.25}, {0.5, 0.75}} {
		s.samples[i].seen.Busy = busy
	}
	b := &seedsBench{series: map[seedRun]*series{r: s}}
	require.Equal(t, "busy 75 50 %", b.busy(r))
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
