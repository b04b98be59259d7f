package pool

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// started returns the state of a pool with so many workers, and a function that closes it.
func started(t *testing.T, o Options) *state {
	s := &state{options: o.withDefaults()}
	s.init()
	s.registry.resize(s, o.Workers)
	s.ready.Wait()
	t.Cleanup(func() {
		s.registry.releaseAll()
		s.injector.shut()
		s.wakeAll()
		require.NoError(t, s.gone.wait(context.Background(), &s.parkers, &s.notGone))
		require.Zero(t, s.alive.Load())
	})
	return s
}

// rests waits until off workers stand by, and all others sleep.
func (s *state) rests(off int) {
	for {
		s.registry.mu.Lock()
		done := len(s.registry.standby) == off
		s.registry.mu.Unlock()
		if done && s.sleepers.state.Load() == uint64(s.workers.snapshot().active)*oneSleeps {
			return
		}
		runtime.Gosched()
	}
}

// Each worker that blocks gets a spare, up to the limit. Afterwards the spare stands by, and is
// the next spare.
func TestRegistry_Spares(t *testing.T) {
	s := started(t, Options{Workers: 2, Spares: 1})
	s.rests(0)
	for range 3 {
		require.True(t, s.registry.compensate(s))
		require.Equal(t, 3, s.workers.snapshot().active)
		require.False(t, s.registry.compensate(s), "there is only one spare")
		s.registry.uncompensate()
		s.wakeAll()
		s.rests(1)
		require.Len(t, s.workers.all(), 3, "a new worker was started though one stood by")
	}
	require.Equal(t, 2, s.registry.targetCount())
}

// Surplus workers go on standby, and come back when they are needed.
func TestRegistry_Resize(t *testing.T) {
	s := started(t, Options{Workers: 3})
	s.rests(0)
	s.registry.resize(s, 1)
	s.rests(2)
	require.Equal(t, 1, s.workers.snapshot().active)
	s.registry.resize(s, 3)
	s.rests(0)
	require.Len(t, s.workers.all(), 3)
	require.Equal(t, 3, s.workers.snapshot().target)
	s.registry.resize(s, 5)
	require.Equal(t, 5, s.workers.snapshot().target, "spares do not count")
	require.Len(t, s.workers.all(), 5)
}

// A worker counts as blocked until its call is over, and in a call inside of another one.
func TestStalls_TheRecordOfACallIsRestored(t *testing.T) {
	s := &state{options: Options{Workers: 1}.withDefaults()}
	s.init()
	s.stalls.after = time.Hour
	w := newWorker(s, 0)
	outer := w.blocks()
	at := w.blockedSince.Load()
	require.NotZero(t, at)
	inner := w.blocks()
	w.unblocks(inner)
	require.Equal(t, at, w.blockedSince.Load())
	w.unblocks(outer)
	require.Zero(t, w.blockedSince.Load())
}

// The report of a stall has the stacks of all goroutines, however many there are.
func TestStalls_StacksAreWhole(t *testing.T) {
	const many = 5000
	end := make(chan struct{})
	var all sync.WaitGroup
	for range many {
		all.Go(func() { <-end })
	}
	stacks := allStacks()
	close(end)
	all.Wait()
	require.Greater(t, len(stacks), 1<<20, "the test needs more than fits at first")
	require.GreaterOrEqual(t, strings.Count(stacks, "\n\ngoroutine "), many)
}

// For each worker that is blocked without a spare, one worker that waits with a spare is asked.
// When that one's wait is over, another one is asked.
func TestReplacement_AsksOneForEach(t *testing.T) {
	var r replacements
	asked := ""
	waits := func(name string) *replacedWait {
		return &replacedWait{future: &Task{}, ask: func() { asked += name }}
	}
	a, b, begun := waits("a"), waits("b"), waits("c")
	require.True(t, begun.future.claim(1))
	blocked := &unreplacedWait{}
	r.addUnreplaced(blocked)
	r.addReplaced(begun)
	require.Empty(t, asked, "a future that has begun needs no worker to run it")
	r.addReplaced(a)
	require.Equal(t, "a", asked)
	r.addReplaced(b)
	require.Equal(t, "a", asked, "more than one worker was asked")
	r.removeReplaced(a)
	require.Equal(t, "ab", asked, "the other worker was not asked when the first was back")
	r.removeUnreplaced(blocked)
	r.removeReplaced(b)
	r.removeReplaced(begun)
	require.Empty(t, r.unreplaced)
	require.Empty(t, r.replaced)
}
