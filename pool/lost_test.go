package pool_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// complaints receives the reports on lost pools.
type complaints chan string

func (c complaints) Write(b []byte) (int, error) { c <- string(b); return len(b), nil }

//go:noinline
func forgotten() {
	p := pool.New(pool.Options{Workers: 2})
	_ = works(p)
}

//go:noinline
func closedAndForgotten() { _ = pool.New(pool.Options{Workers: 2}).Close(background) }

// A pool that nobody can reach any more is closed, and reported with the place of its New. A pool
// that was closed is not reported.
func TestLost_IsClosedAndReported(t *testing.T) {
	told := make(complaints, 10)
	defer pool.Complaints(told)()
	before := runtime.NumGoroutine()
	closedAndForgotten()
	forgotten()
	var said string
	until(t, "the lost pool is reported", func() bool {
		runtime.GC()
		select {
		case said = <-told:
			return true
		default:
			return false
		}
	})
	said, made, _ := strings.Cut(said, " It was made at\n")
	require.Equal(t, "pool: a pool was not closed, and nobody can close it any more.", said)
	require.Contains(t, made, "pool_test.forgotten")
	require.Contains(t, strings.Split(made, "\n")[0], "forgotten", "the caller of New does not come first")
	until(t, "its workers leave", func() bool { return runtime.NumGoroutine() <= before })
	runtime.GC()
	require.Empty(t, told)
}
