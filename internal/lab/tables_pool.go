package main

import (
	"fmt"
	"slices"
	"strings"
)

// explained is a row of the page, and why its figures are as they are.
type explained struct{ what, why string }

var poolRun = pageRun{file: "pool", command: "bench"}

var forkTable = pageTable{name: "fork", runs: []pageRun{poolRun}, make: func(runs []benchDocument) ([]string, [][]string, error) {
	const one, two = "a fork and its join, 1 worker", "a fork and its join, 2 workers"
	head := []string{"A fork and its join", "1 worker", "2 workers", "time / Join's", "bytes", "targets", "Why"}
	var rows [][]string
	for _, e := range forkRows {
		r, err := runs[0].find(one, e.what, "")
		if err != nil {
			return nil, nil, err
		}
		by, allocates := "", ""
		if r.Ratio != nil {
			by = strings.TrimSuffix(ratio(r.Ratio.Median), " x")
		}
		if r.Bytes != nil {
			allocates = fmt.Sprintf("%.0f", *r.Bytes)
		}
		rows = append(rows, []string{r.What, runs[0].shown(one, e.what, ""), runs[0].shown(two, e.what, ""), by, allocates,
			listed(runs[0].targets(one, e.what), runs[0].targets(two, e.what), runs[0].targets("fib as a whole", e.what)), e.why})
	}
	return head, rows, nil
}}

var forkRows = []explained{
	{"serial Go", "The same function without forks; its time is divided by the same number of calls."},
	{"ours, Take", "Fork appends a frame to a private slice and loads one word. Serial Go is slower than serial Rust by more than the distance to chili; starting a goroutine takes so little here that the target is below a serial call."},
	{"ours, Join", "Join also loads the word that tells of cancellation; for goroutines, see Take."},
	{"ours, Both", "One call forks and joins, and passes both results back."},
	{"ours, closures", "Go allocates each closure, where Rust keeps it on the stack; it goes through a deque, and a deferred function takes it back if the other half panics."},
	{"rayon", "Rayon offers every fork to thieves."},
	{"chili", "chili looks at its heartbeat in one join of 64, and runs the other forks as plain calls."},
	{"ForkJoinPool, plain", "The way the Java documentation shows it, with boxed results."},
	{"ForkJoinPool, tuned", "Without boxing, and with `tryUnfork`."},
	{"serial Rust", "LLVM turns one of the two calls into a loop, so this is not the price of a call."},
	{"goroutines, WaitGroup", "Each fork starts a goroutine."},
	{"conc, WaitGroup", "Each fork starts a goroutine that recovers panics."},
	{"ants", "Each fork takes a goroutine from a pool without a limit."},
	{"pond", "Each fork is a submission to a pool without a limit."},
}

var handOverTable = pageTable{name: "hand-over", runs: []pageRun{poolRun}, make: func(runs []benchDocument) ([]string, [][]string, error) {
	d := runs[0]
	head := []string{"A task from outside", "posted", "submission to result", "the same after 300 us", "wake to run", "one task in 10 ms", "targets", "Why"}
	var rows [][]string
	for _, e := range handOverRows {
		cells := []string{
			d.shown(handOverGroups[0], e.what, ""),
			d.shown(handOverGroups[1], e.what, "one after the other"),
			d.shown(handOverGroups[1], e.what, "after 300 us"),
			d.shown(handOverGroups[2], e.what, ""),
			d.shown(handOverGroups[3], e.what, ""),
		}
		switch {
		case strings.Join(cells, "") != "":
		case slices.Contains(laterRows, e.what):
			continue
		default:
			return nil, nil, fmt.Errorf("the run has no row %q", e.what)
		}
		var targets [][]string
		for i, group := range handOverGroups {
			for _, t := range d.targets(group, e.what) {
				targets = append(targets, []string{[]string{"posted", "result", "wake", "10 ms"}[i] + " " + t})
			}
		}
		rows = append(rows, slices.Concat([]string{e.what}, cells, []string{listed(targets...), e.why}))
	}
	return head, rows, nil
}}

var handOverGroups = []string{
	"a task, posted from outside", "from submission to result", "from wake to run, the waker computing", "processor time of one task in 10 ms",
}

// laterRows lists rows that older saved runs do not have.
var laterRows = []string{"ours, on the caller"}

var handOverRows = []explained{
	{"ours", "*Posted*: submitter and workers work at once, so the queue's lines go from core to core. *Result*: two looks at every queue, the list of sleepers, the clock for the statistics; after a pause nothing is in the caches. *Wake*: the second core was asleep; a futex in C takes as long."},
	{"ours, on the caller", "With `Options.CallerRuns` the caller takes the place of a sleeping worker and runs its task itself. [Why it is not the default](adr/0013-caller-runs.md)."},
	{"ours, Run", "Run waits for each task, so it adds a second wake."},
	{"ticker alone", "The program without a pool: subtract it from the rows of its column."},
	{"buffered channel, workers", "The sender fills the buffer, sleeps, and lets the receivers empty it, so lines stay on one core. A woken goroutine stays in the waker's run queue until another thread takes it."},
	{"sync.Cond, workers", "As for the channel."},
	{"goroutines, WaitGroup", "Each task starts a goroutine."},
	{"goroutines, channel", "Each task starts a goroutine that sends its result."},
	{"conc, pool", "Workers take tasks from an unbuffered channel."},
	{"ants", "A submission finds an idle worker under a lock."},
	{"pond", "`Go` posts a task that has no result to wait for."},
	{"rayon", "The caller sleeps on a condition variable until the job is done."},
	{"ForkJoinPool, plain", "The caller waits until the task is done."},
}
