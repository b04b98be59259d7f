package pool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// While all workers sleep, one of them is parked for a waker that blocks, such as a submitter.
// While some worker runs a task, workers that go to sleep park for a waker that computes.
func TestParking_ForWhichWaker(t *testing.T) {
	l := &sleepers{}
	var all [3]*sleeper
	for i := range all {
		all[i] = &sleeper{}
		l.beginSearch(idle)
		l.announce(all[i], idle, len(all)-1)
	}
	suit := func() []waker { return []waker{all[0].suits, all[1].suits, all[2].suits} }
	require.Equal(t, []waker{computes, computes, blocks}, suit())
	require.Same(t, all[1], l.pick(nil, computes))
	l.announce(all[1], idle, len(all)-1)
	require.Equal(t, []waker{computes, computes, blocks}, suit(), "one that suits submitters is enough")
	require.Same(t, all[2], l.pick(nil, blocks))
	require.Same(t, all[1], l.pick(nil, blocks), "no sleeper suits better")
	l.announce(all[2], idle, len(all)-1)
	require.Equal(t, computes, all[2].suits, "the other worker runs a task, and may fork")
}

// An isolated worker is woken for a task of its tree only if no other sleeper may run it. The
// isolated worker may run only some tasks of its tree.
func TestSleepers_WakesOneThatIsNotIsolated(t *testing.T) {
	root := &Task{}
	root.root = root
	waits := func(part *isolation) *sleeper { return &sleeper{helps: root, part: part} }
	a, b, alone := waits(nil), waits(nil), waits(new(isolation))
	other := &sleeper{helps: &Task{}}
	for _, c := range []struct {
		sleep []*sleeper
		wakes *sleeper
	}{
		{[]*sleeper{a, b, alone}, b}, {[]*sleeper{alone, a, other}, a}, {[]*sleeper{other, alone}, alone}, {[]*sleeper{other}, nil}, {nil, nil},
	} {
		var l sleepers
		for _, w := range c.sleep {
			l.byKind[helping] = append(l.byKind[helping], w)
			l.state.Add(oneHelps)
		}
		require.Same(t, c.wakes, l.pick(root, computes))
		require.False(t, slices.Contains(l.byKind[helping], c.wakes))
	}
}

// A worker that waits in an isolated part is woken, and not only taken from the list.
func TestSleepers_WakeThePart(t *testing.T) {
	l, part := &sleepers{}, &isolation{}
	w := &sleeper{parker: park.New(), part: part}
	l.announce(w, helping, 0)
	l.wakeIsolated(part)
	require.True(t, w.parker.ParkTimeout(0), "it has no permit")
}
