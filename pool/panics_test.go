package pool_test

import (
	"bytes"
	"errors"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// joinings are the calls that wait for one child. Each runs g as the child, and if stolen is not
// nil, it waits before the join until that is set.
var joinings = map[string]func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)){
	"Join": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		pool.Join(w, func(*pool.Worker) bool { return stolen == nil || spin(stolen.Load) },
			func(w *pool.Worker) bool { g(w); return true })
	},
	"Ctx.Join": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		c := elsewhere.In(w)
		h := c.Fork(g)
		if stolen != nil {
			spin(stolen.Load)
		}
		c.Join(h)
	},
	"Both": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		elsewhere.In(w).Both(func(*pool.Worker) {
			if stolen != nil {
				spin(stolen.Load)
			}
		}, g)
	},
	"Await": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		c := elsewhere.In(w)
		h := c.Fork(g)
		if stolen != nil {
			spin(stolen.Load)
		}
		c.Await(h)
	},
}

// startings are the calls inside a task that start a set of tasks or a tree. Each runs g as a task, like
// joinings.
var startings = map[string]func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)){
	"Scope": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		w.Scope(func(s *pool.Scope) {
			s.Go(w, g)
			if stolen != nil {
				spin(stolen.Load)
			}
		})
	},
	"Invoke": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		if stolen == nil {
			w.Invoke(g)
			return
		}
		w.Invoke(g, func(*pool.Worker) { spin(stolen.Load) }) // the newest begins on the caller's worker
	},
	"Group": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		_ = w.Group(func(group *pool.Group) error {
			group.Go(w, func(w *pool.Worker) error { g(w); return nil })
			if stolen != nil {
				spin(stolen.Load)
			}
			return nil
		})
	},
	"loop": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		_ = pool.ForWorker(background, w, 2, func(w *pool.Worker, lo, _ int) {
			if lo == 1 {
				g(w)
			} else if stolen != nil {
				spin(stolen.Load)
			}
		}, pool.Grain(1))
	},
	"Run": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		_, _ = pool.Run(background, w, func(w *pool.Worker) (int, error) {
			joinings["Join"](w, stolen, g)
			return 0, nil
		})
	},
	"Future": func(w *pool.Worker, stolen *atomic.Bool, g func(w *pool.Worker)) {
		f, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { g(w); return 0, nil })
		if err == nil && stolen != nil {
			spin(stolen.Load)
		}
		_, _ = f.Join(w)
	},
}

// What recover gives around a call that starts tasks is a PanicError with the task's value and stack. A
// Goexit goes on. Neither depends on the worker that ran the task.
func TestPanic_OfASetOnWhicheverWorker(t *testing.T) {
	for name, starts := range startings {
		for where, workers := range map[string]int{"on its own worker": 1, "stolen": 2} {
			t.Run(name+" "+where, func(t *testing.T) {
				p := made(t, pool.Options{Workers: workers})
				run := func(end func()) (seen, outside any) {
					outside = outcome(func() {
						_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
							defer func() {
								if seen = recover(); seen != nil {
									panic(seen)
								}
							}()
							began := new(atomic.Bool)
							stolen := began
							if workers == 1 {
								stolen = nil
							}
							starts(w, stolen, func(*pool.Worker) { began.Store(true); end() })
							return 0, nil
						})
					})
					return seen, outside
				}
				seen, outside := run(func() { raisesOne("text") })
				e, is := seen.(*pool.PanicError)
				require.True(t, is, "%v", seen)
				require.Equal(t, "text", e.Value)
				require.Contains(t, string(e.Stack), "raisesOne")
				require.Same(t, e, outside)
				seen, outside = run(runtime.Goexit)
				require.Nil(t, seen)
				require.Equal(t, pool.ErrGoexit, outside)
				require.NoError(t, works(p))
			})
		}
	}
}

// raisesOne panics.
func raisesOne(v any) { panic(v) }

// What recover gives around a join is the value of the panic, and around Run it is a PanicError with
// the stack of the task that panicked. That does not depend on the worker that ran the task.
func TestPanic_OnWhicheverWorker(t *testing.T) {
	boom := errors.New("boom")
	for name, joins := range joinings {
		for where, workers := range map[string]int{"on its own worker": 1, "stolen": 2} {
			t.Run(name+" "+where, func(t *testing.T) {
				p := made(t, pool.Options{Workers: workers})
				for _, v := range []any{"text", boom, []int{1}} {
					var seen any
					e, is := outcome(func() {
						_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
							defer func() {
								seen = recover()
								panic(seen)
							}()
							began := new(atomic.Bool)
							stolen := began
							if workers == 1 {
								stolen = nil
							}
							joins(w, stolen, func(*pool.Worker) { began.Store(true); raisesOne(v) })
							return 0, nil
						})
					}).(*pool.PanicError)
					require.True(t, is)
					require.Equal(t, v, seen)
					require.Equal(t, v, e.Value)
					if _, compares := v.([]int); !compares {
						require.Contains(t, string(e.Stack), "raisesOne")
					}
				}
				require.NoError(t, works(p))
			})
		}
	}
}

// A value that was recovered is not taken for that of a later panic of another task.
func TestPanic_StackOfTheRightTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	joins := joinings["Join"]
	e, _ := outcome(func() {
		_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
			began := new(atomic.Bool)
			caught(func() { joins(w, began, func(*pool.Worker) { began.Store(true); raisesOne("x") }) })
			panic("y")
		})
	}).(*pool.PanicError)
	require.Equal(t, "y", e.Value)
	require.NotContains(t, string(e.Stack), "raisesOne")
}

// Package net/http does not log http.ErrAbortHandler. It logs all other panics of a handler.
func TestPanic_AbortsAHandler(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	ways := map[string]func(w *pool.Worker, v any){
		"task": func(_ *pool.Worker, v any) { panic(v) },
		"Join": func(w *pool.Worker, v any) {
			began := new(atomic.Bool)
			joinings["Join"](w, began, func(*pool.Worker) { began.Store(true); panic(v) })
		},
		"Scope": func(w *pool.Worker, v any) {
			w.Scope(func(s *pool.Scope) { s.Go(w, func(*pool.Worker) { panic(v) }) })
		},
		"loop": func(w *pool.Worker, v any) {
			_ = pool.ForEach(background, w, 10, func(int) { panic(v) })
		},
		"future": func(_ *pool.Worker, v any) {
			f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { panic(v) })
			assert.NoError(t, err)
			_, _ = f.Get(background)
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			for _, v := range []any{http.ErrAbortHandler, errors.New("boom")} {
				var logged bytes.Buffer
				server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
					_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) { way(w, v); return 0, nil })
				}))
				server.Config.ErrorLog = log.New(&logged, "", 0)
				server.Start()
				_, err := server.Client().Get(server.URL) //nolint:bodyclose // there is none
				server.Close()
				require.Error(t, err, "the handler has not ended the connection")
				require.Equal(t, v == http.ErrAbortHandler, logged.Len() == 0, logged.String())
			}
		})
	}
}

// A Goexit ends the tasks that wait for the task, and the caller of Run. None recovers. That does
// not depend on the worker that ran the task.
func TestGoexit_OnWhicheverWorker(t *testing.T) {
	for name, joins := range joinings {
		for where, workers := range map[string]int{"on its own worker": 1, "stolen": 2} {
			t.Run(name+" "+where, func(t *testing.T) {
				p := made(t, pool.Options{Workers: workers})
				var recovered any
				deferred, returned := false, false
				require.Equal(t, pool.ErrGoexit, outcome(func() {
					_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
						defer func() { recovered, deferred = recover(), true }()
						began := new(atomic.Bool)
						stolen := began
						if workers == 1 {
							stolen = nil
						}
						joins(w, stolen, func(*pool.Worker) { began.Store(true); runtime.Goexit() })
						return 0, nil
					})
					returned = true
				}))
				require.True(t, deferred)
				require.Nil(t, recovered)
				require.False(t, returned)
				require.NoError(t, works(p))
			})
		}
	}
}

// A Goexit in a task of a Scope ends the body of the Scope, too, and a future passes it on.
func TestGoexit_OfAScopeAndAFuture(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var ended atomic.Bool
	require.Equal(t, pool.ErrGoexit, outcome(func() {
		_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
			w.Scope(func(s *pool.Scope) {
				s.Go(w, func(*pool.Worker) { defer ended.Store(true); runtime.Goexit() })
				assert.True(t, spin(ended.Load))
				for range 1000 { // it is told of the end
					s.Go(w, func(*pool.Worker) {})
					pause()
				}
			})
			return 0, nil
		})
	}))
	f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { runtime.Goexit(); return 0, nil })
	require.NoError(t, err)
	for range 2 {
		require.Equal(t, pool.ErrGoexit, outcome(func() { _, _ = f.Get(background) }))
	}
	require.NoError(t, works(p))
}

// fatal is the variable of the environment with which TestFatal_Child fails.
const fatal = "STEALPROOF_POOL_FATAL"

// t.Fatal in a task fails its test. The tests after it run.
func TestFatal_EndsOneTest(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("it starts no processes")
	}
	me, err := os.Executable()
	require.NoError(t, err)
	child := exec.Command(me, "-test.run=^TestFatal_Child$", "-test.v")
	child.Env = append(os.Environ(), fatal+"=1")
	text, err := child.CombinedOutput()
	require.Error(t, err)
	for _, name := range []string{"task", "Join", "Ctx.Join", "Both", "Await", "Scope"} {
		require.Contains(t, string(text), "--- FAIL: TestFatal_Child/"+name+" ")
	}
	require.Contains(t, string(text), "--- PASS: TestFatal_Child/after")
	require.NotContains(t, string(text), "panic:")
}

// This is not a test of its own: see TestFatal_EndsOneTest.
func TestFatal_Child(t *testing.T) {
	if os.Getenv(fatal) == "" {
		t.Skip("it fails; TestFatal_EndsOneTest runs it")
	}
	p := pool.New(pool.Options{Workers: 2})
	run := func(t *testing.T, f func(w *pool.Worker)) {
		_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) { f(w); return 0, nil })
		t.Error("Run has returned")
	}
	t.Run("task", func(t *testing.T) { run(t, func(*pool.Worker) { t.Fatal("of a task") }) })
	for name, joins := range joinings {
		t.Run(name, func(t *testing.T) {
			run(t, func(w *pool.Worker) {
				began := new(atomic.Bool)
				joins(w, began, func(*pool.Worker) { began.Store(true); t.Fatal("of a stolen task") })
			})
		})
	}
	t.Run("Scope", func(t *testing.T) {
		run(t, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) { s.Go(w, func(*pool.Worker) { t.Fatal("of a task of a Scope") }) })
		})
	})
	t.Run("after", func(t *testing.T) {
		if err := p.Close(background); err != nil {
			t.Error(err)
		}
	})
}
