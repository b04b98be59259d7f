package pool

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// A task is claimed once. It is complete once it is finished, and a registered parker is woken.
func TestTask_Life(t *testing.T) {
	task := &Task{}
	p := park.New()
	require.True(t, task.register(p))
	require.True(t, task.claim(1))
	require.False(t, task.claim(2))
	require.False(t, task.isComplete())
	require.False(t, task.isOver())
	require.True(t, task.finish(), "no parker was woken")
	require.True(t, task.isComplete())
	p.Park() // returns at once: it has a permit
	require.False(t, task.register(p), "a late waiter is registered")
	require.False(t, task.discard(nil), "a complete task is discarded")
}

// droppedBody is a body that never runs.
type droppedBody struct{ drops int }

func (b *droppedBody) run(*Worker) {}
func (b *droppedBody) dropped()    { b.drops++ }

// A task that is discarded before it begins is complete and has failed. Its body and its latch
// are told.
func TestTask_Discarded(t *testing.T) {
	all, b := &countdown{}, &droppedBody{}
	all.pending.Store(1)
	require.True(t, all.begins())
	task := &Task{body: b, counts: all}
	f := &failure{err: &CancelError{ErrClosed}}
	require.True(t, task.discard(f))
	require.True(t, task.isComplete())
	require.Equal(t, ErrClosed, task.outcome())
	require.Equal(t, 1, b.drops)
	require.Same(t, f, all.latch.abort.Load())
	require.False(t, all.latch.isComplete())
	all.done()
	require.True(t, all.latch.isComplete())
	require.False(t, all.begins(), "an open latch does not close again")
}

// toldBody notes why its task has failed, at the moment when the task is complete.
type toldBody struct {
	Task
	why *failure
}

func (b *toldBody) run(*Worker) {}
func (b *toldBody) signal()     { b.why = b.failure }

// Nobody can see that a discarded task is complete before its reason is there.
func TestTask_DiscardedWithItsReason(t *testing.T) {
	b := &toldBody{}
	b.body = b
	require.True(t, b.register(nil))
	f := &failure{err: &CancelError{ErrClosed}}
	require.True(t, b.discard(f))
	require.Same(t, f, b.why)
}

// A task is cancelled with each of its ancestors, and not with its siblings.
func TestTask_Cause(t *testing.T) {
	root := &Task{}
	root.root = root
	child, sibling, grandchild := &Task{}, &Task{}, &Task{}
	child.child(root, nil)
	sibling.child(root, nil)
	grandchild.child(child, nil)
	f := &failure{err: errWithdrawn}
	child.abort.Store(f)
	require.Same(t, f, grandchild.cause())
	require.Nil(t, sibling.cause())
	require.Nil(t, root.cause())
	require.Same(t, root, grandchild.root)
}

// The value of a panic is wrapped once. The pool's own errors are not wrapped again.
func TestFailure_Caught(t *testing.T) {
	boom := errors.New("boom")
	var panicked *PanicError
	require.ErrorAs(t, caught(boom).err, &panicked)
	require.ErrorIs(t, panicked, boom)
	require.Same(t, panicked, caught(panicked).err)
	cancelled := &CancelError{boom}
	require.Same(t, cancelled, caught(cancelled).err)
	require.ErrorIs(t, caught(nil).err, ErrGoexit)
	require.ErrorAs(t, caught((*CancelError)(nil)).err, &panicked, "a nil error of the pool's type is not an error of the pool")
}

// A caller from outside that gives up leaves its parker. The next caller uses it.
func TestTask_WaitGivesUp(t *testing.T) {
	var parkers sync.Pool
	var left staleWaiters
	task := &Task{}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 3 {
		require.ErrorIs(t, task.wait(ctx, &parkers, &left), context.Canceled)
		require.Len(t, left.parkers, 1)
	}
	list := task.waiters.Load()
	require.Nil(t, list.next, "the list has more than one entry")
	require.True(t, task.claim(1))
	task.finish()
	require.NoError(t, task.wait(ctx, &parkers, &left), "the task is complete")
}

// The scope of a fork is the running task, or the innermost part of it.
func TestRunning_Scope(t *testing.T) {
	outer, inner, half := &Task{}, &Task{inside: &isolation{}}, &Task{}
	var r running
	r.position = r.begin(outer)
	require.Same(t, outer, r.scope())
	r.setLevel(half)
	r.depth++
	require.Same(t, half, r.scope())
	below := r.position
	r.position = r.begin(inner)
	require.Same(t, inner, r.scope(), "after the task on top has ended")
	require.Same(t, inner.inside, r.inside)
	r.position = below
	require.Same(t, half, r.scope())
}

// The failure of a child is passed on once. Another panic with an equal value has a stack of its own.
func TestFailure_PassedOnOnce(t *testing.T) {
	r, f := &running{}, &failure{&PanicError{Value: "of the test"}, raised}
	r.passed = f
	require.Same(t, f, r.caught("of the test"))
	require.NotSame(t, f, r.caught("of the test"))
}

// The report of a Goexit says where it was called.
func TestFailure_GoexitHasAStack(t *testing.T) {
	require.Contains(t, string(caught(nil).err.(*PanicError).Stack), "TestFailure_GoexitHasAStack")
}

// A parker that is reused is not kept as a stale one.
func TestStaleWaiters_ForgetTheReused(t *testing.T) {
	var left staleWaiters
	p := park.New()
	left.keep(p)
	require.Same(t, p, left.reuse())
	require.Nil(t, left.parkers[:1][0])
	require.Nil(t, left.reuse())
}
