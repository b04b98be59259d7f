package classic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// mutants are what the documents describe, and was corrected, each with a program that
// shows the fault and the rule that it breaks.
var mutants = []struct {
	name string
	run  func(*sched.S)
	rule string
	long bool // its search takes a minute
}{
	{"wspool-as-described", wspoolWaits(1), sched.RuleDeadlock, false},
	{"wspool-no-stop-recheck", tree(systems[0], 1, leaf), sched.RuleDeadlock, false},
	{"wspool-parks-at-once", joins(wspoolJoins, one, 1), sched.RuleDeadlock, false},
	{"wspool-status-last", joins(wspoolJoins, one, 1), sched.RuleDeadlock, false},
	{"vt-as-described", vtForks, sched.RuleDeadlock, false},
	{"vt-signal-first", vtWaits(1), sched.RuleDeadlock, false},
	{"vt-no-barrier", tree(systems[1], 2, leaf), sched.RuleRace, false},
	{"vt-not-paired", vtUnpaired, sched.RuleAssertion, false},
	{"2q-fetch-front", processes(2, true, CMULockFree, chain), sched.RuleLivelock, false},
	{"2q-pushes-stolen", processes(2, true, CMULockFree, chain), sched.RuleSteps, false},
	{"2q-reads-child-late", processes(2, true, CMULockFree, one), sched.RuleRace, false},
	{"duffy-looks-once", duffyForks, sched.RuleDeadlock, false},
	{"duffy-swallows", duffyWaits(2), sched.RuleDeadlock, true},
	{"iith-as-described", lastIsStolen, sched.RuleDeadlock, false},
	{"iith-leaves-early", generated(IITHOptions{Threads: 1}, 1), sched.RuleAssertion, false},
	{"iith-two-owners", generated(IITHOptions{Threads: 1}, 2), sched.RuleRace, false},
}

// nested is shape 4 of TwoQueue.
var nested = &vertex{children: []*vertex{{id: 1, children: []*vertex{{id: 3}, {id: 4}}}, {id: 2}}, oldest: true}

// The scheduler finds each of them, unaided, and nothing in the corrected form.
func TestSched_Mutants(t *testing.T) {
	if !edited {
		t.Skip("run by TestSchedClassic of package fuzz")
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if m.long && testing.Short() {
				t.Skip("takes a minute")
			}
			setMutant(m.name)
			defer setMutant("")
			o := sched.Options{For: 5 * time.Minute}
			if m.rule == sched.RuleSteps {
				o.Steps = 1000 // the corrected one takes a hundred
			}
			r := sched.Search(m.run, o)
			require.NotNil(t, r.Failure, "it survived: %v", r)
			text := r.Report(sched.Token{Test: t.Name()}).Text
			require.Equal(t, m.rule, r.Failure.Rule, "%s", text)
			t.Logf("%s: %q is broken in execution %d; %d steps, %d preemptions\n%s", m.name, r.Failure.Rule, r.Executions, len(r.Failure.Trace),
				r.Failure.Preemptions, text)
		})
	}
}

// vtUnpaired has a task submit another one that nobody gets.
func vtUnpaired(s *sched.S) {
	p := NewVT(1, false)
	ran := false
	root := NewFuture(func(w *VTWorker) int {
		NewFuture(func(*VTWorker) int { ran = true; return 0 }).Fork(w)
		return 1
	})
	p.Submit(root)
	root.Join(nil)
	p.Close()
	if !ran {
		s.Errorf("what was submitted was not run")
	}
}

// lastIsStolen has the last thread wait in one of its tasks for the other one.
func lastIsStolen(s *sched.S) {
	p := NewIITH(IITHOptions{Threads: 2})
	begun := park.New()
	p.Add(1, begun.Unpark)
	p.Add(1, begun.Park)
	p.Run()
}
