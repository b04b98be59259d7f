package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// programRow is a program, with its sizes in the short run and in the one at full size.
type programRow struct {
	experiment, kernel string
	quick, full        int
	ours               string // scheduler
	workers            int
	why                string
}

var programTable = pageTable{
	name: "programs",
	runs: []pageRun{
		{file: "seeds-quick", command: "bench seeds -quick -rounds 3", of: "first figure"},
		{file: "seeds-full", command: "bench seeds -only 000,002,003,004,field -rounds 1", of: "second figure"},
		{file: "seeds-001-two", command: "bench seeds -only 001 -workers 2 -rounds 1", of: "second figure of the rows of 001, at a commit that was rewritten since"},
	},
	make: makePrograms,
}

var programRows = []programRow{
	{"000", "mergesort", 500_000, 1_000_000, "pool", 2, "Long serial merges, so the scheduler hardly matters."},
	{"000", "primes", 300_000, 1_000_000, "pool", 2, "Large tasks; the distance to Rayon is that of the serial programs."},
	{"000", "fib1", 22, 25, "pool", 2, "Every call forks two closures, and each is allocated."},
	{"000", "fib1", 22, 25, typed, 2, "The typed tier allocates nothing."},
	{"000", "transform", 1_000_000, 1_000_000, "pool", 2, "So short that a late second worker shows: see below the table."},
	{"001", "fib30", 42, 50, "pool", 2, "Nearly all is serial work between forks, so compilers decide."},
	{"001", "matmul", 512, 2048, "pool", 2, "The serial tiles decide. In the full run the serial program in Go had no tiles."},
	{"001", "quicksort1000", 1_000_000, 100_000_000, "pool", 2, "The first partitions are work for one worker."},
	{"002", "fib", 27, 35, "pool", 2, "Tasks below the cutoff are serial; goroutines cost more than closures."},
	{"field", "nqueens", 10, 12, "pool", 2, "The larger board has a larger grain, so forks weigh less."},
	{"003", workload.Even, 100, 100, "pool", 4, "Each task is a serial fib, so compilers decide."},
	{"003", workload.Skewed, 100, 100, "pool", 4, "So short that a late second worker shows; with N = 8 it hardly does."},
	{"004", "grains", 1, 1, "pool", 2, "Tasks of 100 ns: Go allocates the closures, Rust and C++ keep them on the stack."},
	{"004", "grains", 10, 10, "pool", 2, "Tasks of 1 us: goroutines still cost more than the work."},
	{"004", "grains", 100, 100, "pool", 2, "Tasks of 10 us: the work hides the scheduler."},
	{"field", "uts", 500, 20_000, "pool", 2, "Six closures for each node with children, and little work at a node."},
	{"field", "uts", 500, 20_000, workload.Typed, 2, "No closures; a second worker hardly helps, since most stolen subtrees are small."},
	{"field", "lu", 256, 1024, "pool", 2, "Rust turns the row loop into vector instructions, Go does not; the second worker comes late."},
	{"field", "heat", 512, 1024, "pool", 2, "Rayon gives a worker the same half in each step, so its rows are in that core's cache; ours is by chance."},
	{"field", "strassen", 256, 1024, "pool", 2, "It allocates much, and the collector takes processors that are the workers'."},
	{"field", "knapsack", 22, 30, "pool", 2, "Small tasks: closures are cheaper than goroutines, and dearer than Rust's."},
	{"field", "knapsack", 22, 30, workload.Typed, 2, "No closures."},
}

// The schedulers in Go that the columns sum up.
var (
	unlimited = []string{"goroutines", "errgroup", "conc", "ants", "pond"}
	limited   = []string{"goroutines-limited", "errgroup-limited", "conc-limited", "ants-bounded", "pond-bounded"}
)

func makePrograms(runs []benchDocument) ([]string, [][]string, error) {
	quick, full, first := runs[0].seedData(), runs[1].seedData(), runs[2].seedData()
	head := []string{"Program", "ours", "Go, no limit", "Go, limited", "Rayon", "ForkJoinPool", "oneTBB", "serial: Rust, Java, C++", "Why"}
	var rows [][]string
	for _, p := range programRows {
		large := full
		if p.experiment == "001" {
			large = first
		}
		r, l := p.run(p.quick), p.run(p.full)
		if len(quick.samples[r]) == 0 || len(large.samples[l]) == 0 {
			return nil, nil, fmt.Errorf("a run lacks %s %s on %s", p.experiment, p.kernel, p.ours)
		}
		both := func(of func(s seedData, r seedRun) string) string { return join(of(quick, r), of(large, l)) }
		cells := []string{p.name(), p.ours}
		for _, others := range [][]string{unlimited, limited, {"rayon"}, {javaPlain}, {"oneTBB"}} {
			cells = append(cells, both(func(s seedData, r seedRun) string { return s.between(r, others) }))
		}
		cells = append(cells, both(seedData.twins), p.why)
		rows = append(rows, cells)
	}
	return head, rows, nil
}

func (p programRow) run(size int) seedRun {
	return seedRun{p.experiment, workload.Plan{Kernel: p.kernel, Size: size, Scheduler: p.ours, Workers: p.workers}}
}

func (p programRow) name() string {
	switch {
	case isLoad(p.kernel):
		return fmt.Sprintf("%s: %s, N = %d", p.experiment, p.kernel, p.workers)
	case p.quick == p.full:
		return fmt.Sprintf("%s: %s(%s)", p.experiment, p.kernel, shortCount(p.quick))
	}
	return fmt.Sprintf("%s: %s(%s; %s)", p.experiment, p.kernel, shortCount(p.quick), shortCount(p.full))
}

// join puts the figures of both runs into one cell.
func join(quick, full string) string {
	switch {
	case full == "":
		return quick
	case quick == "":
		return "; " + full
	}
	return quick + "; " + full
}

// between is the least and the greatest of the ratios to some schedulers, or "".
func (s seedData) between(r seedRun, others []string) string {
	var all []float64
	for _, other := range others {
		by := s.samples[r.beside(other)]
		v, known := s.of(r, func(round int, m workload.Measured) float64 {
			if of, has := by[round]; has {
				return m.Seconds / of.Seconds
			}
			return math.NaN()
		})
		if known {
			all = append(all, v.Median)
		}
	}
	if len(all) == 0 {
		return ""
	}
	least, most := short(slices.Min(all)), short(slices.Max(all))
	if least == most {
		return least
	}
	return least + "–" + most
}

func short(v float64) string {
	switch {
	case v < 0.1:
		return fmt.Sprintf("%.2g", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// twins are the times of the serial programs in other languages, divided by that of Go's.
func (s seedData) twins(r seedRun) string {
	var all []string
	for _, t := range []string{serialRust, serialJava, serialCpp} {
		if v := s.ratio(r.beside(t), r.beside(workload.Serial)); v != "" {
			all = append(all, v)
		}
	}
	return strings.Join(all, ", ")
}

var loadTable = pageTable{
	name: "loads",
	runs: []pageRun{{file: "seeds-full", command: "bench seeds -only 000,002,003,004,field -rounds 1"}},
	make: func(runs []benchDocument) ([]string, [][]string, error) {
		schedulers := []string{"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone", "pool"}
		head := []string{"Load", "bounded", "bounded, no stealing", "unbounded", "unbounded, no stealing", "pool", "Why"}
		s := runs[0].seedData()
		var rows [][]string
		for _, e := range loadRows {
			cells := []string{fmt.Sprintf("%s, N = %d", e.kernel, e.n)}
			for _, name := range schedulers {
				m, known := s.samples[seedRun{"003", workload.Plan{Kernel: e.kernel, Size: 100, Scheduler: name, Workers: e.n}}][1]
				if !known {
					return nil, nil, errors.New("the run lacks " + cells[0] + " on " + name)
				}
				cells = append(cells, fmt.Sprintf("%s; %s; %s", console.Count(int(m.Metrics[workload.Steals])),
					console.Count(int(math.Round(1e3*m.Seconds))), console.Count(int(math.Round(1e3*m.Metrics[workload.Waited])))))
			}
			rows = append(rows, append(cells, e.why))
		}
		return head, rows, nil
	},
}

var loadRows = []struct {
	kernel string
	n      int
	why    string
}{
	{workload.Even, 4, "Two cores share the threads, so nobody idles and stealing saves nothing."},
	{workload.Even, 128, "Only the pool forks all tasks from one worker, so its steals are how they are handed out."},
	{workload.Skewed, 4, "Threads with tasks left get the processors, so stealing saves nothing here either."},
	{workload.Skewed, 128, "Waiting times differ by the order in which tasks begin."},
}

var dequeTable = pageTable{
	name: "deques",
	runs: []pageRun{{file: "deques", command: "bench seeds -only deques -rounds 5"}},
	make: func(runs []benchDocument) ([]string, [][]string, error) {
		d := runs[0]
		head := []string{"Deque", "pair", "pair, in batches", "item, one thief", "push to thief", "steal", "steal, up to 32", "memory", "Why"}
		var rows [][]string
		for _, e := range dequeRows {
			cells := []string{e.what}
			for _, column := range dequeColumns {
				cells = append(cells, cmp.Or(d.shown(column.group, e.what, column.scenario), "-"))
			}
			rows = append(rows, append(cells, e.why))
		}
		return head, rows, nil
	},
}

var dequeColumns = []struct{ group, scenario string }{
	{"deques: a push and a pop by the owner, in turns", ""},
	{"deques: a push and a pop by the owner, in batches of 64", ""},
	{"deques: an item, of batches of 64, beside thieves", "owner, 1 thief"},
	{"deques: from a push until a thief that waits has the item", ""},
	{"deques: a steal, nobody else there", ""},
	{"deques: an item that is stolen with up to 32 by one call", ""},
	{"deques: memory for each of 100,000 items", ""},
}

var dequeRows = []explained{
	{"chaselev", "A steal writes a mark, and each Pop, an exchange in Go, waits for the line that thieves read."},
	{"split", "The owner's part is private, so it needs no exchange."},
	{"abp", "Its slots are `atomic.Pointer`; its array has a fixed size, and the others grow."},
	{"duffy", "A thief takes the lock, the owner only when they meet."},
	{"the", "A thief takes the lock unless it sees nothing; the owner takes it only when they meet."},
	{"locked", "A mutex for every operation, and one for a whole batch."},
	{"crossbeam-deque", "Its fence in each pop is likely what it loses in turns (not measured by itself)."},
	{"Chase-Lev in Java", "References have four bytes in a small heap."},
	{"ConcurrentLinkedDeque", "A node for each item."},
}
