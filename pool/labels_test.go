package pool_test

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// labelled returns a context with the profiler label who.
func labelled(ctx context.Context, who string) context.Context {
	return pprof.WithLabels(ctx, pprof.Labels("who", who))
}

// labelsOf returns the profiler labels of the goroutines whose stack has a function, as a profile
// shows them.
func labelsOf(function string) []string {
	var out bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&out, 1) != nil {
		return nil
	}
	var found []string
	for record := range strings.SplitSeq(out.String(), "\n\n") {
		if !strings.Contains(record, function) {
			continue
		}
		labels := ""
		for line := range strings.SplitSeq(record, "\n") {
			if after, is := strings.CutPrefix(line, "# labels: "); is {
				labels = after
			}
		}
		found = append(found, labels)
	}
	return found
}

// mine returns the profiler labels of the calling goroutine.
//
//go:noinline
func mine() string {
	for _, labels := range labelsOf("pool_test.mine+") {
		return labels
	}
	return "not in the profile"
}

func noLabelsOnWorkers(t *testing.T) {
	t.Helper()
	for _, labels := range labelsOf("pool.(*Worker).loop+") {
		require.Empty(t, labels)
	}
}

// A task has the labels of the context that it was submitted with, in each way to submit it, and
// no task that runs later on the same worker has them.
func TestLabels_OfTheContext(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ask := func(*pool.Worker) (string, error) { return mine(), nil }
	ways := map[string]func(ctx context.Context) string{
		"Run": func(ctx context.Context) string {
			s, err := pool.Run(ctx, p, ask)
			assert.NoError(t, err)
			return s
		},
		"Submit": func(ctx context.Context) string {
			f, err := pool.Submit(ctx, p, ask)
			require.NoError(t, err)
			s, err := f.Get(background)
			assert.NoError(t, err)
			return s
		},
		"ForEach": func(ctx context.Context) (s string) {
			assert.NoError(t, pool.ForEach(ctx, p, 1, func(int) { s = mine() }))
			return s
		},
		"Define": func(ctx context.Context) string {
			s, err := pool.Define(func(*pool.Ctx[int, string], int) string { return mine() }).Run(ctx, p, 0)
			assert.NoError(t, err)
			return s
		},
	}
	for name, way := range ways {
		require.Equal(t, `{"who":"ann"}`, way(labelled(background, "ann")), name)
		require.Empty(t, way(background), name)
		cancellable, cancel := context.WithCancel(labelled(background, "bob"))
		require.Equal(t, `{"who":"bob"}`, way(cancellable), name)
		cancel()
	}
	asleep(t, p)
	noLabelsOnWorkers(t)
}

// A task that panics, or ends by Goexit, leaves no labels to the next one.
func TestLabels_AfterAFailure(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for _, end := range []func(){func() { panic("over") }, runtime.Goexit} {
		ended := make(chan bool)
		go func() {
			defer close(ended)
			defer func() { _ = recover() }()
			_, _ = pool.Run(labelled(background, "ann"), p, func(*pool.Worker) (int, error) { end(); return 0, nil })
		}()
		<-ended
		s, err := pool.Run(background, p, func(*pool.Worker) (string, error) { return mine(), nil })
		require.NoError(t, err)
		require.Empty(t, s)
	}
}

// A stolen child has the labels of its tree, and its thief has none afterwards.
func TestLabels_OfAStolenChild(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	typed := pool.Define(func(c *pool.Ctx[*atomic.Bool, string], elsewhere *atomic.Bool) string {
		elsewhere.Store(true)
		return mine()
	})
	steals := map[string]func(w *pool.Worker) string{
		"Join": func(w *pool.Worker) string {
			var elsewhere atomic.Bool
			_, s := pool.Join(w,
				func(*pool.Worker) bool { return assert.True(t, spin(elsewhere.Load)) },
				func(*pool.Worker) string { elsewhere.Store(true); return mine() })
			return s
		},
		"Scope": func(w *pool.Worker) (s string) {
			var elsewhere atomic.Bool
			w.Scope(func(sc *pool.Scope) {
				sc.Go(w, func(*pool.Worker) { s = mine(); elsewhere.Store(true) })
				assert.True(t, spin(elsewhere.Load))
			})
			return s
		},
		"Fork": func(w *pool.Worker) string {
			c, elsewhere := typed.In(w), new(atomic.Bool)
			h := c.Fork(elsewhere)
			assert.True(t, spin(elsewhere.Load))
			return c.Join(h)
		},
	}
	for name, steal := range steals {
		for _, who := range []string{"ann", "bob"} {
			asleep(t, p)
			s, err := pool.Run(labelled(background, who), p, func(w *pool.Worker) (string, error) { return steal(w), nil })
			require.NoError(t, err)
			require.Equal(t, `{"who":"`+who+`"}`, s, name)
		}
		s, err := pool.Run(background, p, func(w *pool.Worker) (string, error) { return steal(w), nil })
		require.NoError(t, err)
		require.Empty(t, s, name)
	}
	asleep(t, p)
	noLabelsOnWorkers(t)
}

// A call inside a task has the labels of its own context, or those of the task around it. The task
// has its own again afterwards.
func TestLabels_OfANestedCall(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	type seen struct{ before, plain, inner, after string }
	got, err := pool.Run(labelled(background, "ann"), p, func(w *pool.Worker) (s seen, err error) {
		ask := func(*pool.Worker) (string, error) { return mine(), nil }
		s.before = mine()
		if s.plain, err = pool.Run(background, w, ask); err != nil {
			return s, err
		}
		s.inner, err = pool.Run(labelled(background, "bob"), w, ask)
		s.after = mine()
		return s, err
	})
	require.NoError(t, err)
	require.Equal(t, seen{`{"who":"ann"}`, `{"who":"ann"}`, `{"who":"bob"}`, `{"who":"ann"}`}, got)
}

// Labels that a task sets itself stay while it forks and joins. They are gone when the worker rests.
func TestLabels_SetByTheTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	s, err := pool.Run(labelled(background, "ann"), p, func(w *pool.Worker) (s string, err error) {
		pprof.Do(labelled(background, "ann"), pprof.Labels("part", "second"), func(context.Context) {
			for range 100 {
				w.Invoke(func(*pool.Worker) {}, func(*pool.Worker) {}, func(*pool.Worker) {})
			}
			s = mine()
		})
		return s, nil
	})
	require.NoError(t, err)
	require.NoError(t, p.Go(func(*pool.Worker) { pprof.SetGoroutineLabels(labelled(background, "left")) }))
	require.Equal(t, `{"part":"second", "who":"ann"}`, s)
	asleep(t, p)
	noLabelsOnWorkers(t)
}

// Workers do not get the labels of the goroutine that starts them: of New, or of a task that blocks.
func TestLabels_NotOfWhoeverStartsAWorker(t *testing.T) {
	var p *pool.Pool
	pprof.Do(background, pprof.Labels("who", "maker"), func(context.Context) { p = made(t, pool.Options{Workers: 1}) })
	noLabelsOnWorkers(t)
	ctx := labelled(background, "ann")
	s, err := pool.Run(ctx, p, func(w *pool.Worker) (s string, err error) {
		w.Blocking(func() {
			s, err = pool.Run(background, p, func(*pool.Worker) (string, error) { return "", nil })
			f, submitted := pool.Submit(background, p, func(*pool.Worker) (string, error) { return mine(), nil })
			if assert.NoError(t, submitted) {
				ended := make(chan bool)
				go func() { s, err = f.Get(background); close(ended) }()
				<-ended
			}
		})
		return s, err
	})
	require.NoError(t, err)
	require.Empty(t, s, "a spare worker, started by a task with labels")
	asleep(t, p)
	noLabelsOnWorkers(t)
}

// A task has all labels of its context.
func TestLabels_SeveralOfAContext(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	pprof.Do(background, pprof.Labels("one", "1", "two", "2"), func(ctx context.Context) {
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			var profile bytes.Buffer
			assert.NoError(t, pprof.Lookup("goroutine").WriteTo(&profile, 1))
			assert.Equal(t, 2, strings.Count(profile.String(), `{"one":"1", "two":"2"}`), "the caller and the worker")
			return 0, nil
		})
		require.NoError(t, err)
	})
}

// A task that follows one with labels on its worker has none, although the worker has not slept in between.
func TestLabels_NotOfTheTaskBefore(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	free := busy(t, p)
	ask := func(*pool.Worker) (string, error) { return mine(), nil }
	ann, err := pool.Submit(labelled(background, "ann"), p, ask)
	require.NoError(t, err)
	none, err := pool.Submit(background, p, ask)
	require.NoError(t, err)
	free()
	s, err := ann.Get(background)
	require.NoError(t, err)
	require.Equal(t, `{"who":"ann"}`, s)
	s, err = none.Get(background)
	require.NoError(t, err)
	require.Empty(t, s)
}
