package main

import (
	"context"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/report"
)

// tool is a peer of the scheduler.
type tool struct {
	name    string // its name in -peers, and that of its library
	label   string // its name in the table, with the version
	does    string
	rate    string // the program's name for the measurement of a rate
	all     string // the program's name for the search of all schedules
	warms   bool   // it needs a warm-up
	project func(module string) peers.Project
	program *peers.Program // nil if it was not built
	plain   *peers.Program // started as users start it, if that differs
}

func toolNames() []string { return []string{"loom", "shuttle", "lincheck"} }

// newTools is a variable, because tests must not depend on installed tools.
var newTools = func() map[string]*tool {
	return map[string]*tool{
		"loom":    {name: "loom", label: "loom", does: "weak memory", rate: "loom", all: "loom", project: peers.Rust},
		"shuttle": {name: "shuttle", label: "shuttle", does: "random", rate: "shuttle", all: "shuttle-dfs", project: peers.Rust},
		"lincheck": {
			name: "lincheck", label: "Lincheck", does: "told of one core", rate: "lincheck", all: "lincheck", warms: true,
			// On several processors Lincheck's threads spin while they wait for their turn, and
			// disturb the running one.
			project: func(module string) peers.Project { return peers.JVM(module, "-XX:ActiveProcessorCount=1") },
		},
	}
}

// build builds the tool's programs.
func (t *tool) build(ctx context.Context, module string) (*peers.Program, error) {
	p := t.project(module)
	v, err := p.Library(t.name)
	if err != nil {
		return nil, err
	}
	t.label += " " + v
	program, err := p.Build(ctx, peers.Cache())
	if err == nil && t.warms {
		t.plain, err = peers.JVM(module).Build(ctx, peers.Cache())
	}
	return program, err
}

// starts returns about how long the tool takes to start.
func (t *tool) starts() time.Duration {
	if t.warms {
		return 2 * time.Second
	}
	return 0
}

// query is a search by our scheduler, in a process of its own.
type query struct {
	scenario  string
	span      time.Duration // repeat the search for this time; 0 means once
	random    bool          // otherwise DPOR
	races     bool          // look for data races
	histories bool          // judge each history
	broken    bool          // use the deque whose Steal has no CAS
}

func (q query) args() []string {
	args := []string{"-measure.scenario=" + q.scenario, "-measure.for=" + q.span.String()}
	if q.random {
		args = append(args, "-measure.strategy=random")
	}
	if q.races {
		args = append(args, "-measure.races")
	}
	if q.histories {
		args = append(args, "-measure.histories")
	}
	if q.broken {
		args = append(args, "-measure.broken")
	}
	return args
}

// search runs a query, and adds up its searches.
func search(ctx context.Context, b *check.Binary, q query) (peers.Explored, error) {
	out, err := b.Run(ctx, check.Plan{Run: "^TestMeasureSched$", Args: q.args()})
	if err != nil {
		return peers.Explored{}, err
	}
	e := peers.Explored{Tool: "model/sched", Scenario: q.scenario, Finished: true}
	for _, r := range out.Reports {
		e.Executions += r.Executions
		e.Seconds += r.Seconds
		e.Finished = e.Finished && r.Ending == report.Exhausted
		e.Found = e.Found || r.Ending == report.Failed && r.Rule == report.RuleAssertion
	}
	return e, checked(q, e, out)
}
