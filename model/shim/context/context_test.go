package context_test

import (
	stdcontext "context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/context"
	"github.com/stealproof/stealproof/model/shim/runtime"
)

var errMine = errors.New("mine")

// explore returns all outcomes of a program, sorted.
func explore(t *testing.T, program func(s *sched.S) string) string {
	t.Helper()
	found := map[string]bool{}
	r := sched.Search(func(s *sched.S) { found[program(s)] = true }, sched.Options{})
	require.Nil(t, r.Failure, "%v", r.Failure)
	require.Equal(t, sched.Exhausted, r.Ending)
	var all []string
	for s := range found {
		all = append(all, s)
	}
	slices.Sort(all)
	return strings.Join(all, " | ")
}

func TestCancel(t *testing.T) {
	for _, c := range []struct {
		name, want string
		run        func(s *sched.S) string
	}{
		{"Err", "<nil> | context canceled", func(s *sched.S) string {
			ctx, cancel := context.WithCancel(context.Background())
			s.Go(cancel)
			err := ctx.Err()
			s.Wait()
			return fmt.Sprint(err)
		}},
		{"Loop", "context canceled", func(s *sched.S) string {
			ctx, cancel := context.WithCancel(context.TODO())
			s.Go(cancel)
			for ctx.Err() == nil {
				runtime.Gosched()
			}
			s.Wait()
			return ctx.Err().Error()
		}},
		// A child is canceled after its parent, and before cancel returns.
		{"Child", "<nil> <nil> | <nil> context canceled | context canceled <nil> | context canceled context canceled", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			child, stop := context.WithCancel(context.WithValue(parent, "k", 1))
			s.Go(func() {
				cancel()
				if child.Err() == nil {
					s.Errorf("the child is not canceled")
				}
			})
			a := parent.Err()
			b := child.Err()
			s.Wait()
			stop()
			return fmt.Sprint(a, b)
		}},
		{"ChildOfCanceled", "context canceled", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			var child stdcontext.Context
			s.Go(func() { child, _ = context.WithCancel(parent) })
			s.Go(cancel)
			s.Wait()
			return fmt.Sprint(child.Err())
		}},
		{"ChildOnly", "<nil> context canceled", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			child, stop := context.WithCancel(parent)
			s.Go(stop)
			s.Wait()
			defer cancel()
			return fmt.Sprint(parent.Err(), child.Err())
		}},
		{"Cause", "context canceled, context canceled | context canceled, mine", func(s *sched.S) string {
			parent, cancel := context.WithCancelCause(context.Background())
			child, stop := context.WithCancel(parent)
			s.Go(func() { cancel(errMine) })
			s.Go(stop)
			s.Wait()
			return fmt.Sprint(child.Err(), ", ", context.Cause(child))
		}},
		{"WithoutCancel", "<nil> <nil> 1", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.WithValue(context.Background(), "k", 1))
			loose := context.WithoutCancel(parent)
			child, stop := context.WithCancel(loose)
			s.Go(cancel)
			s.Wait()
			defer stop()
			return fmt.Sprint(child.Err(), context.Cause(loose), child.Value("k"))
		}},
		{"Timeout", "context canceled | context deadline exceeded", func(s *sched.S) string {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			s.Go(cancel)
			s.Wait()
			return ctx.Err().Error()
		}},
		{"TimeoutCause", "mine", func(s *sched.S) string {
			ctx, cancel := context.WithTimeoutCause(context.Background(), time.Second, errMine)
			s.Wait()
			cancel()
			return context.Cause(ctx).Error()
		}},
		{"DeadlineOfParentIsSooner", "true, context deadline exceeded", func(s *sched.S) string {
			parent, stop := context.WithTimeout(context.Background(), time.Second)
			child, cancel := context.WithTimeout(parent, time.Hour)
			s.Wait()
			defer stop()
			defer cancel()
			a, _ := parent.Deadline()
			b, _ := child.Deadline()
			return fmt.Sprint(a.Equal(b), ", ", child.Err())
		}},
		{"DeadlinePassed", "context deadline exceeded", func(s *sched.S) string {
			ctx, cancel := context.WithTimeout(context.Background(), -1)
			defer cancel()
			return ctx.Err().Error()
		}},
		{"AfterFunc", "false 1 | true 0", func(s *sched.S) string {
			var ran atomic.Int64
			ctx, cancel := context.WithCancel(context.Background())
			stop := context.AfterFunc(ctx, func() { ran.Add(1) })
			s.Go(cancel)
			stopped := stop()
			s.Wait()
			return fmt.Sprint(stopped, " ", ran.Load())
		}},
		{"TwoCancels", "1", func(s *sched.S) string {
			var ran atomic.Int64
			ctx, cancel := context.WithCancel(context.Background())
			context.AfterFunc(ctx, func() { ran.Add(1) })
			s.Go(cancel)
			s.Go(cancel)
			s.Wait()
			return fmt.Sprint(ran.Load())
		}},
		// The channel is closed once the context is canceled, and what was done before is seen then.
		{"Done", "1 context canceled", func(s *sched.S) string {
			ctx, cancel := context.WithCancel(context.Background())
			var n atomic.Int64
			s.Go(func() {
				n.Store(1)
				cancel()
			})
			channel.Receive(0, ctx.Done())
			channel.Receive(0, ctx.Done())
			return fmt.Sprint(n.Load(), " ", ctx.Err())
		}},
		{"DoneOfTimeout", "context deadline exceeded", func(s *sched.S) string {
			parent, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			ctx, stop := context.WithCancel(parent)
			defer stop()
			channel.Receive(0, ctx.Done())
			return ctx.Err().Error()
		}},
		// A context of another type ends its children.
		{"OtherParent", "false context canceled | true context canceled", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			ctx, stop := context.WithCancel(hidden{parent})
			defer stop()
			s.Go(cancel)
			early := ctx.Err() != nil
			channel.Receive(0, ctx.Done())
			return fmt.Sprint(early, " ", ctx.Err())
		}},
		// A context of another type may have another end than the one that it contains, or none.
		{"OwnDone", "<nil>, closed mine, <nil>", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			detached, stop := context.WithCancel(context.WithValue(own{Context: parent}, "k", 1))
			defer stop()
			closed := channel.Made(0, make(chan struct{}))
			child, end := context.WithCancel(own{parent, closed, errMine})
			defer end()
			ran := false
			context.AfterFunc(own{Context: parent}, func() { ran = true })
			s.Go(func() { channel.Close(0, closed) })
			channel.Receive(0, child.Done())
			before := fmt.Sprint("closed ", child.Err())
			cancel()
			if ran {
				s.Errorf("the function has run")
			}
			return fmt.Sprint(detached.Err(), ", ", before, ", ", detached.Err())
		}},
		// One without an end of its own has that of the context that it contains.
		{"NoOwnDone", "context canceled true", func(s *sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			child, stop := context.WithCancel(embeds{parent})
			defer stop()
			s.Go(cancel)
			channel.Receive(0, child.Done())
			return fmt.Sprint(child.Err(), " ", embeds{parent}.Done() == parent.Done())
		}},
		{"String", "context.Background.WithCancel.WithoutCancel context_test.hidden.WithCancel", func(*sched.S) string {
			parent, cancel := context.WithCancel(context.Background())
			defer cancel()
			child, stop := context.WithCancel(hidden{context.Background()})
			defer stop()
			timeout, end := context.WithTimeout(child, time.Hour)
			defer end()
			if text := fmt.Sprint(timeout); !strings.HasPrefix(text, "context_test.hidden.WithCancel.WithDeadline(") {
				return text
			}
			return fmt.Sprint(context.WithoutCancel(parent), " ", child)
		}},
		// A program can ask whether a context can be canceled at all. That needs no channel.
		{"DoneOrNil", "background false, cancel true, value true, without false, timeout true", func(s *sched.S) string {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			timeout, stop := context.WithTimeout(context.Background(), time.Hour)
			defer stop()
			can := func(ctx stdcontext.Context) bool { return ctx.Done() != nil }
			return fmt.Sprintf("background %v, cancel %v, value %v, without %v, timeout %v", can(context.Background()), can(ctx),
				can(context.WithValue(ctx, s, 1)), can(context.WithoutCancel(ctx)), can(timeout))
		}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, explore(t, c.run)) })
	}
}

// hidden is a context that does not show what it is made of.
type hidden struct{ parent stdcontext.Context }

func (h hidden) Deadline() (time.Time, bool) { return h.parent.Deadline() }
func (h hidden) Done() <-chan struct{}       { return h.parent.Done() }
func (h hidden) Err() error                  { return h.parent.Err() }
func (h hidden) Value(any) any               { return nil }

type embeds struct{ stdcontext.Context }

// own is a context that contains another one, and ends by itself.
type own struct {
	stdcontext.Context
	done chan struct{}
	err  error
}

func (o own) Done() <-chan struct{} { return o.done }
func (o own) Err() error            { return o.err }

// A parent from before the search can be canceled outside the scheduler.
func TestRealParent(t *testing.T) {
	parent, stop := stdcontext.WithCancel(stdcontext.Background())
	defer stop()
	r := sched.Search(func(s *sched.S) { context.WithCancel(parent) }, sched.Options{})
	require.Equal(t, sched.NotChecked, r.Ending)
	require.Contains(t, r.Failure.Detail, "code that was not rewritten has made the channel")
}

// Without the scheduler the contexts are those of package context.
func TestOff(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	require.NotNil(t, ctx.Done())
	require.Nil(t, context.WithoutCancel(ctx).Done())
	<-ctx.Done()
	require.Equal(t, stdcontext.DeadlineExceeded, ctx.Err())
	ctx, cause := context.WithCancelCause(context.TODO())
	ran := make(chan struct{})
	context.AfterFunc(ctx, func() { close(ran) })
	cause(errMine)
	<-ran
	require.Equal(t, errMine, context.Cause(ctx))
	require.NoError(t, context.WithoutCancel(ctx).Err())
}
