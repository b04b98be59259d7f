package main

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

var stealingRun = pageRun{file: "seeds-001", command: "bench seeds -only 001 -workers 1,4,8 -peers none -rounds 1"}

var stealingTable = pageTable{
	name: "stealing",
	runs: []pageRun{stealingRun},
	make: func(runs []benchDocument) ([]string, [][]string, error) {
		head := []string{"Scheduler", "fib(50), threshold 30", "matmul of 2048", "quicksort of 1e8", "Why"}
		s := runs[0].seedData()
		var rows [][]string
		for _, e := range stealingRows {
			cells := []string{e.what}
			for _, k := range stealingKernels {
				cell, err := s.stealing(seedRun{"001", workload.Plan{Kernel: k.kernel, Size: k.size, Scheduler: e.what}})
				if err != nil {
					return nil, nil, err
				}
				cells = append(cells, cell)
			}
			rows = append(rows, append(cells, e.why))
		}
		return head, rows, nil
	},
}

var stealingKernels = []struct {
	kernel string
	size   int
}{{"fib30", 50}, {"matmul", 2048}, {"quicksort1000", 100_000_000}}

var stealingRows = []explained{
	{workload.Serial, "One thread without forks."},
	{"pool", "More workers than processors cost nothing."},
	{"cmu-mutex", "Child stealing; the kind of lock makes no difference."},
	{"cmu-entry-lock", "Child stealing; as with the mutex."},
	{"cmu-lock-free", "Child stealing; as with the mutex."},
	{"2q-mutex", "Continuation stealing; level with child stealing at this size."},
	{"2q-entry-lock", "Never steals a continuation that is alone in its queue, and matmul forks all its tiles from one task."},
	{"2q-lock-free", "Continuation stealing; as with the mutex."},
	{"cmu-central", "Child stealing; all workers take from one queue, so a task that another worker has forked counts as stolen."},
	{"2q-central", "Continuation stealing; as before, with continuations."},
}

// stealing is a cell: times with 1, 4 and 8 workers, and how the 8 shared the work.
func (s seedData) stealing(r seedRun) (string, error) {
	var times []string
	var last workload.Measured
	for _, w := range []int{1, 4, 8} {
		r.Workers = w
		m, known := s.samples[r][1]
		if !known && r.Scheduler == workload.Serial && w > 1 {
			continue
		}
		if !known {
			return "", fmt.Errorf("the run lacks %s on %s with %s", r.Kernel, r.Scheduler, console.Plural(w, "worker"))
		}
		times, last = append(times, fmt.Sprintf("%.2f", m.Seconds)), m
	}
	cell := strings.Join(times, " / ") + " s"
	if r.Scheduler != workload.Serial {
		cell += fmt.Sprintf("; %.2f, %.2f, %s", last.Metrics[workload.Overhead], last.Metrics[workload.Balance], stolen(r.Scheduler, last))
	}
	return cell, nil
}

// stolen returns the stolen children and continuations. Runs of a version that did not tell them
// apart have no figure for schedulers that steal continuations.
func stolen(scheduler string, m workload.Measured) string {
	continuations, apart := m.Metrics[workload.Continuations]
	switch {
	case apart:
		return fmt.Sprintf("%.0f + %.0f", m.Metrics[workload.Steals], continuations)
	case strings.HasPrefix(scheduler, "2q-"):
		return "-"
	}
	return fmt.Sprintf("%.0f", m.Metrics[workload.Steals])
}
