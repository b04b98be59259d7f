// Package setup has a TestMain, and tests that change package variables.
package setup

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	ready bool
	mu    sync.Mutex
	calls int
)

func TestMain(m *testing.M) {
	ready = true
	os.Exit(m.Run())
}

func add() {
	mu.Lock()
	defer mu.Unlock()
	calls++
}

// Each execution begins with the values from before the test.
func TestCalls(t *testing.T) {
	require.True(t, ready)
	var wg sync.WaitGroup
	wg.Go(add)
	wg.Go(add)
	wg.Wait()
	require.Equal(t, 2, calls)
}
