package classic

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// drawTree draws a tree of at most n nodes.
func drawTree(t *rapid.T, n int, wild bool) (root *vertex, size int) {
	var draw func(depth int) *vertex
	draw = func(depth int) *vertex {
		v := &vertex{id: size, oldest: rapid.Bool().Draw(t, "oldest")}
		size++
		v.panics = wild && rapid.IntRange(0, 7).Draw(t, "panics") == 7
		if depth > 0 {
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				if size < n {
					v.children = append(v.children, draw(depth-1))
				}
			}
		}
		return v
	}
	return draw(5), size
}

// Random trees: each task runs once, and the results are right.
func TestProp_RandomTrees(t *testing.T) { randomTrees(t, false) }

// A panic goes up through all joins to the caller, and nothing hangs.
func TestProp_RandomTreesThatPanic(t *testing.T) { randomTrees(t, true) }

func randomTrees(t *testing.T, wild bool) {
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			rapid.Check(t, func(t *rapid.T) {
				p := s.new(rapid.IntRange(1, 4).Draw(t, "workers"))
				defer p.close()
				for range rapid.IntRange(1, 3).Draw(t, "trees") {
					root, size := drawTree(t, 40, wild)
					if err := check(p, root, size); err != nil {
						t.Fatalf("%v: %v", root, err)
					}
				}
			})
			ended(t, before)
		})
	}
}

// ended waits until there are no more goroutines than before.
func ended(t *testing.T, before int) {
	t.Helper()
	for start := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(start), time.Minute, "%d goroutines, %d before", runtime.NumGoroutine(), before)
	}
}

// full is a tree in which each vertex has two children.
func full(depth int) (root *vertex, size int) {
	var grow func(depth int) *vertex
	grow = func(depth int) *vertex {
		n := &vertex{id: size}
		size++
		if depth > 0 {
			n.children = []*vertex{grow(depth - 1), grow(depth - 1)}
		}
		return n
	}
	return grow(depth), size
}

// Many goroutines submit at once, while workers come and go.
func TestStress_Trees(t *testing.T) {
	depth, rounds := 10, 20
	if testing.Short() {
		depth, rounds = 7, 5
	}
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			p := s.new(4)
			defer p.close()
			for range rounds {
				root, size := full(depth)
				require.NoError(t, check(p, root, size))
			}
		})
	}
}

// Submissions after Close are refused and do not run. Close may be called again.
func TestClose_RefusesWhatComesLater(t *testing.T) {
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			p := s.new(2)
			require.NoError(t, check(p, &vertex{}, 1))
			p.close()
			p.close()
			ended(t, before)
			ran := make([]atomic.Int32, 1)
			_, err := p.run(&vertex{}, ran)
			require.ErrorIs(t, err, pool.ErrClosed)
			require.Zero(t, ran[0].Load())
		})
	}
}

// The value and the stack of a panic arrive unchanged.
func TestPanic_Arrives(t *testing.T) {
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			p := s.new(2)
			defer p.close()
			root := &vertex{children: []*vertex{{id: 1, children: []*vertex{{id: 2, panics: true}}}}}
			_, err := p.run(root, make([]atomic.Int32, 3))
			var e *pool.PanicError
			require.ErrorAs(t, err, &e)
			require.Equal(t, boom(2), e.Value)
			require.Contains(t, string(e.Stack), "systems_test.go", "the stack is not that of the task")
		})
	}
}
