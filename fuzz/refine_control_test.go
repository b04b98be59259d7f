package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// faults lists machines with a fault, and the expected divergence. THE's GrowUnlocked is missing: it can do more than the
// code, so it also follows every step of the code.
var faults = []struct{ deque, naive, says string }{
	{"ChaseLev", "PopLastNoCAS", " at PopClaimLast: another kind of access"},
	{"ChaseLev", "PopReadsTopOnce", " at PopClaimLast: the machine is not there"},
	{"ChaseLev", "BottomFirst", " at StealReadTop: another object"},
	{"ChaseLev", "NoMarks", " at PopReadTop: no thread of the machine can begin with PopReadTop"},
	{"ChaseLev", "NoForward", " at PopReadDone: the region has no such access next"},
	{"ChaseLev", "MarksAnyRing", ": the code has ended the operation, and the machine has not"},
	{"ChaseLev", "KeepsRing", " at StealReadSlot: another object"},
	{"ChaseLevFifo", "PopTopNoCAS", " at PopTopClaim: another kind of access"},
	{"ChaseLevBatch", "LooksOnce", ": the code has ended the operation, and the machine has not"},
	{"Duffy", "NoLook", " at PopLock: the machine is not there"},
	{"Duffy", "NoRaise", " at StealRaise: the machine does not access anything"},
	{"Duffy", "NoSpare", " at PushReadHead: no thread of the machine can begin with PushReadHead"},
	{"Duffy", "KeepsSlot", " at StealTakeSlot: the machine is not there"},
	{"ABP", "PopLastNoCAS", " at PopClaimLast: another kind of access"},
	{"ABP", "EmptyKeepsStamp", " at PopResetAge: another value written"},
	{"THE", "NoException", " at PopLock: the machine is not there"},
	{"THE", "NoBar", " at StealBar: the machine does not access anything"},
	{"THE", "HeadFirst", " at StealTakeSlot: the machine is not there"},
	{"THE", "KeepsSlot", " at StealTakeSlot: the machine is not there"},
	{"Split", "NoClose", " at SwapClose: another value written"},
	{"Split", "ClearLate", " at ShareClear: the machine is not there"},
	{"Split", "NoRequest", " at StealRequest: no thread of the machine can begin with StealRequest"},
	{"Split", "ClosedIsEmpty", ": the code has ended the operation, and the machine has not"},
	{"Split", "PublishNoCAS", " at SharePublish: another kind of access"},
	{"Split", "ShrinkNoCAS", " at PopShrink: another kind of access"},
	{"Split", "NoReadDone", " at PopReadWord: no thread of the machine can begin with PopReadWord"},
}

// The code does not follow a machine with a fault: some scenario diverges, at the step of the fault.
func TestSched_RefinesNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for _, fault := range faults {
		t.Run(fault.deque+"/"+fault.naive, func(t *testing.T) {
			d := refinementOf(fault.deque)
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
				require.Contains(t, r.Failure.Detail, "the code does not refine "+d.module+fault.says)
				return
			}
			require.Fail(t, "the fault survived", "%d executions", executions)
		})
	}
}

// followed compares another deque with the machine of a shipped one, and requires a failure.
func followed(t *testing.T, machine string, deque func(capacity int) wsq.Deque[*item]) (*refine.Follower, engine.Result) {
	d := refinementOf(machine)
	d.new = deque
	c := model.Case{Capacity: 2, Scenario: scenario("push | steal")}
	f, err := d.follower(c, "")
	require.NoError(t, err)
	program, err := d.program(c)
	require.NoError(t, err)
	r := engine.Search(func() { program(&sched.S{}) }, engine.Options{Observer: f})
	require.NotNil(t, r.Failure)
	return f, r
}

// estimating is a deque whose thieves first read its length. That is no step of the machine.
type estimating struct{ *wsq.ChaseLev[*item] }

func (d estimating) Steal() (*item, wsq.StealResult) {
	if d.Len() == 0 {
		return nil, wsq.Empty
	}
	return d.ChaseLev.Steal()
}

// refusing is a deque whose thieves return without an access.
type refusing struct{ *wsq.ChaseLev[*item] }

func (refusing) Steal() (*item, wsq.StealResult) { return nil, wsq.Retry }

// An access without a label is no step of the machine, and neither is an operation without accesses.
func TestSched_RefinesNoShortcut(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for _, fault := range []struct {
		name, says string
		new        func(capacity int) wsq.Deque[*item]
	}{
		{"estimating", "the machine has what is accessed, and no step with this label",
			func(c int) wsq.Deque[*item] { return estimating{wsq.NewChaseLev[*item](c)} }},
		{"refusing", "an operation has ended with retry, and taken no step",
			func(c int) wsq.Deque[*item] { return refusing{wsq.NewChaseLev[*item](c)} }},
	} {
		t.Run(fault.name, func(t *testing.T) {
			_, r := followed(t, "ChaseLev", fault.new)
			require.Equal(t, sched.RuleObserver, r.Failure.Rule)
			require.Contains(t, r.Failure.Detail, fault.says)
		})
	}
}

// If the machine can do more than the code, the walk names an edge that was not walked. Here the code never steals.
func TestSched_WalksNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	w, _ := refinementOf("ChaseLev").walk(t, size{2, 1, 2}, "")
	program := w.Program(func() model.Subject {
		s := target(t, "ChaseLev").New(2)
		s.Steal = func() (int, model.Status) { return 0, model.Retry }
		return s
	})
	r := sched.Search(program, sched.Options{Strategy: w, Observer: w.Follower, Stops: true})
	require.Equal(t, sched.BoundHit, r.Ending)
	t.Log(w)
	require.ErrorContains(t, w.Check(nil), "the code does not take StealReadTop, edge ")
	actions := map[refine.Lost]bool{}
	for _, l := range w.Lost() {
		l.Edge = 0
		actions[l] = true
	}
	require.True(t, actions[refine.Lost{Action: "StealReadTop", Why: "the code's thread cannot go on"}], "%v", actions)
	require.Less(t, w.Walked, 200)
}

// Other code with the same labels diverges from the machine: here a THE whose thieves leave the last item.
func TestSched_RefinesNoOtherCode(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	_, r := followed(t, "THE", refinementOf("THE-keeplast").new)
	text := r.Report(report.Token{Test: t.Name()}).Text
	t.Log(text)
	for _, says := range []string{
		"the code does not refine THE", "wsq/the.go:", "(*THE).Steal", "machine: thief 1 at StealLock: lock step of lock", "next:    owner: OwnerIdle; thief 1: StealLock",
		"state:   pushed = 1", "the smallest schedule found, with 0 preemptions", "replay: stealproof replay ",
	} {
		require.Contains(t, text, says)
	}
}

// Code without labels is not followed, and does not pass.
func TestSched_RefinesNothing(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	f, r := followed(t, "ChaseLev", func(int) wsq.Deque[*item] { return wsq.NewLocked[*item](2) })
	require.Contains(t, r.Failure.Detail, "taken no step")
	require.ErrorContains(t, f.Check(), "nothing was followed: 0 steps")
}
