package classic

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// impatient is a queue that calls enough after too many looks that found nothing.
type impatient struct {
	wsq.Deque[*CMUContext]
	misses int
	enough func()
}

func (q *impatient) Pop() (*CMUContext, bool) {
	c, ok := q.Deque.Pop()
	if q.misses++; !ok && q.misses > 1000 {
		q.enough()
	}
	return c, ok
}

// A greedy join of a stolen task runs the worker's own tasks, and then steals.
func TestCMU_AGreedyJoinSteals(t *testing.T) {
	p := newCMU(CMUOptions{Workers: 2})
	w := p.workers[0]
	root := &CMUContext{task: &task[*CMUContext]{}, worker: w}
	taken := cmuTask(func(*CMUContext) {})
	require.True(t, taken.claim())
	taken.queuedBy(p)
	w.workq = &impatient{w.workq, 0, func() { taken.finish() }}
	var ran []string
	cmuTask(func(c *CMUContext) {
		require.Zero(t, c.Worker())
		ran = append(ran, "own")
	}).Fork(root)
	p.workers[1].workq.Push(&CMUContext{task: &cmuTask(func(c *CMUContext) {
		require.Zero(t, c.Worker())
		ran = append(ran, "stolen")
		taken.finish()
	}).task})
	taken.Join(root)
	require.Equal(t, []string{"own", "stolen"}, ran)
}

// A join of a stolen task looks for other tasks before it waits: in its own queue, the global one
// and those of the other workers.
func TestDuffy_AJoinRunsOtherTasks(t *testing.T) {
	p := newDuffy(2)
	w := p.workers[0]
	taken := NewFuture(func(*DuffyWorker) int { return 0 })
	require.True(t, taken.claim())
	taken.queuedBy(p)
	var ran []string
	other := func(name string) *Future[*DuffyWorker, int] {
		return NewFuture(func(by *DuffyWorker) int {
			require.Same(t, w, by)
			if ran = append(ran, name); len(ran) == 3 {
				taken.finish()
			}
			return 0
		})
	}
	other("stolen").Fork(p.workers[1])
	p.Submit(other("global"))
	other("own").Fork(w)
	joined := make(chan bool)
	go func() { taken.Join(w); close(joined) }()
	for !taken.isComplete() && taken.head.Load() == nil {
		runtime.Gosched()
	}
	waits := taken.head.Load() != nil
	if waits {
		taken.finish()
	}
	<-joined
	require.False(t, waits, "the join waits although there are tasks")
	require.Equal(t, []string{"own", "global", "stolen"}, ran)
}

// If a child that was not joined fails, its parent fails, too, with the failure of the newest
// such child. If the parent itself panics, it fails with its own panic.
func TestChildren_FailureOfAnUnjoinedChild(t *testing.T) {
	var none error
	for _, c := range []struct {
		own      bool
		children []bool // whether they panic
		want     error
	}{
		{false, []bool{false, false}, none},
		{false, []bool{true, false}, boom(0)},
		{false, []bool{true, true}, boom(1)},
		{true, []bool{true, true}, boom(9)},
	} {
		fails := func(got error) {
			if c.want == nil {
				require.NoError(t, got)
				return
			}
			var e *pool.PanicError
			require.ErrorAs(t, got, &e)
			require.Equal(t, c.want, e.Value)
		}
		v := NewVT(1, false)
		vt := unjoined[*VTWorker](c.own, c.children)
		v.Submit(vt)
		_, err := vt.Get(nil)
		fails(err)
		v.Close()
		for _, continuation := range []bool{false, true} {
			p := NewCMU(CMUOptions{Workers: 1, Continuation: continuation})
			fails(p.StartProcess(unjoined[*CMUContext](c.own, c.children)))
			p.Destroy()
		}
	}
}

// unjoined forks children, some of which panic, and joins none of them.
func unjoined[W Worker[W]](panics bool, children []bool) *Future[W, int] {
	return NewFuture(func(w W) int {
		for i, panics := range children {
			NewFuture(func(W) int {
				if panics {
					panic(boom(i))
				}
				return 0
			}).Fork(w)
		}
		if panics {
			panic(boom(9))
		}
		return 0
	})
}

// To start a process while another one runs is an error. The call panics, and harms neither the
// running process nor the next one.
func TestCMU_OneProcessAtATime(t *testing.T) {
	p := NewCMU(CMUOptions{Workers: 2})
	defer p.Destroy()
	ran := 0
	counts := func() *Future[*CMUContext, struct{}] { return cmuTask(func(*CMUContext) { ran++ }) }
	begun, end, ended := make(chan bool), make(chan bool), make(chan error)
	go func() {
		ended <- p.StartProcess(cmuTask(func(*CMUContext) { close(begun); <-end; ran++ }))
	}()
	<-begun
	require.PanicsWithValue(t, "classic: a CMU runs one process at a time, and is destroyed after it", func() { _ = p.StartProcess(counts()) })
	close(end)
	require.NoError(t, <-ended)
	require.NoError(t, p.StartProcess(counts()))
	require.Equal(t, 2, ran)
}

// Tasks that are queued when the workers leave are dropped. A caller that waits for one panics.
func TestWSPool_CloseDropsQueuedTasks(t *testing.T) {
	p := NewWSPool(1)
	queued, begun := NewRAction(func(*WSWorker) { t.Error("a dropped task runs") }), make(chan bool)
	p.Submit(NewRAction(func(w *WSWorker) {
		queued.Fork(w)
		close(begun)
		for !p.stop.Load() {
			runtime.Gosched()
		}
	}))
	<-begun
	p.Close()
	require.True(t, queued.isComplete())
	_, err := queued.Get(nil)
	require.Equal(t, pool.ErrClosed, err)
}
