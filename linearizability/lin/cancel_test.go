package lin

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	shim "github.com/stealproof/stealproof/model/shim/context"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// passes is a semaphore whose Acquire can be cancelled.
type passes struct {
	fault string
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
}

func newPasses(fault string) *passes {
	s := &passes{fault: fault, n: 1}
	s.cond = sync.NewCond(&s.mu)
	return s
}

var errGaveUp = errors.New("gave up")

func (s *passes) Acquire(ctx context.Context) error {
	if s.fault != "deaf" {
		ended, end := false, sync.NewCond(&s.mu)
		stop := shim.AfterFunc(ctx, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			ended = true
			end.Signal()
			s.cond.Broadcast()
		})
		defer func() {
			if stop() {
				return
			}
			s.mu.Lock() // the function must not outlive the call: on real cores, the next search would begin beside it
			defer s.mu.Unlock()
			for !ended {
				end.Wait()
			}
		}()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.n == 0 {
		if err := ctx.Err(); err != nil && s.fault != "deaf" {
			if s.fault == "own error" {
				err = errGaveUp
			}
			return err
		}
		s.cond.Wait()
	}
	s.n--
	if s.fault == "keeps the permit" {
		return ctx.Err()
	}
	if s.fault == "eager" {
		s.n++
		return context.Canceled
	}
	return nil
}

func (s *passes) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.cond.Signal()
}

func (s *passes) Free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

type passesSpec struct{ n int }

func (s *passesSpec) Acquire(context.Context) error   { s.n--; return nil }
func (s *passesSpec) CanAcquire(context.Context) bool { return s.n > 0 }
func (s *passesSpec) Release()                        { s.n++ }
func (s *passesSpec) Free() int                       { return s.n }

func passOps(options ...OpOption) []Option {
	return []Option{Op("Acquire", (*passes).Acquire, options...), Op("Release", (*passes).Release), Op("Free", (*passes).Free)}
}

// A call that is cancelled has no effect, and returns.
func TestCancels(t *testing.T) {
	spec := func() *passesSpec { return &passesSpec{n: 1} }
	for _, c := range []struct {
		fault, rule, says string
		plan              string // "" is the generated scenarios
		options           []OpOption
	}{
		{"", "", "", "Acquire(ctx); Acquire(canceled) Free | Release Free", []OpOption{Cancels()}},
		{"keeps the permit", report.RuleDeadlock, "Acquire(ctx) never returns, though the specification lets it.", "", []OpOption{Cancels()}},
		{"eager", "linearizable", `Acquire(ctx) returned error "context canceled"`, "Acquire(ctx) | Free", []OpOption{Cancels()}},
		{"deaf", report.RuleDeadlock, "Acquire(canceled) never returns, though the specification lets it.", "Acquire(ctx); Acquire(canceled) | Free", []OpOption{Cancels()}},
		{"deaf", "", "", "Acquire(ctx) | Release Free", nil}, // without Cancels, its context never ends
		{"own error", "linearizable", `error "gave up"`, "Acquire(ctx); Acquire(canceled) | Free", []OpOption{Cancels()}},
		{"own error", "", "", "Acquire(ctx); Acquire(canceled) | Free", []OpOption{Cancels(errGaveUp)}},
	} {
		options := passOps(c.options...)
		if c.plan != "" {
			options = append(options, Scenario(c.plan))
		}
		v, _ := searched(t, func() *passes { return newPasses(c.fault) }, spec, options...)
		if c.rule == "" {
			require.Nil(t, v.Failure, "%q: %v", c.fault, v.Failure)
			require.Contains(t, []sched.Ending{sched.Exhausted, sched.BoundHit}, v.Every.Ending)
			continue
		}
		require.NotNil(t, v.Failure, c.fault)
		require.Equal(t, c.rule, v.Failure.Rule, v.Failure.Text)
		require.Contains(t, v.Failure.Says, c.says)
	}
}

// On real cores too, contexts are cancelled while calls wait.
func TestCancels_OnCores(t *testing.T) {
	spec := func() *passesSpec { return &passesSpec{n: 1} }
	met := map[string]bool{}
	for fault, right := range map[string]bool{"": true, "keeps the permit": false} {
		to := &tb{name: t.Name()}
		v := Check(to, func() *passes { return newPasses(fault) }, spec, append(passOps(Cancels()), Scenario("Acquire(ctx); Acquire(canceled) Free | Release Free"), Rounds(500))...)
		require.Equal(t, right, v.Failure == nil, "%v", v.Failure)
		met[fault] = true
	}
	require.Len(t, met, 2)
}

func TestCancels_Refuses(t *testing.T) {
	refused := func(method any, options ...OpOption) error {
		_, err := newChecker(&tb{}, func() *passes { return nil }, func() *passesSpec { return &passesSpec{} }, configOf(Op("Acquire", method, options...)))
		return err
	}
	require.EqualError(t, refused(func(*passes, context.Context) {}, Cancels()), "Acquire has the option Cancels, so its last result must be an error")
	require.EqualError(t, refused(func(*passes) error { return nil }, Cancels()), "Acquire has the option Cancels, so it must have a parameter of type context.Context")
	require.EqualError(t, refused((*passes).Acquire, Cancels(), Args(context.Background())), "Acquire has the option Cancels, so it can have no Args for its context")
}
