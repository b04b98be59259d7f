package pool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where all sleep one suits submitters. While somebody runs a task those that go to sleep
// suit workers.
func TestParking_WhomASleeperSuits(t *testing.T) {
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
	require.Equal(t, []waker{computes, computes, blocks}, suit(), "one is enough")
	require.Same(t, all[2], l.pick(nil, blocks))
	require.Same(t, all[1], l.pick(nil, blocks), "nobody sleeps that suits better")
	l.announce(all[2], idle, len(all)-1)
	require.Equal(t, computes, all[2].suits, "the other one runs a task, and may fork")
}

// Who is isolated is woken for a task of its tree only if there is nobody else: it may not run all
// of them.
func TestLot_WakesWhoIsNotIsolated(t *testing.T) {
	root := &Task{}
	root.root = root
	waits := func(isolated bool) *sleeper { return &sleeper{helps: root, isolated: isolated} }
	a, b, alone := waits(false), waits(false), waits(true)
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
