package lin

import (
	"runtime"
	"sync"
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

type looker struct{ look func() }

func (l *looker) Look() int { l.look(); return 0 }

type lookerSpec struct{}

func (*lookerSpec) Look() int { return 0 }

// The stacks that Go prints have the form that waiting reads.
func TestWaiting_OfACall(t *testing.T) {
	var once sync.Once
	shown := ""
	look := func() {
		once.Do(func() {
			buf := make([]byte, 1<<16)
			shown = waiting(string(buf[:runtime.Stack(buf, true)]))
		})
	}
	Check(&tb{name: t.Name()}, func() *looker { return &looker{look} }, func() *lookerSpec { return new(lookerSpec) }, Op("Look", (*looker).Look), Rounds(2))
	require.Contains(t, shown, "/lin.(*looker).Look(")
	require.NotContains(t, shown, "/lin.(*team)")
}
