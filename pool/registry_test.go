package pool

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// staffed returns the state of a pool with so many workers, and how to close it.
func staffed(t *testing.T, o Options) *state {
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

// rests waits until so many are off duty, and all others sleep.
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

// A spare takes the place of each worker that blocks, up to the limit; it rests afterwards, and is
// the next spare.
func TestRegistry_Spares(t *testing.T) {
	s := staffed(t, Options{Workers: 2, Spares: 1})
	s.rests(0)
	for range 3 {
		require.True(t, s.registry.compensate(s))
		require.Equal(t, 3, s.workers.snapshot().active)
		require.False(t, s.registry.compensate(s), "there is one spare")
		s.registry.uncompensate()
		s.wakeAll()
		s.rests(1)
		require.Len(t, s.workers.all(), 3, "nobody is hired who rests already")
	}
	require.Equal(t, 2, s.registry.targetCount())
}

// Those who are too many go off duty, and come back when they are wanted.
func TestRegistry_Resize(t *testing.T) {
	s := staffed(t, Options{Workers: 3})
	s.rests(0)
	s.registry.resize(s, 1)
	s.rests(2)
	require.Equal(t, 1, s.workers.snapshot().active)
	s.registry.resize(s, 3)
	s.rests(0)
	require.Len(t, s.workers.all(), 3)
}

// For each worker that is blocked without a spare one that waits with a spare is asked, and
// another one when that is back.
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
	require.Empty(t, asked, "what has begun needs nobody to begin it")
	r.addReplaced(a)
	require.Equal(t, "a", asked)
	r.addReplaced(b)
	require.Equal(t, "a", asked, "one is enough")
	r.removeReplaced(a)
	require.Equal(t, "ab", asked, "the other one, now that the first is back")
	r.removeUnreplaced(blocked)
	r.removeReplaced(b)
	r.removeReplaced(begun)
	require.Empty(t, r.unreplaced)
	require.Empty(t, r.replaced)
}
