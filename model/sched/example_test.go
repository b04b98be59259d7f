package sched_test

import (
	"fmt"
	"time"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// In history mode the calls and returns of operations are steps. The judge sees the history of
// each schedule.
func ExampleSearch() {
	histories := map[string]bool{}
	r := sched.Search(func(s *sched.S) {
		for client := range 2 {
			s.Go(func() {
				s.Operation(client, model.Push, client, func() (int, model.Status) { return client, model.Done })
			})
		}
		s.Wait()
	}, sched.Options{Judge: func(h *model.History) error {
		histories[fmt.Sprint(h.Ops[0].Client, h.Ops[0].Return < h.Ops[1].Call)] = true
		return nil
	}})
	fmt.Println(r.Ending == sched.Exhausted, r.History, len(histories))
	// Output: true true 3
}

// If a program starts goroutines that the scheduler does not see, the search fails.
func ExampleResult() {
	r := sched.Search(func(s *sched.S) {
		for range 2 {
			s.Go(func() {})
		}
		go time.Sleep(time.Minute) // this file has not been rewritten
		s.Wait()
	}, sched.Options{})
	fmt.Println(r.Ending == sched.NotChecked, r.Failure.Rule == sched.RuleStray)
	// Output: true true
}

// A failure names the broken rule. These rules say that some code under test was not
// rewritten.
func ExampleFailure() {
	advice := func(f *sched.Failure) string {
		switch f.Rule {
		case sched.RuleBlocked: // reported after ten seconds without a step
			return "it blocks in code that was not rewritten"
		case sched.RuleUnseen: // a lock that was not rewritten may order what looks like a race
			return "rewrite the package with the lock"
		case sched.RuleStray:
			return "it starts a goroutine in code that was not rewritten"
		}
		return f.Error()
	}
	fmt.Println(advice(&sched.Failure{Rule: sched.RuleBlocked}))
	// Output: it blocks in code that was not rewritten
}

func ExampleEnding() {
	says := map[sched.Ending]string{
		sched.Exhausted: "all schedules hold",
		sched.BoundHit:  "those that were tried hold",
		sched.Failed:    "one breaks a rule",
	}
	r := sched.Search(func(s *sched.S) { s.Errorf("always") }, sched.Options{})
	fmt.Println(says[r.Ending])
	// Output: one breaks a rule
}
