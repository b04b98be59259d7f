package wsq_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

func TestForeignLock_TryLockWithoutTimeDoesNotWait(t *testing.T) {
	l := wsq.NewForeignLock()
	for _, timeout := range []time.Duration{0, -1, -time.Hour} {
		require.True(t, l.TryLock(timeout))
		require.False(t, l.TryLock(timeout))
		require.False(t, l.Contended(), "it has announced itself as a waiter")
		l.Unlock()
	}
}

func TestForeignLock_TryLockTimesOut(t *testing.T) {
	const timeout = 2 * time.Millisecond
	l := wsq.NewForeignLock()
	l.Lock()
	for range 3 {
		start := time.Now()
		require.False(t, l.TryLock(timeout))
		require.GreaterOrEqual(t, time.Since(start), timeout)
	}
	l.Unlock()
	for range 3 { // later rounds start with the state that earlier waiters left
		require.True(t, l.TryLock(0))
		require.False(t, l.TryLock(timeout))
		l.Unlock()
	}
}

func TestForeignLock_UnlockReleasesAWaiter(t *testing.T) {
	for name, acquire := range map[string]func(l wsq.ForeignLock) bool{
		"lock":    func(l wsq.ForeignLock) bool { l.Lock(); return true },
		"tryLock": func(l wsq.ForeignLock) bool { return l.TryLock(time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			l := wsq.NewForeignLock()
			l.Lock()
			got := make(chan bool)
			go func() { got <- acquire(l) }()
			waitUntil(t, "a goroutine waits", l.Contended)
			select {
			case <-got:
				t.Fatal("two holders")
			default:
			}
			l.Unlock()
			require.True(t, <-got)
			require.False(t, l.TryLock(0))
			l.Unlock()
			require.True(t, l.TryLock(0))
		})
	}
}

// A waiter that gives up must not consume the wake-up of another waiter.
func TestForeignLock_GivingUpLeavesTheWakeUp(t *testing.T) {
	const rounds = 50
	l := wsq.NewForeignLock()
	acquired := 0 // by the waiter that does not give up; guarded by l
	for range rounds {
		l.Lock()
		got := make(chan struct{})
		go func() {
			l.Lock()
			acquired++
			l.Unlock()
			close(got)
		}()
		waitUntil(t, "a goroutine waits", l.Contended)
		l.TryLock(50 * time.Microsecond) // gives up while the other waits
		l.Unlock()
		<-got
	}
	require.Equal(t, rounds, acquired)
}

// TestStressForeignLock_Excludes mixes all ways to take the lock. Each goroutine has to
// finish its rounds, so the test ends only if no wake-up is lost.
func TestStressForeignLock_Excludes(t *testing.T) {
	const (
		goroutines = 24
		rounds     = 300
	)
	l := wsq.NewForeignLock()
	var (
		wait                     sync.WaitGroup
		inside                   atomic.Int32
		acquired                 int // guarded by l
		wantAcquired             atomic.Int64
		timeouts, waits, crowded atomic.Int64
	)
	critical := func() {
		if inside.Add(1) != 1 {
			crowded.Add(1)
		}
		acquired++
		if acquired%4 == 0 {
			runtime.Gosched() // let the other goroutines find the lock held
		}
		inside.Add(-1)
		if l.Contended() {
			waits.Add(1)
		}
		l.Unlock()
		wantAcquired.Add(1)
	}
	for g := range goroutines {
		wait.Go(func() {
			for round := range rounds {
				switch (g + round) % 4 {
				case 0, 1:
					l.Lock()
					critical()
				case 2:
					if l.TryLock(time.Duration(round%5) * 20 * time.Microsecond) {
						critical()
					} else {
						timeouts.Add(1)
					}
				case 3:
					if l.TryLock(time.Hour) {
						critical()
					}
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		wait.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		require.FailNow(t, "lost wake-up: goroutines are parked, and no goroutine is left that wakes them")
	}
	require.Zero(t, crowded.Load(), "two holders at once")
	require.EqualValues(t, wantAcquired.Load(), acquired)
	require.EqualValues(t, goroutines*rounds, wantAcquired.Load()+timeouts.Load(), "an hour was not enough for some")
	require.Positive(t, timeouts.Load(), "no goroutine gave up")
	require.Positive(t, waits.Load(), "no goroutine waited")
}
