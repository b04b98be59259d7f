package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// What is published is claimed once, or taken back; either asks for the next one.
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

// The oldest frame is published first, one at a time, as a child of its task, and wakes a
// sleeper. A request stands as long as there is no frame.
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
	f.segments[len(f.segments)-1].start = 0 // it had two when it was settled
	require.True(t, f.promote(r))
	require.Zero(t, f.poll)
	require.Equal(t, 1, stack.jobs)
	s.parker.Park() // it was woken
	f.ask()
	require.False(t, f.promote(r), "one at a time")
	first := f.claim()
	require.Same(t, task, first.scope)
	require.True(t, f.promote(r))
	require.NotSame(t, first, f.claim())
	require.Equal(t, uint64(2), f.published)
	require.False(t, f.promote(r), "all have a job")

	require.True(t, f.within(task))
	f.abandon()
	require.Zero(t, stack.all, "what the task has left is dropped")
	require.Empty(t, f.segments)
	require.False(t, f.within(task))
}

// doubles is what jobs compute here.
type doubles struct{}

func (doubles) compute(_ *Worker, a int) int { return 2 * a }

// A frame that is promoted moves up, with those above it, and its handle still finds it.
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
	require.NotEqual(t, 2, len(c.stack)-1, "no frame is on top where its handle says, once they have moved")
	first.body.run(nil)
	require.Equal(t, 20, c.jobs[0].result)
	c.drop(2)
	c.drop(1)
	require.Equal(t, 0, c.position(0))
	c.drop(0)
	require.Zero(t, c.height())
	require.Equal(t, -1, c.position(0))
}
