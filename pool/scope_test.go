package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stealproof/stealproof/pool"
)

func TestScope_ReturnsWhenAllHaveEnded(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			for n := range 20 {
				finishes(t, func() {
					assert.Nil(t, in(p, func(w *pool.Worker) {
						var ran atomic.Int32
						w.Scope(func(s *pool.Scope) {
							for range n {
								s.Go(w, func(*pool.Worker) { ran.Add(1) })
							}
						})
						assert.EqualValues(t, n, ran.Load())
					}))
				})
			}
		})
	}
}
