package classic

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// The work queues are what their names say. With an entry lock, thieves leave the last item. A
// central queue is under a mutex, and all workers have it (2.1, 2.2).
func TestCMU_Queues(t *testing.T) {
	require.IsType(t, &wsq.Locked[*CMUContext]{}, CMUMutex())
	require.IsType(t, &wsq.THE[*CMUContext]{}, CMUEntryLock())
	require.IsType(t, &wsq.ChaseLev[*CMUContext]{}, CMULockFree())
	q := CMUEntryLock()
	q.Push(&CMUContext{})
	_, r := q.Steal()
	require.Equal(t, wsq.Empty, r)

	for _, continuation := range []bool{false, true} {
		for _, central := range []bool{false, true} {
			p := newCMU(CMUOptions{Workers: 3, Continuation: continuation, Deque: CMULockFree, Central: central})
			different := map[wsq.Deque[*CMUContext]]bool{}
			for _, w := range p.workers {
				different[w.workq] = true
				require.Equal(t, central, is[*wsq.Locked[*CMUContext]](w.workq))
			}
			require.Equal(t, central, len(different) == 1)
			require.Equal(t, continuation, !p.child)
		}
	}
}

func is[T any](v any) bool {
	_, is := v.(T)
	return is
}

// Each thread has the deque that the options ask for, and Add gives a task to its thread.
func TestIITH_Deques(t *testing.T) {
	for _, capacity := range []int{0, 5} {
		p := NewIITH(IITHOptions{Threads: 3, Capacity: capacity})
		for i, thread := range p.threads {
			if capacity > 0 {
				require.IsType(t, &wsq.ABP[iithTask]{}, thread.queue)
				require.Equal(t, capacity, thread.queue.(wsq.Declarer).Contract().Capacity)
			} else {
				require.IsType(t, &wsq.ChaseLev[*iithTask]{}, thread.queue)
			}
			for range i {
				p.Add(i, func() {})
			}
		}
		for i, thread := range p.threads {
			for range i {
				_, ok := thread.queue.Pop()
				require.True(t, ok)
			}
			_, ok := thread.queue.Pop()
			require.False(t, ok, "thread %d has a task of another thread", i)
		}
	}
}

// If a bounded deque is full, the caller of Add runs the newest task in it. So the older tasks stay for
// thieves.
func TestIITH_AFullDequeGivesItsNewest(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 1, Capacity: 2})
	var ran []int
	for i := range 4 {
		p.Add(0, func() { ran = append(ran, i) })
	}
	require.Contains(t, ran, 1)
	require.NotContains(t, ran, 3)
	require.Equal(t, 4, p.Run().Run)
	require.Len(t, ran, 4)
}

// retries is a deque whose first steals lose their races.
type retries struct {
	wsq.Deque[*iithTask]
	left int
}

func (r *retries) Steal() (*iithTask, wsq.StealResult) {
	if r.left--; r.left >= 0 {
		return nil, wsq.Retry
	}
	return r.Deque.Steal()
}

// A thread that has lost a race for another thread's task tries again, before it leaves.
func TestIITH_ALostRaceIsNotEmpty(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 2})
	p.Add(1, func() {})
	p.threads[1].queue = &retries{p.threads[1].queue, 3}
	p.over.Store(true)
	p.threads[0].run()
	require.Equal(t, 1, p.threads[0].stats.stolen)
}

// Without stealing, a thread without tasks leaves, although another one still has tasks.
func TestIITH_NoStealStealsNothing(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 2, NoSteal: true})
	p.Add(0, func() {})
	p.Add(0, func() { // popped first
		for p.left.Load() == 2 {
			runtime.Gosched()
		}
	})
	stats := p.Run()
	require.Equal(t, 2, stats.Run)
	require.Zero(t, stats.Stolen)
}

// The threads of a generator stay, although they find all deques empty. On one processor, the
// thread looks each time that the generator yields.
func TestIITH_TheGeneratorPauses(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := NewIITH(IITHOptions{Threads: 1})
	p.Start()
	for range 1000 {
		runtime.Gosched()
	}
	p.Add(0, func() {})
	require.Equal(t, 1, p.Wait().Run)
}

// A thief takes the oldest task of the first other thread that has one.
func TestIITH_VictimsInTurn(t *testing.T) {
	p := NewIITH(IITHOptions{Threads: 4})
	var ran []int
	for _, n := range []int{10, 20, 21, 30} {
		p.Add(n/10, func() { ran = append(ran, n) })
	}
	for {
		task, empty := p.threads[3].steal()
		if task == nil {
			require.True(t, empty)
			break
		}
		task.run()
	}
	require.Equal(t, []int{10, 20, 21}, ran)
	require.Equal(t, 3, p.threads[3].stats.stolen)
}

// Each steal counts, whichever thread it is from.
func TestIITH_EachStealCounts(t *testing.T) {
	for thief := range 3 {
		p := NewIITH(IITHOptions{Threads: 3})
		for victim := range 3 {
			if victim != thief {
				p.Add(victim, func() {})
			}
		}
		for want := range 2 {
			require.Equal(t, want, p.threads[thief].stats.stolen)
			task, _ := p.threads[thief].steal()
			require.NotNil(t, task)
		}
		require.Equal(t, 2, p.threads[thief].stats.stolen)
	}
}

// looks counts the looks of thieves into a deque.
type looks struct {
	wsq.Deque[*iithTask]
	n atomic.Int64
}

func (l *looks) Steal() (*iithTask, wsq.StealResult) {
	l.n.Add(1)
	return l.Deque.Steal()
}

// A thread that finds nothing yields before it looks again. On one processor it then looks about
// once for each yield of the generator. Without yields it would look until the system stops it.
func TestIITH_YieldsBeforeEachAttempt(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := NewIITH(IITHOptions{Threads: 1})
	l := &looks{Deque: p.threads[0].queue}
	p.threads[0].queue = l
	p.Start()
	const yields, most = 1000, 10 * 1000
	for n := 0; n < yields && l.n.Load() <= most; n++ {
		runtime.Gosched()
	}
	looked := l.n.Load()
	p.Wait()
	require.Positive(t, looked)
	require.LessOrEqual(t, looked, int64(most))
}

// A thread yields also before its first attempt. On one processor the other goroutine then runs first, but
// for one time in 61, when the scheduler looks elsewhere.
func TestIITH_YieldsBeforeTheFirstAttempt(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	yields := 0
	for range 20 {
		p := NewIITH(IITHOptions{Threads: 2})
		var other atomic.Bool
		l := &first{Deque: p.threads[1].queue, after: &other}
		p.threads[1].queue = l
		p.over.Store(true)
		go other.Store(true)
		p.threads[0].run()
		if l.yielded {
			yields++
		}
	}
	require.Positive(t, yields)
}

// first notes whether another goroutine has run before the first look of a thief.
type first struct {
	wsq.Deque[*iithTask]
	after           *atomic.Bool
	looked, yielded bool
}

func (f *first) Steal() (*iithTask, wsq.StealResult) {
	if !f.looked {
		f.looked, f.yielded = true, f.after.Load()
	}
	return f.Deque.Steal()
}

// A submission from outside goes to the global deque, and a fork to the deque of its worker.
func TestVT_WhereTasksGo(t *testing.T) {
	p := vtParts(2)
	f := func() *Future[*VTWorker, int] { return NewFuture(func(*VTWorker) int { return 1 }) }
	outside, fork := f(), f()
	p.Submit(outside)
	fork.Fork(p.workers[1])
	require.Equal(t, []*task[*VTWorker]{&outside.task}, p.global)
	require.Zero(t, p.workers[0].local.Len())
	own, ok := p.workers[1].local.Pop()
	require.True(t, ok)
	require.Same(t, &fork.task, own)
}

// A worker steals before it looks into the global deque. It never fetches from its own deque.
func TestVT_SearchOrder(t *testing.T) {
	p := vtParts(2)
	f := func() *Future[*VTWorker, int] { return NewFuture(func(*VTWorker) int { return 1 }) }
	own, other, global, later := f(), f(), f(), f()
	own.Fork(p.workers[0])
	other.Fork(p.workers[1])
	p.Submit(global)
	p.Submit(later)
	for _, want := range []*Future[*VTWorker, int]{other, global, later} {
		require.Same(t, &want.task, p.workers[0].find())
	}
	p.shutdown = true
	require.Nil(t, p.workers[0].find())
	require.Equal(t, 1, p.workers[0].local.Len())
}
