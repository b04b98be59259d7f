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
	s.staff.resize(s, o.Workers)
	s.ready.Wait()
	t.Cleanup(func() {
		s.staff.dismiss()
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
		s.staff.mu.Lock()
		done := len(s.staff.off) == off
		s.staff.mu.Unlock()
		if done && s.lot.state.Load() == uint64(s.roster.present().duty)*oneSleeps {
			return
		}
		runtime.Gosched()
	}
}

// A spare takes the place of each worker that blocks, up to the limit; it rests afterwards, and is
// the next spare.
func TestStaff_Spares(t *testing.T) {
	s := staffed(t, Options{Workers: 2, Spares: 1})
	s.rests(0)
	for range 3 {
		require.True(t, s.staff.block(s))
		require.Equal(t, 3, s.roster.present().duty)
		require.False(t, s.staff.block(s), "there is one spare")
		s.staff.unblock()
		s.wakeAll()
		s.rests(1)
		require.Len(t, s.roster.all(), 3, "nobody is hired who rests already")
	}
	require.Equal(t, 2, s.staff.wanted())
}

// Those who are too many go off duty, and come back when they are wanted.
func TestStaff_Resize(t *testing.T) {
	s := staffed(t, Options{Workers: 3})
	s.rests(0)
	s.staff.resize(s, 1)
	s.rests(2)
	require.Equal(t, 1, s.roster.present().duty)
	s.staff.resize(s, 3)
	s.rests(0)
	require.Len(t, s.roster.all(), 3)
}

// For each worker that is blocked without a spare one that waits with a spare is asked, and
// another one when that is back.
func TestRelief_AsksOneForEach(t *testing.T) {
	var r relief
	asked := ""
	waits := func(name string) *spared {
		return &spared{future: &Task{}, ask: func() { asked += name }}
	}
	a, b, begun := waits("a"), waits("b"), waits("c")
	require.True(t, begun.future.claim(1))
	blocked := &seat{}
	r.sit(blocked)
	r.enter(begun)
	require.Empty(t, asked, "what has begun needs nobody to begin it")
	r.enter(a)
	require.Equal(t, "a", asked)
	r.enter(b)
	require.Equal(t, "a", asked, "one is enough")
	r.leave(a)
	require.Equal(t, "ab", asked, "the other one, now that the first is back")
	r.rise(blocked)
	r.leave(b)
	r.leave(begun)
	require.Empty(t, r.sits)
	require.Empty(t, r.waits)
}
