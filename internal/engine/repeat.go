package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// repetitions is how often a program is run to find a difference.
const repetitions = 10

// unlike says how executions under the same schedule differ, if a few runs show it.
func unlike(program func(), o Options) string {
	const advice = "\nA program must depend on the schedule alone. It must not depend on package variables that an earlier execution has changed, on the time, or on random numbers."
	first := steps(program, o)
	for range repetitions {
		next := steps(program, o)
		for i := 0; i < len(first) || i < len(next); i++ {
			switch {
			case i >= len(first) || i >= len(next):
				return fmt.Sprintf("\nWithout preemption, one execution ends after %d steps and another after %d.", len(first), len(next)) + advice
			case first[i].Text != next[i].Text || first[i].Pos != next[i].Pos || first[i].Thread != next[i].Thread:
				return fmt.Sprintf("\nWithout preemption, step %d of one execution is\n  %s\nand that of another\n  %s", i+1, first[i], next[i]) + advice
			}
		}
	}
	return advice
}

// steps runs the program once, without preemption.
func steps(program func(), o Options) []report.Step {
	o.Strategy, o.Executions, o.For = strategy.NewReplay(nil), 1, 0
	r := newSearch(program, o)
	r.engine.trace = &trace{}
	r.run()
	f := r.Failure
	if f == nil {
		f = &Failure{decisions: r.engine.schedule.decisions}
	}
	r.engine.trace.explain(r.engine, f)
	return f.Trace
}
