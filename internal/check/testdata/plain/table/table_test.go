// Package table has tests with subtests.
package table

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

type counter struct{ n atomic.Int64 }

// add loses updates, and sound does not.
func (c *counter) add()   { c.n.Store(c.n.Load() + 1) }
func (c *counter) sound() { c.n.Add(1) }

func twice(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

// Each row is a search of its own. Only one of them fails.
func TestRows(t *testing.T) {
	var c counter
	for _, row := range []struct {
		name string
		add  func()
	}{
		{"sound", c.sound},
		{"with space", c.add},
		{"again", c.sound},
	} {
		before := c.n.Load()
		t.Run(row.name, func(t *testing.T) {
			twice(row.add)
			require.Equal(t, before+2, c.n.Load())
		})
	}
}

// A subtest depends on the one before it.
func TestOrder(t *testing.T) {
	var c counter
	t.Run("first", func(t *testing.T) { twice(c.sound) })
	t.Run("second", func(t *testing.T) {
		twice(c.sound)
		require.EqualValues(t, 4, c.n.Load())
	})
	require.EqualValues(t, 4, c.n.Load())
}

// The server is closed before the parallel subtests use it.
func TestParallel_Deferred(t *testing.T) {
	var open atomic.Bool
	open.Store(true)
	defer open.Store(false)
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !open.Load() {
				t.Error("closed")
			}
		})
	}
}

func TestParallel_Cleanup(t *testing.T) {
	var open atomic.Bool
	open.Store(true)
	t.Cleanup(func() { open.Store(false) })
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !open.Load() {
				t.Error("closed")
			}
		})
	}
}

// Each of the subtests passes alone. Together they share a counter.
func TestParallel_Shared(t *testing.T) {
	var c counter
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.add()
		})
	}
	t.Cleanup(func() {
		if n := c.n.Load(); n == 1 {
			t.Errorf("an update is lost: %d", n)
		}
	})
}

func TestSkipped(t *testing.T) {
	t.Skip("it needs a license")
}

func TestSkippedRow(t *testing.T) {
	var c counter
	t.Run("not here", func(t *testing.T) { t.Skipf("not on %s", "this system") })
	t.Run("here", func(t *testing.T) {
		twice(c.sound)
		require.EqualValues(t, 2, c.n.Load())
	})
}

// The helpers of a T do what they do in a plain test.
func TestHelpers(t *testing.T) {
	t.Setenv("PLAIN", "set")
	dir := t.TempDir()
	ended := false
	t.Cleanup(func() {
		require.Equal(t, "set", os.Getenv("PLAIN"))
		require.True(t, ended, "cleanups run in reverse order")
	})
	t.Cleanup(func() {
		ended = true
		require.Error(t, t.Context().Err())
	})
	require.NoError(t, t.Context().Err())
	require.Equal(t, "TestHelpers", t.Name())
	var c counter
	twice(c.sound)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "f"), nil, 0o666))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "each execution has a directory of its own")
}

func TestBlank(_ *testing.T) {
	var c counter
	twice(c.sound)
}

// A data race of one subtest is its own. Those after it are searched.
func TestRacyRows(t *testing.T) {
	t.Run("racy", func(t *testing.T) {
		n := 0
		twice(func() { n++ })
	})
	t.Run("sound", func(t *testing.T) {
		var mu sync.Mutex
		n := 0
		twice(func() { mu.Lock(); n++; mu.Unlock() })
		if n != 2 {
			t.Error(n)
		}
	})
	t.Run("racy_too", func(t *testing.T) {
		n := 0
		twice(func() { n++ })
	})
}

// A goroutine of the test itself races with a subtest, and with the test.
func TestRacyBetween(t *testing.T) {
	n, m := 0, 0
	var wg sync.WaitGroup
	wg.Go(func() { n++ })
	t.Run("a", func(t *testing.T) { twice(func() { _ = n }) })
	t.Run("b", func(t *testing.T) { twice(func() { _ = m }) })
	wg.Wait()
}

func TestRacyBeside(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { n++ })
	n++
	t.Run("a", func(t *testing.T) { twice(func() {}) })
	wg.Wait()
}
