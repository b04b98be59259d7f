package main

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// attemptsTable has the attempts to steal that failed, beside the overhead.
var attemptsTable = pageTable{
	name: "attempts",
	runs: []pageRun{stealingRun},
	make: func(runs []benchDocument) ([]string, [][]string, error) {
		const workers = 8
		s := runs[0].seedData()
		var rows [][]string
		for _, scheduler := range []string{"pool", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "2q-mutex", "2q-entry-lock", "2q-lock-free"} {
			cells := []string{scheduler}
			for _, k := range stealingKernels {
				r := seedRun{"001", workload.Plan{Kernel: k.kernel, Size: k.size, Scheduler: scheduler, Workers: workers}}
				m, known := s.samples[r][1]
				failed, counted := m.Metrics[workload.Failed]
				if !known || !counted {
					return nil, nil, fmt.Errorf("the run lacks failed attempts of %s on %s", scheduler, k.kernel)
				}
				cells = append(cells, fmt.Sprintf("%s; %.2f", console.Count(int(failed)), m.Metrics[workload.Overhead]))
			}
			rows = append(rows, cells)
		}
		return []string{"Scheduler", "fib(50), threshold 30", "matmul of 2048", "quicksort of 1e8"}, rows, nil
	},
}

// thresholdsTable has the speed-up by the threshold below which fib forks nothing.
var thresholdsTable = pageTable{
	name: "thresholds",
	runs: []pageRun{stealingRun},
	make: func(runs []benchDocument) ([]string, [][]string, error) {
		s := runs[0].seedData()
		head := []string{"Scheduler"}
		for _, n := range thresholds {
			head = append(head, fmt.Sprint(n))
		}
		var rows [][]string
		for _, scheduler := range []string{"pool", "cmu-mutex", "cmu-lock-free", "2q-mutex", "2q-lock-free"} {
			cells := []string{scheduler}
			for _, n := range thresholds {
				r := seedRun{"001", workload.Plan{Kernel: granularity, Size: n, Scheduler: scheduler, Workers: 8}}
				up, known := s.of(r, func(round int, m workload.Measured) float64 { return speedUp(s, r, round, m) })
				if !known {
					return nil, nil, fmt.Errorf("the run lacks %s with threshold %d", scheduler, n)
				}
				cells = append(cells, fmt.Sprintf("%.2f", up.Median))
			}
			rows = append(rows, cells)
		}
		return head, rows, nil
	},
}
