package pool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A future that its waiter runs itself leaves the queue. This holds however the future ends, in
// any order of waits, and for any submitter. Close then finds all futures done.
func TestUnqueued_WhatItsWaiterRuns(t *testing.T) {
	const places = 4
	ways := map[string]func(w *pool.Worker, p *pool.Pool, f func(*pool.Worker) (int, error)) (*pool.Future[int], error){
		"from outside": func(_ *pool.Worker, p *pool.Pool, f func(*pool.Worker) (int, error)) (*pool.Future[int], error) {
			return pool.TrySubmit(background, p, f)
		},
		"on the worker": func(w *pool.Worker, _ *pool.Pool, f func(*pool.Worker) (int, error)) (*pool.Future[int], error) {
			return pool.Submit(background, w, f)
		},
	}
	waits := map[string]func(w *pool.Worker, f *pool.Future[int]) (int, error){
		"join": func(w *pool.Worker, f *pool.Future[int]) (int, error) { return f.Join(w) },
		"get":  func(_ *pool.Worker, f *pool.Future[int]) (int, error) { return f.Get(background) },
	}
	for name, submit := range ways {
		for how, wait := range waits {
			t.Run(name+", "+how, func(t *testing.T) {
				if how == "get" && !pool.KnowsGoroutines() {
					t.Skip("here Get cannot know that it runs in a task")
				}
				p := made(t, pool.Options{Workers: 1, Queue: places, Spares: -1})
				require.Nil(t, in(p, func(w *pool.Worker) {
					for round := range 50 {
						var all []*pool.Future[int]
						for k := range places {
							f, err := submit(w, p, func(*pool.Worker) (int, error) {
								if k == 1 {
									panic("of the test")
								}
								return k, nil
							})
							require.NoError(t, err, "round %d", round)
							all = append(all, f)
						}
						for k := range all {
							if round%2 == 1 {
								k = places - 1 - k
							}
							v := caught(func() {
								got, err := wait(w, all[k])
								assert.NoError(t, err)
								assert.Equal(t, k, got)
							})
							assert.Equal(t, k == 1, v != nil, "%v", v)
						}
						assert.Zero(t, p.Queued())
					}
				}))
			})
		}
	}
}

// A future that leaves the queue makes room for a waiting submitter.
func TestUnqueued_MakesRoom(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Queue: 1})
	told := make(chan error, 1)
	require.Nil(t, in(p, func(w *pool.Worker) {
		f, err := pool.TrySubmit(background, p, func(*pool.Worker) (int, error) { return 1, nil })
		require.NoError(t, err)
		go func() { told <- p.Go(func(*pool.Worker) {}) }()
		assert.True(t, spin(func() bool { return p.Waiting() == 1 }))
		_, err = f.Join(w)
		assert.NoError(t, err)
		finishes(t, func() { assert.NoError(t, <-told) })
	}))
}
