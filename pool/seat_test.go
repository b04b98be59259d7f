package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker that wakes while a caller has its place does nothing until the caller has left, and then goes on.
func TestSeat_IsWanted(t *testing.T) {
	p, workers := newParts(1, 1, noDeque)
	w, ended := &workers[0].sleeper, make(chan bool)
	w.seat.on = true
	p.sleepers.beginSearch(idle)
	p.sleepers.announce(w, idle, 0)
	require.Nil(t, p.sleepers.takeSeat(), "the worker still looks for tasks")
	go func() {
		w.park()
		close(ended)
	}()
	require.True(t, holds(func() bool { return p.sleepers.takeSeat() == w }))
	require.Nil(t, p.sleepers.takeSeat(), "a caller has the place")
	w.parker.Unpark()
	require.True(t, holds(func() bool { return w.seat.state.Load() == wanted }), "the worker must leave a mark before it sleeps again")
	select {
	case <-ended:
		t.Fatal("the worker goes on while a caller has its place")
	default:
	}
	p.sleepers.giveSeat(w)
	<-ended
	require.Equal(t, own, w.seat.state.Load())
	require.Equal(t, []*sleeper{w}, p.sleepers.byKind[idle])
}
