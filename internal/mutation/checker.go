package mutation

import "slices"

// A CheckerMutant is a fault in the scheduler, its shims or the rewriter. Tests of one package must notice it.
type CheckerMutant struct {
	Mutant
	Tests string // the package
	Run   string // a regular expression of its tests
}

// Checker returns faults of what the checker does about channels, timers and contexts. They are not part of [Table], since no
// scheduler could look for them.
func Checker() []CheckerMutant {
	return slices.Concat(channelStepTable, channelOrderTable, timerTable, channelFormTable)
}

// fault returns a mutant of one edit.
func fault(tests, run string) func(name, file, old, text, mechanism string) CheckerMutant {
	return func(name, file, old, text, mechanism string) CheckerMutant {
		return CheckerMutant{Mutant{Name: name, File: file, Edits: []Edit{{old, text}}, Mechanism: mechanism}, tests, run}
	}
}

var (
	ofSteps    = fault("internal/engine", "^TestChannel_")
	ofTimers   = fault("model/shim/time", "^TestTimers")
	ofContexts = fault("model/shim/context", "^TestCancel")
	ofForms    = fault("model/instrument", "^TestRewrite_ProgramsDoTheSame$/^(channels|contexts)$")
)
