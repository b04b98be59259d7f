package pool

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A worker is patient after a short pause that another worker has ended, and not after
// any other.
func TestSpin_AfterWhichPause(t *testing.T) {
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
			p := &shared{sweeps: 3, longLooks: 200}
			w, v := &searcher{pool: p}, &searcher{pool: p}
			p.workers.list.Store(&workerList{[]*searcher{w, v}, 2})
			require.Equal(t, 3, w.sweeps(), "of one that has not searched yet")
			p.sleepers.beginSearch(idle)
			w.counted.since = w.counted.idle + c.pause
			require.Same(t, c.found, w.found(idle, c.found))
			require.Equal(t, c.want, w.sweeps())
			w.woke = true
			require.Zero(t, w.sweeps(), "of one that has woken somebody, who is to have its processor")
			require.Equal(t, c.want, w.sweeps())
		})
	}
}

// What is in vain is tried less and less often, and what helps always.
func TestSpin_InVain(t *testing.T) {
	w := &searcher{pool: &shared{sweeps: 3, longLooks: 200}}
	w.pool.workers.list.Store(&workerList{[]*searcher{w, w}, 2})
	tried := func(pauses int, helps bool) (n int) {
		for range pauses {
			if w.sweeps() == 100 {
				n++
			}
			if !helps {
				w.spin.fallsAsleep()
			}
			w.spin.wakes(true)
		}
		return n
	}
	require.Equal(t, 3, tried(1+2+4+1, false), "after 1 pause, 2 more, and 4 more")
	require.Equal(t, 25, tried(25*maxRequired, false))
	require.GreaterOrEqual(t, tried(maxRequired+10, true), 10, "it waits once more, and no longer")
	w.spin.wakes(false)
	require.Equal(t, 9, tried(10, true), "the pause before the first was long")
}
