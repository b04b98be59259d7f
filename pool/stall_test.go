package pool_test

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// reports returns an option's function, and the channel on which it passes reports on.
func reports() (func(*pool.Stall), chan *pool.Stall) {
	c := make(chan *pool.Stall, 100)
	return func(s *pool.Stall) { c <- s }, c
}

func blocksHere(w *pool.Worker, c chan struct{}) { w.Blocking(func() { <-c }) }

// Each blocked call waits for a submission that no worker is left to run. The report names the
// calls. It comes once.
func TestStall_NamesTheCallsThatBlock(t *testing.T) {
	for _, spares := range []int{-1, 1, 3} {
		stalled, got := reports()
		p := made(t, pool.Options{Workers: 2, Spares: spares, StallAfter: time.Millisecond, Stalled: stalled})
		over := make(chan struct{})
		tasks := 2 + max(spares, 0)
		var blocked atomic.Int32
		for range tasks {
			require.NoError(t, p.Go(func(w *pool.Worker) { blocked.Add(1); blocksHere(w, over) }))
		}
		until(t, "all block", func() bool { return int(blocked.Load()) == tasks })
		require.NoError(t, p.Go(func(*pool.Worker) {}))
		var s *pool.Stall
		finishes(t, func() { s = <-got })
		require.Len(t, s.Calls, tasks)
		require.Equal(t, 1, s.Waiting)
		require.Equal(t, max(spares, 0), s.Spares)
		for _, c := range s.Calls {
			require.Contains(t, c.At, "pool_test.blocksHere ")
			require.Regexp(t, `stall_test\.go:\d+$`, c.At)
			require.GreaterOrEqual(t, c.For, time.Millisecond)
		}
		require.True(t, slices.IsSortedFunc(s.Calls, func(a, b pool.BlockedCall) int { return cmp.Compare(b.For, a.For) }), "the longest first")
		require.Contains(t, s.String(), "stall_test.go:")
		looks := p.StallLooks()
		until(t, "the pool is looked at again", func() bool { return p.StallLooks() > looks+3 })
		require.Empty(t, got, "it is reported once")
		close(over)
	}
}

// No report comes while a task runs, while nothing waits, while another worker may be started, or
// while blocked calls come back and others begin.
func TestStall_NotWhileSomethingGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		spares, blocked, running, waiting int
	}{
		"a task runs":                   {spares: -1, blocked: 1, running: 1, waiting: 1},
		"nothing waits":                 {spares: -1, blocked: 2},
		"another worker may be started": {spares: 1, blocked: 1, running: 1},
	} {
		t.Run(name, func(t *testing.T) {
			stalled, got := reports()
			p := made(t, pool.Options{Workers: 2, Spares: c.spares, StallAfter: time.Millisecond, Stalled: stalled})
			over := make(chan struct{})
			var begun atomic.Int32
			for range c.blocked {
				require.NoError(t, p.Go(func(w *pool.Worker) { begun.Add(1); blocksHere(w, over) }))
			}
			for range c.running {
				require.NoError(t, p.Go(func(*pool.Worker) { begun.Add(1); <-over }))
			}
			until(t, "all have begun", func() bool { return int(begun.Load()) == c.blocked+c.running })
			for range c.waiting {
				require.NoError(t, p.Go(func(*pool.Worker) {}))
			}
			if c.spares < 0 {
				until(t, "the pool is looked at", func() bool { return p.StallLooks() > 5 })
			}
			require.Empty(t, got)
			close(over)
		})
	}
}

// The blocked calls come back one after the other. Then something goes on, however slowly.
func TestStall_NotIfCallsComeBack(t *testing.T) {
	stalled, got := reports()
	p := made(t, pool.Options{Workers: 1, Spares: -1, StallAfter: time.Millisecond, Stalled: stalled})
	next := make(chan struct{})
	var all sync.WaitGroup
	const tasks = 20
	for range tasks {
		all.Go(func() {
			assert.Nil(t, in(p, func(w *pool.Worker) { blocksHere(w, next) }))
		})
	}
	for range tasks {
		looks := p.StallLooks()
		until(t, "the pool is looked at once", func() bool { return p.StallLooks() > looks })
		next <- struct{}{} // the next look finds another call
	}
	finishes(t, all.Wait)
	for len(got) > 0 {
		require.Len(t, (<-got).Calls, 1, "a report says what is true")
	}
}

// Without a handler, the report is printed.
func TestStall_IsPrinted(t *testing.T) {
	var text lockedBuffer
	t.Cleanup(pool.StallReports(&text))
	p := made(t, pool.Options{Workers: 1, Spares: -1, StallAfter: time.Millisecond})
	over := make(chan struct{})
	var begun atomic.Bool
	require.NoError(t, p.Go(func(w *pool.Worker) { begun.Store(true); blocksHere(w, over) }))
	until(t, "the task blocks", begun.Load)
	require.NoError(t, p.Go(func(*pool.Worker) {}))
	until(t, "the report is printed", func() bool { return strings.Contains(text.String(), "stall_test.go:") })
	close(over)
}

// lockedBuffer is a buffer that several goroutines use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A report on a stall says where calls block, or that it does not know.
func TestStall_OfAnUnknownPlace(t *testing.T) {
	s := &pool.Stall{For: 2 * time.Second, Waiting: 3, Spares: 1, Calls: []pool.BlockedCall{{For: time.Minute, At: "main.f x.go:1"}, {For: time.Second}}}
	require.Equal(t, "pool: nothing has gone on for 2s, and Options.Spares (1) allows no more workers. Waiting tasks: 3. Blocked calls: 2\n"+
		"\t1m0s: main.f x.go:1\n\t1s: an unknown place\n", s.String())
}
