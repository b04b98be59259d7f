package lin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	shim "github.com/stealproof/stealproof/model/shim/context"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// turns is a semaphore of two permits that serves its callers in order. A Try fails while somebody waits.
type turns struct {
	mu    sync.Mutex
	cond  *sync.Cond
	free  int
	queue []*int
}

func newTurns() *turns {
	s := &turns{free: 1}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *turns) Acquire(ctx context.Context, n int) error {
	over, end := false, sync.NewCond(&s.mu)
	stop := shim.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		over = true
		end.Signal()
		s.cond.Broadcast()
	})
	defer func() {
		if stop() {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for !over {
			end.Wait()
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, &n)
	for s.queue[0] != &n || s.free < n {
		if ctx.Err() != nil {
			for i, q := range s.queue {
				if q == &n {
					s.queue = append(s.queue[:i:i], s.queue[i+1:]...)
				}
			}
			s.cond.Broadcast()
			return ctx.Err()
		}
		s.cond.Wait()
	}
	s.queue = s.queue[1:]
	s.free -= n
	s.cond.Broadcast()
	return nil
}

func (s *turns) Try() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) > 0 || s.free == 0 {
		return false
	}
	s.free--
	return true
}

type turnsSpec struct {
	free  int
	queue [][2]int
	has   map[int]bool
}

func (s *turnsSpec) serve() {
	for len(s.queue) > 0 && s.queue[0][1] <= s.free {
		s.free -= s.queue[0][1]
		s.has[s.queue[0][0]] = true
		s.queue = s.queue[1:]
	}
}

func (s *turnsSpec) AskAcquire(call int, _ context.Context, n int) {
	s.queue = append(s.queue, [2]int{call, n})
	s.serve()
}
func (s *turnsSpec) CanAcquire(call int, _ context.Context, _ int) bool { return s.has[call] }
func (s *turnsSpec) Acquire(call int, _ context.Context, _ int) error {
	delete(s.has, call)
	return nil
}

func (s *turnsSpec) Try() bool {
	if len(s.queue) > 0 || s.free == 0 {
		return false
	}
	s.free--
	return true
}

// dropping can take a request back.
type dropping struct{ turnsSpec }

func (s *dropping) DropAcquire(call int, _ context.Context, n int) {
	for i, q := range s.queue {
		if q[0] == call {
			s.queue = append(s.queue[:i:i], s.queue[i+1:]...)
		}
	}
	if s.has[call] {
		delete(s.has, call)
		s.free += n
	}
	s.serve()
}

// Others can see a request that is taken back later.
func TestDrop(t *testing.T) {
	ops := []Option{Op("Acquire", (*turns).Acquire, Cancels()), Op("Try", (*turns).Try)}
	plan := Scenario("; Acquire(canceled, 2) | Try ; Try")
	v, _ := searched(t, newTurns, func() *dropping { return &dropping{turnsSpec{free: 1, has: map[int]bool{}}} }, append(ops, plan)...)
	require.Nil(t, v.Failure, "%v", v.Failure)
	require.Equal(t, sched.Exhausted, v.Every.Ending)
	v, _ = searched(t, newTurns, func() *turnsSpec { return &turnsSpec{free: 1, has: map[int]bool{}} }, append(ops, plan)...)
	require.NotNil(t, v.Failure)
	require.Contains(t, v.Failure.Says, "Try() returned false")
}
