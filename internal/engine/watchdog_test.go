package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// In a build with Go's race detector, threads that have handed over stand in a receive. They are not at work.
func TestThreadOf_HandedOver(t *testing.T) {
	const (
		calculating = "goroutine 7 [runnable]:\nexample.org/a.f()\n" + running + "0x1)"
		blocking    = "goroutine 7 [chan receive]:\nexample.org/a.f()\n" + running + "0x1)"
		parked      = "goroutine 8 [chan receive]:\n" + ownPackage + ".(*handover).run.func2.1({})\n" + running + "0x2)"
		switched    = "goroutine 9 [coroutine]:\niter.Pull[...].func1()\n" + running + "0x3)"
	)
	for _, at := range []string{calculating, blocking} {
		require.Equal(t, at, threadOf([]string{switched, at, parked}))
		require.Equal(t, at, threadOf([]string{parked, at, switched}))
	}
	require.Empty(t, threadOf([]string{parked, switched}))
}

func TestIsRunning(t *testing.T) {
	for state, want := range map[string]bool{
		"running": true, "runnable, 3 minutes": true, "preempted": true, "GC assist wait": true, "wait for GC cycle": true,
		"chan receive": false, "sync.Mutex.Lock, 2 minutes": false, "syscall": false, "coroutine": false,
	} {
		require.Equal(t, want, isRunning("goroutine 7 ["+state+"]:\nmain.running()"), state)
	}
	const waits = "goroutine 7 [semacquire]:\n"
	for _, top := range []string{"runtime.Stack({0x1, 0x2, 0x3}, 0x1)", "main.dumps()"} { // Stack may be missing
		require.True(t, isRunning(waits+top+"\n\tfile.go:1"), top)
	}
	for _, top := range []string{"sync.runtime_Semacquire(0x1)", "internal/poll.runtime_Semacquire(0x1)", "sync.runtime_SemacquireMutex(0x1, 0x0, 0x1)"} {
		require.False(t, isRunning(waits+top+"\n\tfile.go:1"), top)
	}
}
