package pool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// faults are machines with a fault, and what the divergence says.
var faults = []struct{ module, naive, says string }{
	{"Promotion", "LookThenClear", ""},
	{"Promotion", "StoreZero", ""},
	{"Promotion", "NoRearm", ""},
	{"Promotion", "NoRerequest", ""},
	{"Promotion", "PlainTakeBack", ""},
	{"Promotion", "ReadFirst", ""},
	{"Promotion", "NewestPromoted", ""},
	{"Promotion", "NotifyBeforePublish", ""},
	{"Promotion", "NoRecheck", ""},
	{"Promotion", "NoRetract", ""},
	{"Promotion", "WaitPolls", ""},
}

// A machine with a fault is not what the code does: some program shows it, at the step of
// the fault.
func TestSched_RefinesNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, fault := range faults {
		t.Run(fault.module+"/"+fault.naive, func(t *testing.T) {
			executions := 0
			for _, p := range refinementsOf(fault.module) {
				f := p.shadow(t, fault.naive)
				r := sched.Search(p.run(f), sched.Options{Observer: f, Executions: p.bounded})
				executions += r.Executions
				if r.Failure == nil {
					continue
				}
				t.Logf("execution %d, %s: %s", executions, p.name, r.Failure.Detail)
				require.Equal(t, sched.RuleObserver, r.Failure.Rule)
				require.Contains(t, r.Failure.Detail, "the code does not refine "+fault.module+fault.says)
				return
			}
			require.Fail(t, "it survived", "%d executions", executions)
		})
	}
}
