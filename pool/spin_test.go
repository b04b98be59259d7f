package pool

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// After a short pause that another worker has ended, a worker makes a long search. After any
// other pause it does not.
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
		{"the awaited task", nil, shortPause - 1, 100},
		{"a task, late", child, shortPause, 3},
		{"a submission", root, shortPause - 1, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &shared{sweeps: 3, longLooks: 200}
			w, v := &searcher{pool: p}, &searcher{pool: p}
			p.workers.list.Store(&workerList{victims: []*searcher{w, v}, active: 2})
			require.Equal(t, 3, w.sweeps(), "the worker has not searched yet")
			p.sleepers.beginSearch(idle)
			w.counted.since = w.counted.idle + c.pause
			require.Same(t, c.found, w.found(idle, c.found))
			require.Equal(t, c.want, w.sweeps())
			w.woke = true
			require.Zero(t, w.sweeps(), "the worker has woken another one, and leaves it the processor")
			require.Equal(t, c.want, w.sweeps())
		})
	}
}

// If long searches find nothing, the worker makes them less and less often. As long as they find
// a task, it always makes them.
func TestSpin_InVain(t *testing.T) {
	w := &searcher{pool: &shared{sweeps: 3, longLooks: 200}}
	w.pool.workers.list.Store(&workerList{victims: []*searcher{w, w}, active: 2})
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
	require.GreaterOrEqual(t, tried(maxRequired+10, true), 10, "the worker must spin long again after one more wait")
	w.spin.wakes(false)
	require.Equal(t, 9, tried(10, true), "the pause before the first was long")
}
