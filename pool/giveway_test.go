package pool

import (
	"context"
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

// A worker that was just lent does not yield.
func TestGiveWay_JustLentGoesOn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	w := newWorker(stopped(), 0)
	w.task, w.lent, w.took = &Task{}, true, time.Since(epoch)+time.Hour // however slow this test is
	for range 1000 {                                                    // Go's scheduler may interrupt some of the attempts
		var ran atomic.Bool
		go func() { ran.Store(true) }()
		for range 100 {
			w.giveWay()
			w.checkCancel()
		}
		if !ran.Load() {
			return
		}
	}
	t.Error("it yields")
}

// A lent worker does not yield just after it has taken a submission. Others do.
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
		w.lent, w.took = c.lent, time.Since(epoch)-c.ago
		require.Equal(t, c.just, w.justLent(), "%+v", c)
		w.took = 0
		w.beginTurn()
		require.Equal(t, c.lent, w.took != 0, "%+v", c)
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
	s.workers.list.Store(&workerList{all: workers, victims: workers, active: 2})
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
	closeLent(s)
}

// closeLent closes a pool that was made without workers, and waits for those that were lent.
func closeLent(s *state) {
	if s.alive.Load() == 0 {
		return
	}
	s.registry.releaseAll()
	s.injector.shut()
	s.wakeAll()
	_ = s.gone.wait(context.Background(), &s.parkers, nil)
}

// A submitter that waits lends a worker at once, unless one of the pool's own has just come by. Beside
// an idle worker, it also notifies that one. A submitter that does not wait lends a worker after the
// pool's patience.
func TestHandsOver_AtOnceForOneThatWaits(t *testing.T) {
	for _, c := range []struct {
		waits, just, idle, lends bool
		by                       waker
	}{
		{waits: true, by: blocks, lends: true},
		{waits: true, by: blocks, just: true},
		{waits: true, by: blocks, idle: true, lends: true},
		{by: blocks},
		{waits: true, by: computes},
	} {
		s := stopped()
		s.options.Spares = 1
		late := &s.injector.late
		long := sinceEpoch() + int64(time.Hour) // however slow this test is
		late.served.Store(long)
		if c.just {
			late.own.Store(long)
		}
		if c.idle {
			s.sleepers.beginSearch(idle)
		}
		e := entry{task: &Task{}}
		if c.waits {
			e.task.first.parker = park.New()
		}
		require.Equal(t, c.lends && !c.idle, s.handsOver(e, c.by), "%+v", c)
		require.Equal(t, c.lends, len(s.workers.all()) == 1, "%+v", c)
		if c.idle {
			s.sleepers.endSearch(idle)
		}
		closeLent(s)
	}
	s := stopped()
	s.injector.late.timer = nil
	require.False(t, s.handsOver(entry{f: func(*Worker) {}}, blocks), "a pool without patience lends no worker")
}

// Each submitter that waits lends a worker of its own, and the submissions of the others still lend one
// after the pool's patience.
func TestHandsOver_SubmittersThatWaitDoNotCount(t *testing.T) {
	s := stopped()
	s.options.Spares = 3
	late := &s.injector.late
	late.served.Store(sinceEpoch() + int64(time.Hour))
	s.injector.init(3)
	gate := make(chan struct{})
	for range 3 { // so that none of the lent ones is on standby when the next is lent
		require.NoError(t, s.injector.put(entry{f: func(*Worker) { <-gate }}, nil))
	}
	for range 3 {
		e := entry{task: &Task{}}
		e.task.first.parker = park.New()
		require.True(t, s.handsOver(e, blocks))
	}
	require.Len(t, s.workers.all(), 3)
	close(gate)
	closeLent(s)
}

// A lent worker that takes a submission does not speak for the pool's own workers.
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
			i.late.own.Store(0)
			put()
			e, _, _ := i.take(lent)
			require.Same(t, root, e.task)
			require.NotZero(t, i.late.served.Load())
			require.Equal(t, lent, i.late.own.Load() == 0)
		}
	}
}
