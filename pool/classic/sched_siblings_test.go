package classic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model/sched"
)

// siblings returns a root that forks n tasks and joins them, the oldest first. Each of them forks and joins a child. If
// across, it then joins the sibling before it. No task needs itself: the program has an end, whatever runs first.
func siblings[W Worker[W]](n int, across bool) *Future[W, int] {
	return NewFuture(func(w W) int {
		var all []*Future[W, int]
		for i := range n {
			var before *Future[W, int]
			if i > 0 && across {
				before = all[i-1]
			}
			f := NewFuture(func(w W) int {
				child := NewFuture(func(W) int { return 1 })
				child.Fork(w)
				sum := child.Join(w)
				if before != nil {
					sum += before.Join(w)
				}
				return sum
			})
			f.Fork(w)
			all = append(all, f)
		}
		sum := 0
		for _, f := range all {
			sum += f.Join(w)
		}
		return sum
	})
}

func cmuSiblings(workers, n int, continuation, across bool) func(*sched.S) {
	return func(s *sched.S) {
		p := newCMU(CMUOptions{Workers: workers, Continuation: continuation, Deque: CMULockFree})
		p.begin(&siblings[*CMUContext](n, across).task)
		for _, w := range p.workers {
			s.Go(w.process)
		}
		s.Wait()
	}
}

func duffySiblings(workers, n int, across bool) func(*sched.S) {
	return func(s *sched.S) {
		p := NewDuffy(workers)
		p.Submit(siblings[*DuffyWorker](n, across))
		p.Close()
	}
}

// If siblings join each other, a worker that waits for a child may begin the next sibling on top of it. That sibling
// then waits for the task below on the same stack. The scheduler finds the hang, and none if no sibling joins another.
func TestSched_Siblings(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedClassic of package fuzz")
	}
	for _, c := range []struct {
		name  string
		hangs func(*sched.S)
		ends  func(*sched.S)
		rule  string
		most  int // the most executions before the hang
		twin  int // executions without siblings that join
	}{
		{"cmu, 2 siblings", cmuSiblings(3, 2, false, true), cmuSiblings(3, 2, false, false), sched.RuleLivelock, 20_000, 500},
		{"cmu, 4 siblings", cmuSiblings(3, 4, false, true), cmuSiblings(3, 4, false, false), sched.RuleLivelock, 1000, 500},
		{"duffy, 4 siblings", duffySiblings(3, 4, true), duffySiblings(3, 4, false), sched.RuleDeadlock, 1000, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sched.Search(c.hangs, sched.Options{Executions: c.most, Strategy: strategy.NewRandom(1)})
			require.NotNil(t, r.Failure, "no hang: %v", r)
			require.Equal(t, c.rule, r.Failure.Rule, "%s", r.Failure)
			t.Logf("execution %d, %d steps", r.Executions, len(r.Failure.Trace))
			r = sched.Search(c.ends, sched.Options{Executions: c.twin, Strategy: strategy.NewRandom(1)})
			require.Nil(t, r.Failure, "%v", r.Failure)
			require.Greater(t, r.Executions, c.twin/2, "%v", r)
		})
	}
}
