package pool

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A worker that is blocked without a spare counts once, however often the calls nest, and not at all afterwards.
func TestUnreplaced_CountsOnce(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: -1})
	runsTask(t, p, func(w *Worker) {
		w.blocking(func() {
			w.blocking(func() { assert.Equal(t, 1, UnreplacedWaits(w)) })
		})
		assert.Zero(t, UnreplacedWaits(w))
	})
	runsTask(t, opened(t, Options{Workers: 1, Spares: 1}), func(w *Worker) {
		w.blocking(func() { assert.True(t, w.blocking(func() {}), "the spare of the outer call") })
	})
}

// Each wait that is asked is asked once, for another blocked worker.
func TestReplacements_AskEachOnce(t *testing.T) {
	var r replacements
	var asked [2]int
	for i := range asked {
		r.addReplaced(&replacedWait{future: &Task{}, ask: func() { asked[i]++ }})
	}
	r.addUnreplaced(&unreplacedWait{})
	r.addUnreplaced(&unreplacedWait{})
	require.Equal(t, [2]int{1, 1}, asked)
}
