package pool_test

import (
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// Random trees give the right results, and each task runs once.
func TestTree_RightResults(t *testing.T) { randomTrees(t, false) }

// The trees also panic, recover, call Goexit and CloseNow, and cancel. Nothing hangs. No task
// runs twice, or after the return of the call that waits for it. The pool still works.
func TestTree_Wild(t *testing.T) { randomTrees(t, true) }

func randomTrees(t *testing.T, wild bool) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			for range many(1, 100) {
				rapid.Check(t, func(t *rapid.T) {
					workers := rapid.IntRange(1, 4).Draw(t, "workers")
					size := rapid.IntRange(0, 3*mostNodes).Draw(t, "size")
					g := decode(rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "bytes"), wild)
					t.Logf("%v", g.trees)
					if err := g.run(pool.New(pool.Options{Workers: workers, Deque: k.make})); err != nil {
						t.Fatal(err)
					}
				})
			}
			until(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
		})
	}
}
