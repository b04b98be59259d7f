package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPanicFrames(t *testing.T) {
	message, frames := panicFrames(`panic: two
lines
sync.(*WaitGroup).Add(0x1, 0x2)
	` + goRoot() + `sync/waitgroup.go:118 +0x1
github.com/stealproof/stealproof/model/shim/sync.(*WaitGroup).Add(...)
	/x/model/shim/sync/waitgroup.go:48 +0x2
example.org/a/b.(*T[...]).M.func1({0x1, 0x2}, (0x3))
	/x/a/b/c.go:12
example.org/a/b.F()
	/x/a/b/c.go:13 +0x3
`)
	require.Equal(t, "panic: two\nlines", message)
	require.Equal(t, []spot{{pos: "/x/a/b/c.go:12", in: "(*T).M"}, {pos: "/x/a/b/c.go:13", in: "F"}}, frames)
	require.Equal(t, "at x.go:1\ngoroutine 25 [IO wait]:\n  at /x/a.go:5 in a.(*T[...]).F\n  at /x/a.go:6 in created by a.G in goroutine 7",
		cleanStack("at x.go:1\ngoroutine 25 [IO wait]:\na.(*T[...]).F(0x1)\n\t/x/a.go:5 +0x1f\ncreated by a.G in goroutine 7\n\t/x/a.go:6 +0x2\n"))
	message, frames = panicFrames("panic: no stack\n")
	require.Equal(t, "panic: no stack", message)
	require.Empty(t, frames)
}
