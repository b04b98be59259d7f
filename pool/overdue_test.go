package pool

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOverdue_TellsOne(t *testing.T) {
	o := overdue{patience: time.Hour}
	require.True(t, o.expired(), "no worker has taken a submission yet")
	require.False(t, o.expired(), "another caller was told")
	o.none()
	require.True(t, o.expired(), "no worker comes by")
	o.patience = time.Nanosecond
	o.took(false, false)
	for begun := time.Now(); time.Since(begun) <= o.patience; {
	}
	require.True(t, o.expired())
	o.patience = time.Hour
	o.none()
	o.took(false, false)
	require.False(t, o.expired(), "a worker has come by")
	o.none()
	for n := range 32 {
		o.took(true, false)
		require.Equal(t, n%16 != 0, o.expired(), "the clock is read for one function of 16")
		o.none()
	}
}

func TestInjector_LentTakesOnlySubmissions(t *testing.T) {
	var i injector
	i.init(1)
	root, other := &Task{}, &Task{}
	root.root, other.root = root, root
	i.putBack(other)
	require.False(t, i.holdsSubmission())
	e, _, _ := i.take(true)
	require.Nil(t, e.task)
	i.putBack(root)
	require.True(t, i.holdsSubmission())
	e, _, _ = i.take(true)
	require.Same(t, root, e.task)
	require.NoError(t, i.put(entry{task: root}, nil))
	require.True(t, i.holdsSubmission())
	e, _, _ = i.take(true)
	require.Same(t, root, e.task)
	e, _, _ = i.take(false)
	require.Same(t, other, e.task)
	require.False(t, i.some.Load())
}

// stopped returns a pool without workers. Its timer does not fire.
func stopped() *state {
	s := &state{options: Options{Workers: 1, Patience: time.Hour}.withDefaults()}
	s.init()
	return s
}

// A submission that a worker was woken for has no timer. If the worker takes something else
// first, the submission gets one.
func TestOverdue_WatchesWhatIsLeft(t *testing.T) {
	i := &stopped().injector
	root, other := &Task{}, &Task{}
	root.root, other.root = root, root
	require.NoError(t, i.put(entry{task: root}, nil))
	i.putBack(other)
	e, _, _ := i.take(false)
	require.Same(t, other, e.task)
	require.True(t, i.late.armed.Load())

	i = &stopped().injector
	i.putBack(other)
	_, _, _ = i.take(false)
	require.False(t, i.late.armed.Load(), "nothing is left")
}

// A worker that goes on standby makes room for a lent one.
func TestOverdue_WatchesWhenAWorkerRests(t *testing.T) {
	for _, some := range []bool{true, false} {
		s := stopped()
		w := newWorker(s, 0)
		if some {
			require.NoError(t, s.injector.put(entry{f: func(*Worker) {}}, nil))
		}
		rested := make(chan struct{})
		s.registry.mu.Lock()
		go func() {
			s.registry.rest(w)
			s.registry.mu.Unlock()
			close(rested)
		}()
		s.registry.mu.Lock() // rest has released it
		for len(s.registry.standby) == 0 {
			s.registry.mu.Unlock()
			runtime.Gosched()
			s.registry.mu.Lock()
		}
		require.Equal(t, some, s.injector.late.armed.Load())
		s.registry.standby = nil
		s.registry.mu.Unlock()
		w.parker.Unpark()
		<-rested
	}
}

// A lent worker that finds a submission when it is to be given back stays lent.
func TestLend_LooksBeforeItGivesBack(t *testing.T) {
	for _, some := range []bool{true, false} {
		s := stopped()
		w := newWorker(s, 0)
		w.lent, s.registry.lent = true, 1
		s.injector.late.served.Store(1)
		if some {
			require.NoError(t, s.injector.put(entry{f: func(*Worker) {}}, nil))
		}
		returned := make(chan bool, 1)
		go func() { returned <- s.registry.giveBack(w) }()
		rests := func() bool {
			s.registry.mu.Lock()
			defer s.registry.mu.Unlock()
			return len(s.registry.standby) > 0
		}
		for len(returned) == 0 && !rests() {
			runtime.Gosched()
		}
		require.Equal(t, !some, rests())
		require.Equal(t, some, w.lent)
		require.Zero(t, s.injector.late.served.Load(), "nobody comes by")
		if !some {
			s.registry.releaseAll()
			w.parker.Unpark()
		}
		require.Equal(t, some, <-returned)
	}
}

// A submission that is not taken at once is watched, also one of TrySubmit.
func TestOverdue_WatchesTrySubmit(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Hour})
	var begun, ends atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { begun.Store(true); assert.True(t, holds(ends.Load)) }))
	require.True(t, holds(begun.Load))
	p.StopTimer()
	p.injector.late.armed.Store(false)
	p.injector.late.took(false, false)
	_, err := TrySubmit(context.Background(), p, func(*Worker) (int, error) { return 0, nil })
	require.NoError(t, err)
	require.True(t, p.Watching())
	ends.Store(true)
}

// A lent worker of a closed pool goes on, since the workers of such a pool leave together.
func TestLend_ToAClosedPool(t *testing.T) {
	s := stopped()
	w := newWorker(s, 0)
	w.lent, s.registry.lent, s.registry.closed = true, 1, true
	require.True(t, s.registry.giveBack(w))
	require.False(t, w.lent)
	require.Zero(t, s.registry.lent)
}

// A lent worker that finds no submission goes on standby, also if it was there before. It does not sleep beside the others.
func TestLend_GoesBackOnStandby(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Hour})
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	for range 2 {
		require.True(t, p.registry.lend(p.state))
		require.True(t, holds(func() bool { return p.StandingBy() == 1 || p.Sleeping() == 2 }))
		require.Equal(t, 1, p.StandingBy())
		require.Zero(t, p.Lent())
	}
}

// A submitter that has woken a worker need not notify another one, and no timer is set.
func TestLend_HandsOverToASleeper(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Hour})
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	e := entry{f: func(*Worker) {}}
	require.NoError(t, p.injector.put(e, nil))
	require.True(t, p.handsOver(e, blocks))
}
