package examples

import (
	"errors"
	"io"
	"log"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// Each rule, and a program that breaks it.
func TestExampleRules(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, c := range []struct {
		rule    string
		program func(*sched.S)
		options sched.Options
	}{
		{sched.RulePanic, panics, sched.Options{}},
		{sched.RuleAssertion, losesUpdate, sched.Options{}},
		{sched.RuleDeadlock, deadlocks, sched.Options{}},
		{sched.RuleLeak, leaks, sched.Options{}},
		{sched.RuleLivelock, livelocks, sched.Options{}},
		{sched.RuleSteps, takesLong, sched.Options{Steps: 100, NoSpinning: true}},
		{sched.RuleRace, races, sched.Options{}},
		{sched.RuleHistory, swaps, sched.Options{Judge: inOrder}},
		{sched.RuleObserver, leaksNothing, sched.Options{Observer: rejects{}}},
		{sched.RuleRepeatable, remembers(), sched.Options{}},
		{sched.RuleState, closes, sched.Options{}},
		{sched.RuleOrder, logs, sched.Options{}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := sched.Search(c.program, c.options)
			want := sched.Failed
			switch c.rule {
			case sched.RuleRepeatable, sched.RuleState, sched.RuleOrder:
				want = sched.NotChecked
			}
			require.Equal(t, want, r.Ending)
			require.Equal(t, c.rule, r.Failure.Rule, "%v", r.Failure)
		})
	}
}

func panics(s *sched.S) {
	var at atomic.Int32
	list := []int{1}
	s.Go(func() { at.Store(1) })
	s.Go(func() { _ = list[at.Load()] })
	s.Wait()
}

func deadlocks(s *sched.S) {
	var a, b sync.Mutex
	both := func(a, b *sync.Mutex) {
		a.Lock()
		defer a.Unlock()
		b.Lock()
		defer b.Unlock()
	}
	s.Go(func() { both(&a, &b) })
	s.Go(func() { both(&b, &a) })
	s.Wait()
}

// leaks does not wait for its thread, and the thread is blocked for ever.
func leaks(s *sched.S) {
	var wg sync.WaitGroup
	wg.Add(1)
	s.Go(wg.Wait)
}

func leaksNothing(s *sched.S) {
	var n atomic.Int32
	s.Go(func() { n.Add(1) })
	s.Wait()
}

func livelocks(s *sched.S) {
	var ready atomic.Bool
	s.Go(func() {
		for !ready.Load() {
			runtime.Gosched()
		}
	})
	s.Wait()
}

func takesLong(s *sched.S) {
	var n atomic.Int64
	s.Go(func() {
		for range 200 {
			n.Add(1)
		}
	})
	s.Go(func() { n.Load() })
	s.Wait()
}

func races(s *sched.S) {
	n := 0
	for range 2 {
		s.Go(func() { n++ })
	}
	s.Wait()
}

// swaps has two operations. The second may end first.
func swaps(s *sched.S) {
	for client := range 2 {
		s.Go(func() {
			s.Operation(client, model.Push, client, func() (int, model.Status) { return client, model.Done })
		})
	}
	s.Wait()
}

// inOrder rejects a history in which client 1 comes first.
func inOrder(h *model.History) error {
	if len(h.Ops) > 0 && h.Ops[0].Client == 1 {
		return errors.New("client 1 comes first")
	}
	return nil
}

// rejects is an observer that rejects every execution at its end. It touches no memory while an
// execution runs. This file is rewritten, so the observer would be shown its own accesses.
type rejects struct{}

func (rejects) Begin()                     {}
func (rejects) Access(*model.Access) error { return nil }
func (rejects) End() error                 { return errors.New("not like this") }

// remembers returns a program that keeps state from one execution to the next.
func remembers() func(*sched.S) {
	runs := 0
	return func(s *sched.S) {
		runs++
		var n atomic.Int64
		s.Go(func() { n.Store(1) })
		if runs%2 == 0 {
			s.Go(func() { n.Load() })
		}
		s.Go(func() { n.Load() })
		s.Wait()
	}
}

// pipe outlives an execution, and std has its state.
var pipe, _ = io.Pipe()

// closes leaves the pipe closed in some executions.
func closes(s *sched.S) {
	var n atomic.Int32
	s.Go(func() {
		if n.Load() == 1 {
			_ = pipe.Close()
		}
	})
	s.Go(func() { n.Store(1) })
	s.Wait()
}

// counter counts the messages of a logger, which calls it under its lock.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c++
	return len(b), nil
}

// logs has a race, unless the logger's lock prevents it.
func logs(s *sched.S) {
	l := log.New(new(counter), "", 0)
	for range 2 {
		s.Go(func() { l.Print("message") })
	}
	s.Wait()
}
