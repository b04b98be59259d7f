package pool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// If tasks of a scope were dropped, Scope does not return as if they had run.
func TestScope_TellsThatItsTasksWereDropped(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	ran, err := pool.Run(ctx, p, func(w *pool.Worker) (ran bool, err error) {
		w.Scope(func(s *pool.Scope) {
			s.Go(w, func(*pool.Worker) { ran = true })
			cancel()
			told := spin(func() bool { return caught(func() { join.In(w).Both(1, 1) }) != nil })
			require.True(t, told)
		})
		return ran, nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, ran)
}

// A task that only forks others is told of its cancellation, too.
func TestScope_GoTellsOfCancellation(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	told := false
	_, _ = pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		w.Scope(func(s *pool.Scope) {
			cancel()
			told = spin(func() bool { return caught(func() { s.Go(w, func(*pool.Worker) {}) }) != nil })
		})
		return 0, nil
	})
	require.True(t, told)
}

// A scope that panics drops its tasks that have not begun, even without another worker.
func TestScope_PanicDropsItsTasks(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		ran := false
		assert.Nil(t, in(p, func(w *pool.Worker) {
			assert.NotNil(t, caught(func() {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, func(*pool.Worker) { ran = true })
					panic("of the test")
				})
			}))
		}))
		assert.False(t, ran)
	})
}

// It does not drop tasks of the outer scope.
func TestScope_PanicLeavesTheOuterOne(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		ran := false
		assert.Nil(t, in(p, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				s.Go(w, func(*pool.Worker) { ran = true })
				assert.NotNil(t, caught(func() { w.Scope(func(*pool.Scope) { panic("of the test") }) }))
			})
		}))
		assert.True(t, ran)
	})
}
