package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// A program that now and then does another step ends the search as not repeatable. It does not end the process.
func TestSearch_UnlikeExecutions(t *testing.T) {
	unlike := 0
	for seed := range uint64(300) {
		plan := rand.New(rand.NewPCG(seed, 3))
		var steps [9][2]int // the word and the kind of each
		for i := range steps {
			steps[i] = [2]int{plan.IntN(4), plan.IntN(3)}
		}
		r := engine.Search(func() {
			var words [6]atomic.Int64
			now := steps
			if plan.IntN(8) == 0 { // as many steps each time, so only the objects tell
				now[plan.IntN(len(now))][0] = plan.IntN(len(words))
			}
			for thread := range 3 {
				engine.Go("", func() {
					for _, s := range now[3*thread : 3*thread+3] {
						switch w := &words[s[0]]; s[1] {
						case 0:
							w.Load()
						case 1:
							w.Add(1)
						case 2:
							w.CompareAndSwap(0, 1)
						}
					}
				})
			}
			engine.Join()
		}, engine.Options{Executions: 200})
		if r.Failure != nil {
			require.Equal(t, report.RuleRepeatable, r.Failure.Rule, "seed %d: %v", seed, r.Failure)
			unlike++
		}
	}
	require.Greater(t, unlike, 100)
}
