package fuzz_test

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/protocol"
	"github.com/stealproof/stealproof/model/sched"
)

// brokenRules has the rule that each broken twin breaks first.
var brokenRules = map[string]string{
	"parking-waits/announces-late": sched.RuleDeadlock,
	"parking-waits/looks-once":     sched.RuleDeadlock,
	"parking-waits/wakes-early":    sched.RuleDeadlock,
	"parking-closes/closed-late":   sched.RuleAssertion,
	"parking-closes/closes-one":    sched.RuleDeadlock,
	"parking-meets/keeps-wake-up":  sched.RuleLeak,
	"wait-list/enters-late":        sched.RuleLeak,
	"wait-list/keeps-wake-up":      sched.RuleLeak,
	"wait-list/stays":              sched.RuleLeak,
	"queue/waits-once":             sched.RulePanic,
	"queue/closes-one":             sched.RuleDeadlock,
	"queue/wakes-wrong":            sched.RuleDeadlock,
	"queue/one-cond":               sched.RuleDeadlock,
	"spin-lock/tests-then-sets":    sched.RuleRace,
	"spin-lock/plain-unlock":       sched.RuleRace,
	"ticket-lock/two-steps":        sched.RuleLivelock,
	"ticket-lock/plain-next":       sched.RuleRace,
	"barrier/no-generation":        sched.RuleDeadlock,
	"barrier/wakes-one":            sched.RuleDeadlock,
	"spin-barrier/reads-late":      sched.RuleLivelock,
	"spin-barrier/counts-late":     sched.RuleLivelock,
	"accounts/unordered":           sched.RuleLeak,
	"directory/recursive":          sched.RuleDeadlock,
	"directory/torn":               sched.RuleAssertion,
}

// The scheduler tries all schedules of blocking protocols, and finds the fault of each broken twin.
func TestSched_Protocols(t *testing.T) {
	for _, p := range protocol.All() {
		t.Run(p.Name, func(t *testing.T) {
			rounds := p.Rounds
			if p.Sound && testing.Short() {
				rounds = 1
			}
			program := protocolProgram(p, rounds)
			if p.Sound {
				exhausted(t, sched.Explore(t, program))
				return
			}
			if !sched.Instrumented() {
				t.Skip("this binary has not been rewritten for the scheduler")
			}
			r := sched.Search(program, sched.Options{For: time.Minute})
			if r.Failure == nil {
				t.Fatalf("the fault survived: %v", r)
			}
			text := r.Failure.String()
			if want := brokenRules[p.Name]; r.Failure.Rule != want {
				t.Fatalf("it breaks %q, want %q:\n%s", r.Failure.Rule, want, text)
			}
			t.Logf("%q is broken in execution %d, %d steps", r.Failure.Rule, r.Executions, len(r.Failure.Trace))
		})
	}
}

func protocolProgram(p protocol.Program, rounds int) func(*sched.S) {
	return func(s *sched.S) {
		check := p.Run(s.GoNamed, rounds)
		if check == nil {
			return // no thread waits for the others here, so each that stays is a leak
		}
		s.Wait()
		if err := check(); err != nil {
			s.Errorf("%v", err)
		}
	}
}
