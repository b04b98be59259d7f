package pool

import (
	"context"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestHasPointers(t *testing.T) {
	for want, types := range map[bool][]reflect.Type{
		false: {
			reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[uintptr](), reflect.TypeFor[complex128](), reflect.TypeFor[struct{}](),
			reflect.TypeFor[[3]struct{ a, b float32 }](), reflect.TypeFor[[0]*int](),
		},
		true: {
			reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[*int](), reflect.TypeFor[any](), reflect.TypeFor[func()](), reflect.TypeFor[chan int](),
			reflect.TypeFor[map[int]int](), reflect.TypeFor[unsafe.Pointer](), reflect.TypeFor[[2]struct {
				a int
				s string
			}](),
		},
	} {
		for _, one := range types {
			require.Equal(t, want, hasPointers(one), "%v", one)
		}
	}
}

var broad = Define(func(c *Ctx[*[2048]byte, int], _ *[2048]byte) int { return forksMany(c, new([2048]byte)) })

var wide = Define(func(c *Ctx[[2048]byte, int], a [2048]byte) int { return forksMany(c, a) })

// forksMany takes its frames back. Their arguments stay in the stack.
func forksMany[A any](c *Ctx[A, int], a A) int {
	var handles [3000]int
	for i := range handles {
		handles[i] = c.Fork(a)
	}
	taken := 0
	for i := range handles {
		if c.Take(handles[len(handles)-1-i]) {
			taken++
		}
	}
	return taken
}

// A scrubbed worker keeps only small stacks, and nothing is reachable from them. A worker scrubs
// each time it goes to sleep, so scrub must be fast.
func TestScrub(t *testing.T) {
	p := New(Options{Workers: 1})
	taken, err := wide.Run(context.Background(), p, [2048]byte{})
	require.NoError(t, err)
	require.Equal(t, 3000, taken)
	taken, err = broad.Run(context.Background(), p, nil)
	require.NoError(t, err)
	require.Equal(t, 3000, taken)
	require.NoError(t, p.Close(context.Background()))
	w := p.workers.all()[0].handle
	require.Zero(t, cap(wide.in(w).stack))
	stack := broad.in(w).stack
	require.GreaterOrEqual(t, cap(stack), 3000)
	for _, a := range stack[:cap(stack)] {
		require.Nil(t, a)
	}
}

// forksDeep forks a closure and a frame at each level, and goes one level deeper.
func forksDeep(w *Worker, c *Ctx[int, int], depth int) {
	if depth == 0 {
		return
	}
	Join(w, func(w *Worker) int {
		h := c.Fork(depth)
		forksDeep(w, c, depth-1)
		return c.Join(h)
	}, func(*Worker) int { return 0 })
}

// A deep recursion leaves nothing that each later scrub clears again. A shallow one keeps its space.
func TestScrub_AfterADeepRecursion(t *testing.T) {
	for depth, kept := range map[int]bool{100: true, 10_000: false} {
		p := New(Options{Workers: 1})
		levels, segments := 0, 0
		_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
			forksDeep(w, echoes.In(w), depth)
			levels, segments = cap(w.levels), cap(w.segments)
			return 0, nil
		})
		require.NoError(t, err)
		require.GreaterOrEqual(t, levels, depth)
		require.GreaterOrEqual(t, segments, depth)
		require.NoError(t, p.Close(context.Background()))
		w := p.workers.all()[0].handle
		require.Equal(t, kept, cap(w.levels) == levels, "depth %d: %d levels, %d after", depth, levels, cap(w.levels))
		require.Equal(t, kept, cap(w.segments) == segments, "depth %d: %d segments, %d after", depth, segments, cap(w.segments))
	}
}

// A worker keeps lists of the largest depth, and drops longer ones. It drops none that is in use.
func TestScrub_KeepsTheDeepest(t *testing.T) {
	for more, kept := range map[int]bool{0: true, 1: false} {
		f := &forks{segments: make([]segment, 0, deepest+more)}
		f.levels = make([]*Task, 0, deepest+more)
		f.shorten()
		require.Equal(t, kept, f.levels != nil)
		require.Equal(t, kept, f.segments != nil)
	}
	f := &forks{segments: make([]segment, 1, deepest+1)}
	f.shorten()
	require.NotNil(t, f.segments)
}
