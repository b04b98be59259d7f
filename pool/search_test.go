package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Where all sleep one suits submitters. While somebody runs a task those that go to sleep
// suit workers.
func TestParking_WhomASleeperSuits(t *testing.T) {
	l := &lot{}
	var all [3]*Worker
	for i := range all {
		all[i] = &Worker{number: uint32(i)}
		l.enter(idle)
		l.announce(all[i], idle, len(all)-1)
	}
	suit := func() []waker { return []waker{all[0].sleeps, all[1].sleeps, all[2].sleeps} }
	require.Equal(t, []waker{computes, computes, blocks}, suit())
	require.Same(t, all[1], l.unlist(nil, computes))
	l.announce(all[1], idle, len(all)-1)
	require.Equal(t, []waker{computes, computes, blocks}, suit(), "one is enough")
	require.Same(t, all[2], l.unlist(nil, blocks))
	require.Same(t, all[1], l.unlist(nil, blocks), "nobody sleeps that suits better")
	l.announce(all[2], idle, len(all)-1)
	require.Equal(t, computes, all[2].sleeps, "the other one runs a task, and may fork")
}
