package engine_test

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// BenchmarkSearch measures the cost of an execution without the program: three threads with eight
// steps each, on three existing variables.
func BenchmarkSearch(b *testing.B) {
	var x [3]atomic.Int64
	bodies := make([]func(), 3)
	for i := range bodies {
		bodies[i] = func() {
			for range 4 {
				x[i].Add(1)
				x[(i+1)%3].Load()
			}
		}
	}
	program := func(s *sched.S) {
		for _, f := range bodies {
			s.Go(f)
		}
		s.Wait()
	}
	for _, c := range []struct {
		name    string
		options func() engine.Options
	}{
		{"dpor", func() engine.Options { return engine.Options{NoRaces: true} }},
		{"races", func() engine.Options { return engine.Options{} }},
		{"random", func() engine.Options { return engine.Options{NoRaces: true, Strategy: strategy.NewRandom(1)} }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			executions, steps := 0, 0
			for executions < b.N {
				o := c.options()
				o.Executions = b.N - executions
				r := search(program, o)
				executions += r.Executions + r.Abandoned
				steps += r.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}
