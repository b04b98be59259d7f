package wsq_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// plainRegions are the regions without a synchronizing access, whose claims need no test: see [refinetest.Movers.Tested].
var plainRegions = map[string][]string{
	"ChaseLev":      {"PopTakeLast", "PopTakeOne", "PopTakeSlot", "SwapCopy"},
	"ChaseLevFifo":  {"PopTakeLast", "PopTakeOne", "PopTakeSlot", "PopTopTakeSlot", "SwapCopy"},
	"ChaseLevBatch": {"PopTakeLast", "PopTakeOne", "PopTakeSlot", "SwapCopy"},
	"Split":         {"PopTakeSlot", "SwapCopy"},
}

// Each claim how a region moves is tested: other threads take part in the region, and no other claim is right. An
// exhausted search shows less, since it orders accesses as it likes if they can be moved. So this search is random.
func TestSched_MovesAsClaimed(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedDeques")
	}
	all := map[string]refinetest.Movers{}
	for _, k := range keptDeques() {
		found := all[k.module]
		if found == nil {
			found = refinetest.Movers{}
			all[k.module] = found
		}
		k.cases = append(k.cases, k.drawn...)
		k.follow(t, "", func(f *refine.Follower, program func(*sched.S)) {
			r := sched.Search(program, sched.Options{Observer: f, Strategy: strategy.NewRandom(1), Executions: 2_000})
			require.Nil(t, r.Failure)
			require.NoError(t, f.Check())
			found.Add(f.Movers)
		})
	}
	require.Len(t, all, len(plainRegions))
	for _, module := range slices.Sorted(maps.Keys(all)) {
		t.Run(module, func(t *testing.T) {
			all[module].Check(t, true)
			all[module].Tested(t, plainRegions[module]...)
		})
	}
}
