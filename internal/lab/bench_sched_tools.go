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
	name    string // in -peers, and of the library
	label   string // for people, with the version
	does    string
	rate    string // what is measured as a rate, as the program calls it
	all     string // what runs all schedules, as the program calls it
	warms   bool   // it needs a warm-up
	project func(module string) peers.Project
	program *peers.Program // nil if there is none
	plain   *peers.Program // as users start it, if that is different
}

func toolNames() []string { return []string{"loom", "shuttle", "lincheck"} }

// newTools is a variable for tests, which must not depend on what is installed.
var newTools = func() map[string]*tool {
	return map[string]*tool{
		"loom":    {name: "loom", label: "loom", does: "weak memory", rate: "loom", all: "loom", project: peers.Rust},
		"shuttle": {name: "shuttle", label: "shuttle", does: "random", rate: "shuttle", all: "shuttle-dfs", project: peers.Rust},
		"lincheck": {
			name: "lincheck", label: "Lincheck", does: "told of one core", rate: "lincheck", all: "lincheck", warms: true,
			// With more processors its threads spin while they wait for their
			// turn, and disturb the one whose turn it is.
			project: func(module string) peers.Project { return peers.JVM(module, "-XX:ActiveProcessorCount=1") },
		},
	}
}

// build builds the tool.
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

// starts is about how long it takes to start it.
func (t *tool) starts() time.Duration {
	if t.warms {
		return 2 * time.Second
	}
	return 0
}

// query is a search by our scheduler, in a process of its own.
type query struct {
	scenario  string
	span      time.Duration // repeat it for so long; 0 is once
	random    bool          // or else DPOR
	races     bool          // look for them
	histories bool          // judge each
	broken    bool          // a deque whose Steal has no CAS
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
