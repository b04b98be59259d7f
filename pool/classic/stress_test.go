package classic

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/mutation/trial"
)

// TestStress_Systems makes schedulers, one after the other. Each runs a random load and is
// closed. The test ends when something breaks or the time is over. An execution is a scheduler.
func TestStress_Systems(t *testing.T) {
	before := runtime.NumGoroutine()
	loads := rapid.Custom(drawLoad)
	trial.Rounds(t, func(n uint64) (int, error) {
		chance := rand.New(rand.NewPCG(n, 0))
		which, workers := chance.IntN(len(systems)+1), 1+chance.IntN(4)
		if which == len(systems) {
			return 1, loads.Example(int(n)).check()
		}
		wild := chance.IntN(2) == 0
		trees := rapid.Custom(func(t *rapid.T) *vertex {
			root, _ := drawTree(t, 40, wild)
			return root
		})
		p := systems[which].new(workers)
		defer p.close()
		for k := range 1 + chance.IntN(3) {
			root := trees.Example(int(n)*3 + k)
			if err := check(p, root, root.size()); err != nil {
				return 1, err
			}
		}
		return 1, nil
	})
	ended(t, before)
}
