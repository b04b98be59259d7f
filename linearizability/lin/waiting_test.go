package lin

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Only the user's frames of the calls that wait are shown.
func TestWaiting(t *testing.T) {
	const stacks = `goroutine 1 [chan receive]:
testing.(*T).Run(0x1)
	/go/testing.go:2109 +0x4e5

goroutine 7 [chan send]:
u.(*full).Put(...)
	/u/u_test.go:47
reflect.Value.call({0x1})
	/go/value.go:586 +0xf0c
example.org/lin.(*team).calls(0x1)
	/lin/cores.go:238 +0x134

goroutine 8 [runnable]:
example.org/lin.(*team).participate(0x1)
	/lin/cores.go:197 +0xc7`
	require.Equal(t, "goroutine 7 [chan send]:\nu.(*full).Put(...)\n\t/u/u_test.go:47", waiting(stacks))
	require.Equal(t, "goroutine 1 [running]:", waiting("goroutine 1 [running]:"))
}
