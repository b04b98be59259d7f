package pool_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

//go:noinline
func forgotten() {
	p := pool.New(pool.Options{Workers: 2})
	_ = works(p)
}

//go:noinline
func closedAndForgotten() { _ = pool.New(pool.Options{Workers: 2}).Close(background) }

// A pool that nobody can reach is closed, and reported with where it was made. One that
// was closed is not.
func TestLost_IsClosedAndReported(t *testing.T) {
	told := make(chan string, 10)
	defer pool.OnLost(func(made string) { told <- made })()
	before := runtime.NumGoroutine()
	closedAndForgotten()
	forgotten()
	var made string
	until(t, "it is reported", func() bool {
		runtime.GC()
		select {
		case made = <-told:
			return true
		default:
			return false
		}
	})
	require.Contains(t, made, "pool_test.forgotten")
	require.Contains(t, strings.Split(made, "\n")[0], "forgotten", "the caller of New comes first")
	until(t, "its workers leave", func() bool { return runtime.NumGoroutine() <= before })
	runtime.GC()
	require.Empty(t, told)
}
