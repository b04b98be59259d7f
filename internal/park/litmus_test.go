package park_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stretchr/testify/require"
)

// parker has the methods of a park.Parker.
type parker interface {
	Unpark()
	Park()
	ParkTimeout(timeout time.Duration) bool
}

func TestLitmus_Parker(t *testing.T) {
	litmus(t, func() parker { return park.New() }, true)
}

// direct is a Parker on which one goroutine parks with ParkDirect.
type direct struct{ *park.Parker }

func (d direct) Park() { d.ParkDirect() }

func TestLitmus_ParkDirect(t *testing.T) {
	var made []*park.Parker
	defer func() {
		for _, p := range made {
			p.Close()
		}
	}()
	litmus(t, func() parker {
		made = append(made, park.New())
		return direct{made[len(made)-1]}
	}, false)
}

// litmus checks the promises of Parker on an implementation. newParker returns a Parker without a permit. If
// many is true, many goroutines may wait on it; otherwise one.
func litmus(t *testing.T, newParker func() parker, many bool) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, newParker func() parker)
		many bool
	}{
		{"StartsWithoutAPermit", litmusStartsWithoutAPermit, false},
		{"UnparkIsRemembered", litmusUnparkIsRemembered, false},
		{"PermitSaturatesAtOne", litmusPermitSaturatesAtOne, false},
		{"NoTimeNeverBlocks", litmusNoTimeNeverBlocks, false},
		{"TimeoutTakesNoPermit", litmusTimeoutTakesNoPermit, true},
		{"TimedWaiterIsReleased", litmusTimedWaiterIsReleased, false},
		{"OneUnparkReleasesOne", litmusOneUnparkReleasesOne, true},
		{"UnparkHappensBefore", litmusUnparkHappensBefore, false},
		{"PermitsAreConserved", litmusPermitsAreConserved, true},
		{"PingPong", litmusPingPong, false},
	} {
		if c.many && !many {
			continue
		}
		t.Run(c.name, func(t *testing.T) { c.run(t, newParker) })
	}
}

func litmusStartsWithoutAPermit(t *testing.T, newParker func() parker) {
	require.False(t, newParker().ParkTimeout(0))
}

func litmusUnparkIsRemembered(t *testing.T, newParker func() parker) {
	p := newParker()
	p.Unpark()
	p.Park() // must return
	p.Unpark()
	require.True(t, p.ParkTimeout(0))
	p.Unpark()
	require.True(t, p.ParkTimeout(time.Hour))
	require.False(t, p.ParkTimeout(0), "Park must take the permit")
}

func litmusPermitSaturatesAtOne(t *testing.T, newParker func() parker) {
	p := newParker()
	for range 3 {
		for range 5 {
			p.Unpark() // must not block either
		}
		require.True(t, p.ParkTimeout(0))
		require.False(t, p.ParkTimeout(0), "there must be at most one permit")
	}
}

func litmusNoTimeNeverBlocks(t *testing.T, newParker func() parker) {
	for _, timeout := range []time.Duration{0, -1, -time.Hour, -1 << 63} {
		p := newParker()
		require.False(t, p.ParkTimeout(timeout))
		p.Unpark()
		require.True(t, p.ParkTimeout(timeout), "ParkTimeout must take an available permit")
		require.False(t, p.ParkTimeout(timeout))
	}
}

func litmusTimeoutTakesNoPermit(t *testing.T, newParker func() parker) {
	const timeout = 2 * time.Millisecond
	p := newParker()
	for range 3 {
		start := time.Now()
		require.False(t, p.ParkTimeout(timeout))
		require.GreaterOrEqual(t, time.Since(start), timeout, "ParkTimeout returned too early")
	}
	// A waiter that timed out leaves no permit, and does not take the next one.
	require.False(t, p.ParkTimeout(0))
	p.Unpark()
	require.True(t, p.ParkTimeout(0))

	// Unpark is called while many waiters time out. Afterwards either one of them has the permit, or it is
	// still available: it is never lost and never doubled.
	const rounds, waiters = 300, 16
	taken := 0
	for round := range rounds {
		var took atomic.Int32
		var wait sync.WaitGroup
		start := time.Now()
		for range waiters {
			wait.Go(func() {
				if p.ParkTimeout(20 * time.Microsecond) {
					took.Add(1)
				}
			})
		}
		for time.Since(start) < time.Duration(round%100)*time.Microsecond {
			runtime.Gosched()
		}
		p.Unpark()
		wait.Wait()
		permits := int(took.Load())
		taken += permits
		if p.ParkTimeout(0) {
			permits++
		}
		require.Equal(t, 1, permits, "there must be exactly one permit; waiters took %d", took.Load())
	}
	require.Positive(t, taken, "Unpark came after the timeout in every round")
	require.Less(t, taken, rounds, "no waiter timed out in any round")
}

// The waiter may or may not be parked when Unpark is called.
func litmusTimedWaiterIsReleased(t *testing.T, newParker func() parker) {
	p := newParker()
	for range 100 {
		got := make(chan bool)
		go func() { got <- p.ParkTimeout(time.Hour) }()
		p.Unpark()
		require.True(t, <-got)
	}
}

// After its release, each waiter checks that there are at most as many releases as Unparks.
func litmusOneUnparkReleasesOne(t *testing.T, newParker func() parker) {
	const waiters = 8
	for round := range 20 {
		p := newParker()
		var unparked, released, tooMany atomic.Int32
		var wait sync.WaitGroup
		for w := range waiters {
			wait.Go(func() {
				if w%2 == 0 {
					p.Park()
				} else if !p.ParkTimeout(time.Hour) {
					tooMany.Add(1)
				}
				if released.Add(1) > unparked.Load() {
					tooMany.Add(1)
				}
			})
		}
		if round%2 == 0 {
			for range 100 { // some rounds have most waiters parked
				runtime.Gosched()
			}
		}
		for n := int32(1); n <= waiters; n++ {
			unparked.Store(n)
			p.Unpark()
			for released.Load() < n {
				runtime.Gosched()
			}
		}
		wait.Wait()
		require.Zero(t, tooMany.Load(), "a waiter was released without an Unpark of its own")
		require.False(t, p.ParkTimeout(0), "no permit must be left")
	}
}

// A plain write before Unpark must be visible after the Park that takes the permit. The race detector checks
// the rest.
func litmusUnparkHappensBefore(t *testing.T, newParker func() parker) {
	for name, wait := range map[string]func(p parker){
		"Park":        func(p parker) { p.Park() },
		"ParkTimeout": func(p parker) { p.ParkTimeout(time.Hour) },
		"ParkTimeout(0)": func(p parker) {
			for !p.ParkTimeout(0) {
				runtime.Gosched()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for n := range 500 {
				there, back := newParker(), newParker()
				var data [4]int
				go func() {
					for i := range data {
						data[i] = n + i
					}
					there.Unpark()
					wait(back)
					data[0] = -1
					there.Unpark()
				}()
				wait(there)
				for i := range data {
					require.Equal(t, n+i, data[i])
					data[i] = 0
				}
				back.Unpark()
				wait(there)
				require.Equal(t, -1, data[0])
			}
		})
	}
}

// The permit is used as a lock with a queue. It must exclude other waiters, and must not get lost between
// waiters that stay and waiters that time out.
func litmusPermitsAreConserved(t *testing.T, newParker func() parker) {
	const goroutines, rounds = 8, 300
	p := newParker()
	p.Unpark()
	var (
		wait            sync.WaitGroup
		inside, timeout atomic.Int64
		taken           int // the permit guards it
		failed          atomic.Bool
	)
	for g := range goroutines {
		wait.Go(func() {
			for round := range rounds {
				if g%2 == 0 {
					p.Park()
				} else if !p.ParkTimeout(time.Duration(round%3) * 10 * time.Microsecond) {
					timeout.Add(1)
					continue
				}
				if inside.Add(1) != 1 {
					failed.Store(true)
				}
				taken++
				if taken%3 == 0 {
					runtime.Gosched()
				}
				inside.Add(-1)
				p.Unpark()
			}
		})
	}
	wait.Wait()
	require.False(t, failed.Load(), "two waiters had a permit at the same time")
	require.EqualValues(t, goroutines*rounds, int64(taken)+timeout.Load())
	require.Positive(t, timeout.Load(), "no waiter timed out")
	require.True(t, p.ParkTimeout(0), "the permit was lost")
	require.False(t, p.ParkTimeout(0))
}

func litmusPingPong(t *testing.T, newParker func() parker) {
	rounds := 100_000
	if testing.Short() {
		rounds /= 2
	}
	ping, pong := newParker(), newParker()
	ball := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range rounds {
			ping.Park()
			ball++
			pong.Unpark()
		}
	}()
	for n := range rounds {
		ping.Unpark()
		pong.Park()
		if ball != n+1 {
			require.Equal(t, n+1, ball)
		}
	}
	<-done
	require.False(t, ping.ParkTimeout(0))
	require.False(t, pong.ParkTimeout(0))
}
