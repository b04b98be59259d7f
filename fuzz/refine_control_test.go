package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// faults are the faults of machines that the code must be told apart from, with what
// the divergence says.
var faults = []struct{ deque, naive, label, says string }{
	{"ChaseLev", "PopLastNoCAS", "PopClaimLast", "x"},
	{"ChaseLev", "PopReadsTopOnce", "PopReadTopAgain", "x"},
	{"ChaseLev", "BottomFirst", "StealReadTop", "x"},
	{"ChaseLev", "NoMarks", "PushReadDone", "x"},
	{"ChaseLev", "NoForward", "PushReadDone", "x"},
	{"ChaseLev", "MarksAnyRing", "StealFinish", "x"},
	{"ChaseLev", "KeepsRing", "StealReadSlot", "x"},
	{"ChaseLevFifo", "PopTopNoCAS", "PopTopClaim", "x"},
	{"ChaseLevBatch", "LooksOnce", "BatchReadBottomAgain", "x"},
	{"Duffy", "NoLook", "PopReadHead", "x"},
	{"Duffy", "NoRaise", "StealRaise", "x"},
	{"Duffy", "NoSpare", "PushReadHead", "x"},
	{"Duffy", "KeepsSlot", "StealTakeSlot", "x"},
	{"ABP", "PopLastNoCAS", "PopClaimLast", "x"},
	{"ABP", "EmptyKeepsStamp", "PopResetAge", "x"},
	{"THE", "NoException", "PopReadException", "x"},
	{"THE", "NoBar", "StealBar", "x"},
	{"THE", "HeadFirst", "StealTake", "x"},
	{"THE", "KeepsSlot", "StealTakeSlot", "x"},
	{"THE", "GrowUnlocked", "PushLock", "x"},
	{"Split", "NoClose", "SwapClose", "x"},
	{"Split", "ClearLate", "ShareClear", "x"},
	{"Split", "NoRequest", "StealRequest", "x"},
	{"Split", "ClosedIsEmpty", "StealReadWord", "x"},
	{"Split", "PublishNoCAS", "SharePublish", "x"},
	{"Split", "ShrinkNoCAS", "PopShrink", "x"},
	{"Split", "NoReadDone", "PushReadDone", "x"},
}

// A machine with a fault is not what the code does: some scenario shows it, at the
// step of the fault.
func TestSched_RefinesNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for _, fault := range faults {
		t.Run(fault.deque+"/"+fault.naive, func(t *testing.T) {
			all := refinements()
			d := all[slices.IndexFunc(all, func(d refined) bool { return d.name == fault.deque })]
			executions := 0
			for _, c := range d.cases() {
				f, err := d.follower(c, fault.naive)
				require.NoError(t, err)
				program, err := d.program(c)
				require.NoError(t, err)
				r := sched.Search(program, sched.Options{Observer: f})
				executions += r.Executions
				if r.Failure == nil {
					continue
				}
				t.Logf("execution %d, %v: %s", executions, c.Scenario, r.Failure.Detail)
				require.Equal(t, sched.RuleObserver, r.Failure.Rule)
				require.Contains(t, r.Failure.Detail, "the code does not refine "+d.module+" at "+fault.label+": "+fault.says)
				return
			}
			require.Fail(t, "it survived", "%d executions", executions)
		})
	}
}
