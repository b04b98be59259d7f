package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// A published frame is claimed once, or taken back. Either asks for the next frame.
func TestMailbox_OneHasTheFrame(t *testing.T) {
	var m mailbox
	require.Nil(t, m.claim())
	require.Zero(t, m.poll)
	task := &Task{}
	m.slot.Store(task)
	require.Same(t, task, m.claim())
	require.Equal(t, request, m.poll)
	m.poll = 0
	require.False(t, m.takeBack(task), "a thief has it")
	require.Equal(t, request, m.poll)
	m.poll = 0
	m.slot.Store(task)
	require.True(t, m.takeBack(task))
	require.Nil(t, m.claim())
	require.Equal(t, request, m.poll)
}

func TestMailbox_Bits(t *testing.T) {
	var m mailbox
	require.False(t, m.interrupted())
	m.ask()
	require.False(t, m.interrupted())
	m.interrupt()
	require.True(t, m.interrupted())
	require.Equal(t, request|cancel, m.poll)
}

// The oldest frame is published first, as a child of its task. One frame is public at a time, and
// its publication wakes a sleeper. A request stands until there is a frame.
func TestForks_PublishTheOldest(t *testing.T) {
	var l sleepers
	f := &forks{sleepers: &l}
	task := &Task{}
	task.root = task
	f.position = f.begin(task)
	f.fence(task, nil, false)
	s := &sleeper{parker: park.New()}
	l.beginSearch(idle)
	l.announce(s, idle, 0)

	r := &recorder{tracer: new(atomic.Pointer[tracer])}
	f.ask()
	require.False(t, f.promote(r))
	require.Equal(t, request, f.poll, "the request stands")
	stack := &countedFrames{all: 2}
	c := &core{poll: &never, frames: stack}
	f.settle(c)
	require.Same(t, &f.poll, c.poll)
	f.segments[len(f.segments)-1].start = 0 // as if it had two frames when it was settled
	require.True(t, f.promote(r))
	require.Zero(t, f.poll)
	require.Equal(t, 1, stack.jobs)
	s.parker.Park() // returns at once: it was woken
	f.ask()
	require.False(t, f.promote(r), "two frames are public at a time")
	first := f.claim()
	require.Same(t, task, first.scope)
	require.True(t, f.promote(r))
	require.NotSame(t, first, f.claim())
	require.Equal(t, uint64(2), f.published)
	require.False(t, f.promote(r), "a frame is promoted twice")

	require.True(t, f.within(task))
	f.abandon()
	require.Zero(t, stack.all, "frames that the task has left are kept")
	require.Empty(t, f.segments)
	require.False(t, f.within(task))
}

// doubles is the definition of the jobs in this test.
type doubles struct{}

func (doubles) compute(_ *Worker, a int) int { return 2 * a }

// A promoted frame moves up, with the frames above it. Its handle still finds it.
func TestFrames_HandlesFindThem(t *testing.T) {
	scope := &Task{}
	scope.root = scope
	c := &Ctx[int, int]{def: doubles{}}
	for a := range 3 {
		c.stack = append(c.stack, 10+a) // as Fork does: the handle is the index
	}
	first := c.promote(scope, nil)
	require.Equal(t, 1, c.promoted())
	require.Equal(t, 3, c.height())
	require.Same(t, scope, first.scope)
	for h := range 3 {
		require.Equal(t, h, c.position(h))
	}
	require.NotEqual(t, 2, len(c.stack)-1, "a frame that has moved is on top at the index of its handle")
	first.body.run(nil)
	require.Equal(t, 20, c.jobs[0].result)
	c.drop(2)
	c.drop(1)
	require.Equal(t, 0, c.position(0))
	c.drop(0)
	require.Zero(t, c.height())
	require.Equal(t, -1, c.position(0))
}
