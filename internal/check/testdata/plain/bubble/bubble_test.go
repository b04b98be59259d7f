// Package bubble has tests of package testing/synctest.
package bubble

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		require.Equal(t, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), start.UTC())
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - 1)
		synctest.Wait()
		require.NoError(t, ctx.Err())
		time.Sleep(1)
		synctest.Wait()
		require.Error(t, ctx.Err())
		require.Equal(t, 5*time.Second, time.Since(start))
	})
}

// Wait orders the test after what the bubble has done. A sleep does not.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		go func() { n++ }()
		synctest.Wait()
		require.Equal(t, 1, n)
	})
}

func TestSleep_Race(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		go func() { n++ }()
		time.Sleep(1)
		require.Equal(t, 1, n)
	})
}

// Wait comes before a timer of the same time.
func TestWait_BeforeTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fired := make(chan bool, 1)
		go func() {
			<-time.After(0)
			<-time.After(time.Second)
			fired <- true
		}()
		synctest.Wait()
		require.Empty(t, fired)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Len(t, fired, 1)
	})
}

func TestAfterFunc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		called := false
		context.AfterFunc(ctx, func() { called = true })
		synctest.Wait()
		require.False(t, called)
		cancel()
		synctest.Wait()
		require.True(t, called)
	})
}

func TestAfterFunc_NoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		called := make(chan bool, 1)
		context.AfterFunc(ctx, func() { called <- true })
		cancel()
		require.Len(t, called, 1)
	})
}

// The context ends before the cleanups, and both belong to the bubble.
func TestCleanup(t *testing.T) {
	order := ""
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		done := make(chan bool)
		go func() {
			<-ctx.Done()
			order += "a"
			close(done)
		}()
		t.Cleanup(func() {
			<-done
			order += "b"
		})
	})
	require.Equal(t, "ab", order)
}

// All goroutines of a bubble have to end, and no time comes after its function.
func TestBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { c <- 1 }()
		synctest.Wait()
	})
}

func TestSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { go time.Sleep(time.Second) })
}

func TestEnds(t *testing.T) {
	n := 0
	synctest.Test(t, func(t *testing.T) {
		go func() { n++ }()
		go func() {}()
	})
	require.Equal(t, 1, n, "the end of the bubble orders what follows")
}

// A timer that has not fired is no goroutine of the bubble. It never fires.
func TestEnds_BeforeTimers(t *testing.T) {
	fired := 0
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan int)
		go func() { answer <- 1 }()
		select {
		case <-answer:
		case <-time.After(time.Hour):
			t.Error("no answer")
		}
		_, _ = context.WithTimeout(t.Context(), time.Hour)
		time.AfterFunc(time.Minute, func() { fired++ })
		time.NewTicker(time.Second)
	})
	go time.Sleep(time.Hour)
	time.Sleep(2 * time.Hour)
	require.Zero(t, fired)
}

// A timer that fires at the end of the bubble starts a goroutine, which belongs to the bubble.
func TestEnds_WithTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		block := make(chan int)
		time.AfterFunc(time.Minute, func() { <-block })
		time.Sleep(time.Minute)
		synctest.Wait()
	})
}

// A goroutine that polls a channel between its tasks is not waiting, so no time comes before it has taken a task. It
// has more tasks than the search tries of its rounds.
func TestDispatcher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks, workers := make(chan int), make(chan int)
		var waiting atomic.Int32
		go func() {
			for range tasks {
				select {
				case workers <- 1:
				default:
					waiting.Add(1)
				}
			}
		}()
		for range 30 {
			tasks <- 1
		}
		time.Sleep(time.Millisecond)
		if n := waiting.Load(); n != 30 {
			t.Errorf("%d tasks are waiting", n)
		}
		close(tasks)
	})
}

func TestSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { t.Skip("not today") })
}

func TestRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { t.Run("sub", func(*testing.T) {}) })
}

func TestSub(t *testing.T) {
	t.Run("in", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := make(chan int)
			go func() { c <- 1 }()
			require.Equal(t, 1, <-c)
		})
	})
}
