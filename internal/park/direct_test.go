package park_test

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stretchr/testify/require"
)

// sleeps reports whether some goroutine is in ParkDirect and in the given state.
func sleeps(state string) bool {
	stacks := make([]byte, 1<<20)
	for g := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		head, calls, _ := strings.Cut(g, "\n")
		if strings.Contains(head, state) && strings.Contains(calls, "ParkDirect") {
			return true
		}
	}
	return false
}

// parkedDirectly calls then while a goroutine is in ParkDirect and in the given state. It returns after the
// goroutine has got its permit.
func parkedDirectly(p *park.Parker, state string, then func()) {
	var wait sync.WaitGroup
	wait.Go(p.ParkDirect)
	for !sleeps(state) {
		runtime.Gosched()
	}
	then()
	wait.Wait()
}

// stateOfDirect returns the state of a goroutine in ParkDirect. If there are direct wakes, the goroutine waits
// for the network poller. Under the scheduler a stand-in replaces this package, and has no direct wakes.
func stateOfDirect() string {
	if _, has := reflect.TypeFor[park.Parker]().FieldByName("bell"); has && runtime.GOOS == "linux" {
		return "IO wait"
	}
	return "chan receive"
}

func TestParkDirect_Blocks(t *testing.T) {
	p := park.New()
	defer p.Close()
	for range 100 {
		parkedDirectly(p, stateOfDirect(), p.Unpark)
		require.False(t, p.ParkTimeout(0), "Park must take the permit")
	}
}

// In a bubble, a goroutine that waits for the poller would count as running for ever.
func TestParkDirect_InABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := park.New()
		done := false
		go func() { p.ParkDirect(); done = true }()
		synctest.Wait() // must return
		require.False(t, done)
		p.Unpark()
		synctest.Wait()
		require.True(t, done)
	})
}

// A goroutine alternates between both ways to park on one Parker, while others unpark it all the time.
func TestParkDirect_TakesTurnsWithPark(t *testing.T) {
	const rounds = 20_000
	p := park.New()
	defer p.Close()
	var over atomic.Bool
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for n := 0; !over.Load(); n++ {
				p.Unpark()
				if n%4 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	for n := range rounds {
		if n%3 == 0 {
			p.Park()
		} else {
			p.ParkDirect()
		}
	}
	over.Store(true)
	wait.Wait()
}

// An Unpark after Close must not write to a file that someone else has opened since.
func TestParker_UnparkAfterClose(t *testing.T) {
	for range 200 {
		p := park.New()
		var wait sync.WaitGroup
		wait.Go(p.Unpark)
		wait.Go(p.Unpark)
		p.ParkDirect()
		p.Close()
		p.Unpark()
		wait.Wait()
		require.True(t, p.ParkTimeout(0))
	}
	park.New().Close() // it has never parked
}
