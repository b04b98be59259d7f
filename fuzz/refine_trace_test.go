package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// TLC itself judges runs of the shipped deques: each is a behaviour of the module. With one value changed it is none,
// and TLC names the line.
func TestSched_Traces(t *testing.T) {
	tools := refinetest.Tools(t) // before the skip, so that TestSched reports missing tools too
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for i, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			if i > 0 && !long.Searches() {
				t.Skipf("one is enough for a short run: set %s=1 for all", long.Env)
			}
			traces, constants := d.traces(t)
			refinetest.Judge(t, tools, d.module, constants, traces)
		})
	}
}

// traces returns the traces of some random runs, and the constants.
func (d refined) traces(t *testing.T) ([]refine.Trace, string) {
	all := d.cases()
	c := all[len(all)-1]
	if i := slices.IndexFunc(all, func(c model.Case) bool { return c.Scenario.String() == larger[1].Scenario.String() }); i >= 0 {
		c = all[i]
	}
	f, err := d.follower(c, "")
	require.NoError(t, err)
	tracer := f.Trace(refinetest.Module(t, d.module))
	program, err := d.program(c)
	require.NoError(t, err)
	r := sched.Search(program, sched.Options{Observer: f, Strategy: strategy.NewRandom(1), Executions: 20})
	require.Nil(t, r.Failure)
	require.NoError(t, f.Check())
	require.Len(t, tracer.Traces, r.Executions)
	return tracer.Traces, d.text(d.sizeOf(c), "")
}
