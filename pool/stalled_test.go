package pool_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// standstill is a program that makes n calls. They block until one more has begun than the pool allows at once, or until it
// is given up.
type standstill struct {
	p          *pool.Pool
	n, most    int
	begun      atomic.Int32
	forked     *atomic.Bool // the frames are there
	ended      sync.Once
	all, given chan struct{}
}

func (s *standstill) call(w *pool.Worker) {
	if int(s.begun.Add(1)) > s.most {
		s.ended.Do(func() { close(s.all) }) // two frames can both have found that one more call is due
		return
	}
	w.Blocking(s.waits)
}

func (s *standstill) waits() {
	select {
	case <-s.all:
	case <-s.given:
	}
}

var standing, forking *pool.Def[*standstill, int]

func init() {
	// Each call forks the next ones, and blocks.
	standing = pool.Define(func(c *pool.Ctx[*standstill, int], s *standstill) int {
		if int(s.begun.Load()) >= s.n {
			return 0
		}
		a, b := c.Fork(s), c.Fork(s)
		s.call(c.Worker())
		return c.Join(b) + c.Join(a)
	})
	forking = pool.Define(func(c *pool.Ctx[*standstill, int], s *standstill) int { s.call(c.Worker()); return 0 })
}

// standstills are the programs. Each makes at least n calls.
var standstills = map[string]func(s *standstill) error{
	"ForEachErr": func(s *standstill) error {
		return pool.ForEachErr(background, s.p, s.n, func(w *pool.Worker, _ int) error { s.call(w); return nil }, pool.Grain(1))
	},
	"ForEachErr in a task": func(s *standstill) error {
		_, err := pool.Run(background, s.p, func(w *pool.Worker) (int, error) {
			return 0, pool.ForEachErr(background, w, s.n, func(w *pool.Worker, _ int) error { s.call(w); return nil })
		})
		return err
	},
	"ForWorker": func(s *standstill) error {
		return pool.ForWorker(background, s.p, s.n, func(w *pool.Worker, _, _ int) { s.call(w) }, pool.Grain(1))
	},
	"MapErr": func(s *standstill) error {
		_, err := pool.MapErr(background, s.p, make([]int, s.n), func(w *pool.Worker, _ int) (int, error) { s.call(w); return 0, nil })
		return err
	},
	"a loop in a loop": func(s *standstill) error {
		return pool.ForEachErr(background, s.p, 1, func(w *pool.Worker, _ int) error {
			return pool.ForEachErr(background, w, s.n, func(w *pool.Worker, _ int) error { s.call(w); return nil })
		})
	},
	"ForSeq": func(s *standstill) error {
		return pool.ForSeq(background, s.p, func(yield func(int) bool) {
			for n := range s.n {
				if !yield(n) {
					return
				}
			}
		}, func(w *pool.Worker, _ int) error { s.call(w); return nil })
	},
	"typed frames": func(s *standstill) error { _, err := standing.Run(background, s.p, s); return err },
	"Join": func(s *standstill) error {
		var next func(w *pool.Worker) int
		next = func(w *pool.Worker) int {
			if int(s.begun.Load()) >= s.n {
				return 0
			}
			a, _ := pool.Join(w, func(w *pool.Worker) int { s.call(w); return 0 }, next)
			return a
		}
		_, err := pool.Run(background, s.p, func(w *pool.Worker) (int, error) { return next(w), nil })
		return err
	},
	"Scope": func(s *standstill) error {
		_, err := pool.Run(background, s.p, func(w *pool.Worker) (int, error) { s.scope(w); return 0, nil })
		return err
	},
	"Scope in Isolate": func(s *standstill) error {
		_, err := pool.Run(background, s.p, func(w *pool.Worker) (int, error) { w.Isolate(func() { s.scope(w) }); return 0, nil })
		return err
	},
	"Group": func(s *standstill) error {
		_, err := pool.Run(background, s.p, func(w *pool.Worker) (int, error) {
			return 0, w.Group(func(g *pool.Group) error {
				for range s.n - 1 {
					g.Go(w, func(w *pool.Worker) error { s.call(w); return nil })
				}
				s.call(w)
				return nil
			})
		})
		return err
	},
	"Go": func(s *standstill) error {
		var ended sync.WaitGroup
		for range s.n {
			ended.Add(1)
			if err := s.p.Go(func(w *pool.Worker) { defer ended.Done(); s.call(w) }); err != nil {
				return err
			}
		}
		ended.Wait()
		return nil
	},
	"futures": func(s *standstill) error {
		var all []*pool.Future[int]
		for range s.n {
			f, err := pool.Submit(background, s.p, func(w *pool.Worker) (int, error) { s.call(w); return 0, nil })
			if err != nil {
				return err
			}
			all = append(all, f)
		}
		var errs []error
		for _, f := range all {
			_, err := f.Get(background)
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	},
}

func (s *standstill) scope(w *pool.Worker) {
	w.Invoke(func(w *pool.Worker) {
		w.Scope(func(inner *pool.Scope) {
			for range s.n - 1 {
				inner.Go(w, s.call)
			}
			s.call(w)
		})
	})
}

// stand runs a program on pools of some sizes. more is by how much the number of calls exceeds that of workers and spares.
func stand(t *testing.T, more int, program func(*standstill) error, test func(t *testing.T, s *standstill, got chan *pool.Stall)) {
	for _, c := range []struct{ workers, spares int }{{1, -1}, {1, 1}, {2, 1}, {2, -1}} {
		t.Run(fmt.Sprintf("%d of %d", c.workers, c.spares), func(t *testing.T) {
			stalled, got := reports()
			most := c.workers + max(c.spares, 0)
			s := &standstill{most: most, n: most + more, all: make(chan struct{}), given: make(chan struct{})}
			s.p = made(t, pool.Options{Workers: c.workers, Spares: c.spares, StallAfter: time.Millisecond, Stalled: stalled})
			ended := make(chan error)
			go func() { ended <- program(s) }()
			test(t, s, got)
			close(s.given)
			finishes(t, func() { assert.NoError(t, <-ended) })
		})
	}
}

// All calls block until a further one begins. No worker is left for that one. Whatever it is a part of,
// the stall is reported.
func TestStall_OfAllThatWaits(t *testing.T) {
	for name, program := range standstills {
		t.Run(name, func(t *testing.T) {
			stand(t, 1, program, func(t *testing.T, s *standstill, got chan *pool.Stall) {
				var r *pool.Stall
				finishes(t, func() { r = <-got })
				require.Len(t, r.Calls, s.most)
				require.Positive(t, r.Waiting)
				require.Less(t, int(s.begun.Load()), s.n)
			})
		})
	}
}

// quiet waits until so many calls have begun, and the pool was looked at several times. No stall was reported while
// they blocked. A report of an earlier call that blocked for longer than StallAfter is right.
func quiet(t *testing.T, s *standstill, got chan *pool.Stall) {
	t.Helper()
	until(t, "all block", func() bool { return int(s.begun.Load()) == s.most })
	looks := s.p.StallLooks()
	until(t, "the pool is looked at", func() bool { return s.p.StallLooks() > looks+5 })
	for len(got) > 0 {
		for _, c := range (<-got).Calls {
			require.NotContains(t, c.At, "(*standstill).call")
		}
	}
}

// All calls block, and nothing else is left to begin. Then no stall is reported.
func TestStall_NotIfNothingWaits(t *testing.T) {
	for name, program := range standstills {
		if name == "typed frames" || name == "Join" {
			continue // the last calls have forked
		}
		t.Run(name, func(t *testing.T) { stand(t, 0, program, quiet) })
	}
}

// What is still queued does not wait if it was started elsewhere, or is cancelled.
func TestStall_NotOfWhatIsQueuedInVain(t *testing.T) {
	for name, program := range map[string]func(s *standstill, w *pool.Worker){
		"a closure that its worker has taken back": func(s *standstill, w *pool.Worker) {
			pool.Join(w, func(w *pool.Worker) int { w.Blocking(func() {}); return 0 }, func(w *pool.Worker) int { s.call(w); return 0 })
		},
		"a future that was joined": func(s *standstill, w *pool.Worker) {
			var all []*pool.Future[int]
			for range 100 {
				f, err := pool.Submit(background, w, one)
				assert.NoError(t, err)
				all = append(all, f)
			}
			for k := range all {
				_, err := all[(k+50)%len(all)].Join(w)
				assert.NoError(t, err)
			}
			s.call(w)
		},
		"a cancelled future": func(s *standstill, w *pool.Worker) {
			ctx, cancel := context.WithCancel(background)
			f, err := pool.Submit(ctx, w, one)
			assert.NoError(t, err)
			cancel()
			<-f.Done()
			s.call(w)
		},
		"a cancelled closure": func(s *standstill, w *pool.Worker) {
			ctx, cancel := context.WithCancel(background)
			_, err := pool.Run(ctx, w, func(w *pool.Worker) (int, error) {
				w.Invoke(func(w *pool.Worker) { cancel(); s.call(w) }, func(w *pool.Worker) { cancel(); s.call(w) })
				return 0, nil
			})
			assert.ErrorIs(t, err, context.Canceled)
		},
	} {
		t.Run(name, func(t *testing.T) {
			stalled, got := reports()
			s := &standstill{most: 1, all: make(chan struct{}), given: make(chan struct{})}
			s.p = made(t, pool.Options{Workers: 1, Spares: -1, StallAfter: time.Millisecond, Stalled: stalled})
			require.NoError(t, s.p.Go(func(w *pool.Worker) { program(s, w) }))
			quiet(t, s, got)
			close(s.given)
		})
	}
}

// The indices of a loop that has failed do not wait.
func TestStall_NotOfAFailedLoop(t *testing.T) {
	failure := errors.New("failed")
	for name, fails := range map[string]func() error{
		"error": func() error { return failure },
		"panic": func() error { panic(failure) },
	} {
		t.Run(name, func(t *testing.T) {
			stalled, got := reports()
			s := &standstill{most: 2, all: make(chan struct{}), given: make(chan struct{})}
			s.p = made(t, pool.Options{Workers: 2, Spares: -1, StallAfter: time.Millisecond, Stalled: stalled})
			ended := make(chan any)
			var failed atomic.Bool
			go func() {
				var err error
				v := caught(func() {
					err = pool.ForEachErr(background, s.p, 100, func(w *pool.Worker, i int) error {
						if i > 0 { // the other worker has stolen it, and no worker has stolen from that one
							spin(func() bool { return s.begun.Load() == 1 })
							failed.Store(true)
							return fails()
						}
						s.call(w)
						return nil
					}, pool.Grain(1))
				})
				ended <- errors.Join(err, asError(v))
			}()
			until(t, "the loop has failed", func() bool { return failed.Load() && s.p.Sleeping() == 1 })
			require.NoError(t, s.p.Go(s.call))
			quiet(t, s, got)
			close(s.given)
			finishes(t, func() { assert.ErrorContains(t, (<-ended).(error), "failed") })
		})
	}
}

func asError(v any) error {
	if v == nil {
		return nil
	}
	return fmt.Errorf("%v", v)
}

// A worker waits in a join, or for the end of a task that it has withdrawn. A private frame of this
// worker waits, or a submission.
func TestStall_BesideAWaitingWorker(t *testing.T) {
	for name, program := range map[string]func(s *standstill, w *pool.Worker){
		"join": func(s *standstill, w *pool.Worker) {
			stolen := forking.In(w)
			h := stolen.Fork(s)
			c := elsewhere.In(w)
			private := c.Fork(s.call)
			s.untilBegun()
			stolen.Join(h)
			c.Join(private)
		},
		"withdrawn": func(s *standstill, w *pool.Worker) {
			forking.In(w).Fork(s)
			s.untilBegun()
			assert.NoError(t, s.p.Go(func(*pool.Worker) {}))
			panic("it ends")
		},
	} {
		t.Run(name, func(t *testing.T) {
			stalled, got := reports()
			s := &standstill{most: 1, all: make(chan struct{}), given: make(chan struct{})}
			s.p = made(t, pool.Options{Workers: 2, Spares: -1, StallAfter: time.Millisecond, Stalled: stalled})
			var forked atomic.Bool
			require.NoError(t, s.p.Go(func(*pool.Worker) { spin(forked.Load) })) // the thief comes when both frames are there
			ended := make(chan any)
			go func() {
				ended <- in(s.p, func(w *pool.Worker) {
					s.forked = &forked
					program(s, w)
				})
			}()
			var r *pool.Stall
			finishes(t, func() { r = <-got })
			require.Len(t, r.Calls, 1)
			require.Equal(t, 1, r.Waiting)
			close(s.given)
			finishes(t, func() { <-ended })
		})
	}
}

// untilBegun lets the thief come, and waits until it runs a call.
func (s *standstill) untilBegun() {
	s.forked.Store(true)
	spin(func() bool { return s.begun.Load() > 0 })
}

// While a task runs, no stall is reported, though all others block and indices wait.
func TestStall_NotWhileAnIndexRuns(t *testing.T) {
	stalled, got := reports()
	s := &standstill{most: 2, all: make(chan struct{}), given: make(chan struct{})}
	s.p = made(t, pool.Options{Workers: 2, Spares: 1, StallAfter: time.Millisecond, Stalled: stalled})
	ended := make(chan error)
	var runs atomic.Int32
	go func() {
		ended <- pool.ForEachErr(background, s.p, 100, func(w *pool.Worker, i int) error {
			if runs.Add(1) == 3 {
				s.waits()
			} else if runs.Load() < 3 {
				s.call(w)
			}
			return nil
		}, pool.Grain(1))
	}()
	until(t, "the third one runs", func() bool { return runs.Load() == 3 })
	quiet(t, s, got)
	close(s.given)
	finishes(t, func() { assert.NoError(t, <-ended) })
}
