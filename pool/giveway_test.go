package pool

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// A worker that is to yield does so once. It takes no notice of a cancellation that was not asked for.
func TestGiveWay_ClearsItsBit(t *testing.T) {
	w := newWorker(stopped(), 0)
	w.task = &Task{}
	w.giveWay()
	require.True(t, w.interrupted())
	atomic.OrUint32(&w.poll, request)
	w.checkCancel()
	require.Equal(t, request, w.poll)
	require.False(t, w.missed)

	w.giveWay()
	w.interrupt()
	w.checkCancel()
	require.Equal(t, request, w.poll)
	require.True(t, w.missed, "the cancellation may be for a task below")

	w.missed = false
	atomic.AndUint32(&w.poll, ^request)
	w.giveWay()
	w.answer()
	require.Zero(t, w.poll)
}

// On one processor, a goroutine that is ready runs when a worker yields.
func TestGiveWay_Yields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	w := newWorker(stopped(), 0)
	w.task = &Task{}
	var ran atomic.Bool
	go func() { ran.Store(true) }()
	for range 100 { // Go's scheduler may take the yielding goroutine again
		w.giveWay()
		w.checkCancel()
	}
	require.True(t, ran.Load())
}

// A lent worker does not yield when it has just begun. Others do.
func TestGiveWay_NotOneThatWasJustLent(t *testing.T) {
	const now, long = -time.Hour, time.Hour // however slow this test is
	for _, c := range []struct {
		lent, just bool
		ago        time.Duration
	}{
		{lent: true, ago: now, just: true},
		{lent: true, ago: long},
		{ago: now},
		{ago: long},
	} {
		w := newWorker(stopped(), 0)
		w.lent, w.counted.since = c.lent, time.Since(epoch)-c.ago
		require.Equal(t, c.just, w.justLent(), "%+v", c)
	}
}

// When a worker is lent, all workers yield. Otherwise the lent one may wait behind the others for a
// processor, or be interrupted because it has the rest of another goroutine's time slice.
func TestLend_AllGiveWay(t *testing.T) {
	s := stopped()
	var workers []*searcher
	for n := range uint32(2) {
		w := newWorker(s, n)
		w.poll = 0
		workers = append(workers, &w.searcher)
	}
	s.workers.list.Store(&workerList{all: workers, active: 2})
	s.options.Spares = 0
	require.False(t, s.lend())
	for _, w := range workers {
		require.Zero(t, w.poll, "nobody is lent")
	}
	s.options.Spares = 1
	gate, asked := make(chan struct{}), make(chan bool)
	require.NoError(t, s.injector.put(entry{f: func(w *Worker) { <-gate; asked <- w.interrupted() }}, nil))
	require.True(t, s.lend())
	close(gate)
	require.True(t, <-asked, "the lent one")
	for _, w := range workers {
		require.True(t, w.interrupted())
	}
	s.registry.releaseAll()
	s.wakeAll()
}

// A submitter that waits lends a worker at once unless a worker has just come by. Another one lends
// it after the pool's patience.
func TestHandsOver_AtOnceForOneThatWaits(t *testing.T) {
	now := func(s *state) int64 { return sinceEpoch() + int64(s.options.Patience) } // it does not end while the test runs
	for _, c := range []struct {
		waits, justServed, lends bool
		by                       waker
	}{
		{waits: true, by: blocks, lends: true},
		{waits: true, by: blocks, justServed: true},
		{by: blocks},
		{waits: true, by: computes},
	} {
		s := stopped()
		s.options.Spares = 1
		s.injector.late.served.Store(sinceEpoch() - int64(2*soon))
		if c.justServed {
			s.injector.late.served.Store(now(s))
		}
		e := entry{task: &Task{}}
		if c.waits {
			e.task.first.parker = park.New()
		}
		require.Equal(t, c.lends, s.handsOver(e, c.by), "%+v", c)
	}
	s := stopped()
	s.injector.late.timer = nil
	require.False(t, s.handsOver(entry{f: func(*Worker) {}}, blocks), "a pool without patience lends no worker")
}

// A lent worker that takes a submission does not speak for the others.
func TestInjector_LentIsNotCounted(t *testing.T) {
	i := &stopped().injector
	root := &Task{}
	root.root = root
	for _, put := range []func(){
		func() { i.putBack(root) },
		func() { require.NoError(t, i.put(entry{task: root}, nil)) },
	} {
		for _, lent := range []bool{true, false} {
			i.late.none()
			put()
			e, _, _ := i.take(lent)
			require.Same(t, root, e.task)
			require.Equal(t, lent, i.late.served.Load() == 0)
		}
	}
}
