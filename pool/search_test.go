package pool

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A worker is patient after a short pause that another worker has ended, and not after
// any other.
func TestSearch_Patience(t *testing.T) {
	root := &Task{}
	root.root = root
	child := &Task{root: root}
	for _, c := range []struct {
		name  string
		found *Task
		pause time.Duration
		want  int
	}{
		{"a task of another worker", child, shortPause - 1, 100},
		{"what was waited for", nil, shortPause - 1, 100},
		{"a task, late", child, shortPause, 3},
		{"a submission", root, shortPause - 1, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &state{sweeps: 3, patience: 200}
			w, v := &Worker{pool: p}, &Worker{pool: p}
			p.staff.crew.Store(&crew{[]*Worker{w, v}, 2})
			require.Equal(t, 3, w.sweeps(), "of one that has not searched yet")
			p.lot.enter(idle)
			w.counted.since = w.counted.idle + c.pause
			require.Same(t, c.found, w.found(idle, c.found))
			require.Equal(t, c.want, w.sweeps())
			w.woke = true
			require.Zero(t, w.sweeps(), "of one that has woken somebody, who is to have its processor")
			require.Equal(t, c.want, w.sweeps())
		})
	}
}

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
