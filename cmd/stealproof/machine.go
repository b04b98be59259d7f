package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/linearizability"
)

// machine has the properties of this machine that the results depend on.
type machine struct {
	cores, procs      int
	clock             string
	granularity, cost time.Duration
}

func thisMachine() machine {
	clock := linearizability.BestClock()
	return machine{
		cores: runtime.NumCPU(), procs: runtime.GOMAXPROCS(0),
		clock: clock.String(), granularity: linearizability.Granularity(clock), cost: linearizability.Cost(clock),
	}
}

func (m machine) String() string {
	s := fmt.Sprintf("machine: %s, GOMAXPROCS %d, %s %s/%s; clock: %s, step %v, %v per reading",
		console.Plural(m.cores, "core"), m.procs, runtime.Version(), runtime.GOOS, runtime.GOARCH, m.clock, m.granularity, m.cost)
	if m.procs == 1 {
		s += "\nmachine: with GOMAXPROCS 1, operations overlap only if a goroutine is preempted, which is rare"
	}
	return s
}
