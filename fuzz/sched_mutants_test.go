package fuzz_test

import (
	"testing"

	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// TestSched_Mutants holds the scheduler against deques that are wrong.
func TestSched_Mutants(t *testing.T) {
	for _, m := range mutant.All() {
		t.Run(m.Name, func(t *testing.T) {
			o := wsqtest.Options[*int]{}
			if _, declares := m.New(4).(wsq.Declarer); !declares {
				o.Contract = &wsq.Contract{Empty: m.Empty, NeverRetries: m.NeverRetries}
			}
			target, err := wsqtest.Target(m.Name, m.New, o)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, text := range []string{
				"push pop | steal", "push push pop | steal", "push push pop pop | steal", "push push pop | steal | steal", "push push pop pop | steal steal", "push pop push | steal steal",
				"push push ; pop pop | steal steal","push push push steal ; pop pop push push | steal", "push push ; push push pop | steal | steal",
				"push push pop pop | steal | steal", 
			} {
				for _, capacity := range []int{1, 2, 4} {
				sc, _ := model.ParseScenario(text)
				r := sched.Search(wsqtest.Program(target, capacity, sc), sched.Options{Judge: linearizability.NewJudge(), Spec: target.Spec(capacity), Executions: 100000})
				n += r.Executions
				if r.Failure != nil {
					t.Logf("%d executions, %s, capacity %d: %s", n, text, capacity, r.Report(sched.Token{Test: t.Name()}).Text)
					return
				}
				}
			}
			t.Logf("SURVIVED %d executions", n)
		})
	}
}
