package goid

import (
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// assembled reports whether this processor has an assembly version of goroutine.
var assembled = slices.Contains([]string{"amd64", "arm64"}, runtime.GOARCH)

func TestTellsApart_OfThisProcessor(t *testing.T) {
	require.Equal(t, assembled, identified, "the check at start-up must succeed exactly where there is assembly")
	require.Equal(t, assembled, Goroutine() != 0)
	for range 1000 {
		require.Equal(t, assembled, tellsApart(goroutine))
	}
}

// The check finds each kind of broken identity, every time.
func TestTellsApart_Broken(t *testing.T) {
	constant := func(id uintptr) func() func() uintptr {
		return func() func() uintptr { return func() uintptr { return id } }
	}
	broken := map[string]func() func() uintptr{
		"none":             constant(0),
		"the same for all": constant(1),
		"another one each time": func() func() uintptr {
			var calls atomic.Uintptr
			return func() uintptr { return calls.Add(1) }
		},
	}
	if thread() != 0 {
		broken["the thread"] = func() func() uintptr { return thread }
	}
	if assembled {
		broken["one has none"] = func() func() uintptr { return numbered(func(n uintptr) uintptr { return n % crowd }) }
		broken["two have the same"] = func() func() uintptr { return numbered(func(n uintptr) uintptr { return min(n, crowd) }) }
		broken["one has another later"] = func() func() uintptr {
			var calls atomic.Uintptr
			return func() uintptr { return goroutine() + calls.Add(1)/(2*crowd) }
		}
	}
	for name, id := range broken {
		t.Run(name, func(t *testing.T) {
			for range many(300, 3000) {
				require.False(t, tellsApart(id()))
			}
		})
	}
}

// numbered returns an identity function. In the first goroutine that calls it, it returns change(1); in the
// next one change(2), and so on.
func numbered(change func(n uintptr) uintptr) func() uintptr {
	var mu sync.Mutex
	numbers := map[uintptr]uintptr{}
	return func() uintptr {
		mu.Lock()
		defer mu.Unlock()
		g := goroutine()
		if numbers[g] == 0 {
			numbers[g] = uintptr(len(numbers)) + 1
		}
		return change(numbers[g])
	}
}

// While a package is initialized, its goroutine is locked to a thread.
func TestTellsApart_OnLockedThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range many(300, 3000) {
		require.False(t, tellsApart(thread))
		require.Equal(t, assembled, tellsApart(goroutine))
	}
}

// The check leaves no goroutine behind, so it can also run in a bubble.
func TestTellsApart_LeavesNoGoroutine(t *testing.T) {
	for _, id := range []func() uintptr{goroutine, func() uintptr { return 0 }, func() uintptr { return 1 }} {
		synctest.Test(t, func(*testing.T) { tellsApart(id) }) // panics if a goroutine is left
	}
}

// Live goroutines have different identities. A goroutine keeps its identity when it moves to another thread,
// when its stack grows, and when memory is collected.
func TestGoroutine(t *testing.T) {
	if !assembled {
		t.Skip("this processor has no assembly to tell goroutines apart")
	}
	const all = 1000
	var mu sync.Mutex
	seen := map[uintptr]bool{}
	var live, over sync.WaitGroup
	live.Add(all)
	for range all {
		over.Go(func() {
			mine := Goroutine()
			mu.Lock()
			seen[mine] = true
			mu.Unlock()
			live.Done()
			live.Wait()
			runtime.Gosched()
			deep(100)
			assert.Equal(t, mine, Goroutine())
		})
	}
	live.Wait()
	runtime.GC()
	over.Wait()
	require.Len(t, slices.Collect(maps.Keys(seen)), all)
}

// deep makes the stack grow.
func deep(n int) byte {
	var room [1000]byte
	if n > 0 {
		room[n] = deep(n - 1)
	}
	return room[n] + 1
}

func many(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// The check at start-up costs a program that does not use this package a few microseconds.
func BenchmarkTellsApart(b *testing.B) {
	for b.Loop() {
		tellsApart(goroutine)
	}
}

func BenchmarkGoroutine(b *testing.B) {
	for b.Loop() {
		Goroutine()
	}
}
