package pool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A task that passes its pool where it could pass its worker gets the same: the calls belong to
// its tree, and are cancelled with it.
func TestInside_IsCancelledWithTheCaller(t *testing.T) {
	needsIdentity(t)
	for name, use := range map[string]func(p *pool.Pool) error{
		"Run":  func(p *pool.Pool) error { _, err := pool.Run(background, p, one); return err },
		"For":  func(p *pool.Pool) error { return pool.For(background, p, 100, func(int, int) {}) },
		"Sort": func(p *pool.Pool) error { return pool.Sort(background, p, make([]int, 100)) },
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2})
			ctx, cancel := context.WithCancelCause(background)
			finishes(t, func() {
				_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
					assert.NoError(t, use(p), "before")
					cancel(errMine)
					<-w.Context().Done()
					assert.True(t, spin(func() bool { return w.Err() != nil }))
					err := use(p)
					t.Errorf("a cancelled task goes on: %v", err)
					return 0, nil
				})
				require.Equal(t, errMine, err)
			})
		})
	}
}

// Its context, its isolation and its values are those of the caller.
func TestInside_IsPartOfTheTask(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		err := grouped(p, func(w *pool.Worker, g *pool.Group) error {
			begun := make(chan struct{})
			g.Go(w, func(*pool.Worker) error {
				_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
					ctx := w.Context()
					close(begun)
					<-ctx.Done()
					return 0, context.Cause(ctx)
				})
				return err
			})
			g.Go(w, func(*pool.Worker) error { <-begun; return errMine })
			return nil
		})
		require.Equal(t, errMine, err)
	})
}

// A context of its own ends only the inner call.
func TestInside_ItsOwnContext(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			ctx, cancel := context.WithCancelCause(background)
			_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
				cancel(errMine)
				<-w.Context().Done()
				assert.True(t, spin(func() bool { return w.Err() != nil }))
				w.Invoke(func(*pool.Worker) {})
				return 0, nil
			})
			assert.Equal(t, errMine, err)
			assert.NoError(t, w.Err())
			return pool.Run(background, p, one)
		})
		require.NoError(t, err)
	})
}
