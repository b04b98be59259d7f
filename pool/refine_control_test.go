package pool

import (
	"testing"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// faults are machines with a fault, each with the message of the divergence that it causes. Some
// have two messages, separated by |: which one comes depends on the program that shows the fault
// first.
//
// Some faults are missing, because the machine can do more than the code, or because no program
// reaches the fault:
// - Promotion's NoPassOn, since no other worker sleeps beside the one thief;
// - Injector's WakeOneTooFew, which takes larger batches than the code;
// - Injector's CloseForgetsQueue, since the programs do not follow the forgotten state;
// - Join's OutcomeLast and PopSwallows, since the steps at fault are no accesses.
var faults = []struct{ module, naive, says string }{
	{"Promotion", "LookThenClear", " at Promotion.ClearRequest: the machine is not there"},
	{"Promotion", "NoRearm", " at Promotion.Rearm: another value written"},
	{"Promotion", "RearmTaken", " at Promotion.Rearm: another value written"},
	{"Promotion", "NoRerequest", " at Promotion.Rerequest: the machine is not there"},
	{"Promotion", "PlainTakeBack", " at Promotion.TakeBack: another kind of access"},
	{"Promotion", "ReadFirst", " at Promotion.Claim: the machine is not there"},
	{"Promotion", "StoreZero", " at Promotion.ClearRequest: another value written"},
	{"Promotion", "FirstHidden", " at Promotion.Close: another value read"},
	{"Promotion", "NewestPromoted", " at Promotion.WriteJob: another value written"},
	{"Promotion", "NotifyBeforePublish", " at Promotion.Publish: the machine is not there"},
	{"Promotion", "NoRecheck", " at Promotion.ReadVictim: the machine is not there"},
	{"Promotion", "NoRetract", " at Park.Retract: the machine would have idle = "},
	{"Promotion", "WaitPolls", " at Join.Look: the machine is not there"},
	{"Frames", "NewestPromoted", " at Frames.WriteJob: another value written"},
	{"Frames", "NoMark", " at Promotion.Publish: after Promote, the machine would have marks = "},
	{"Frames", "MovesAll", " at Promotion.Publish: after Promote, the machine would have top = "},
	{"Frames", "NeverMoves", " at Promotion.Publish: after Promote, the machine would have top = "},
	{"Frames", "KeepsMarks", " at Frames.Drop: the machine would have marks = "},
	{"Frames", "TakesTop", " at Promotion.TakeBack: the machine is not there"},
	{"Frames", "KeepsShift", " at Frames.Drop: the machine would have top = "},
	{"Frames", "ForgetsShift", " at Frames.Drop: the machine would have top = "},
	{"Frames", "CutForgets", " at Join.Claim: the machine is not there"},
	{"Injector", "ClosedOutsideLock", " at Injector.Put: the machine is not there"},
	{"Injector", "ClosedOnce", ": the code has ended, and the machine has not"},
	{"Injector", "LookThenClosed", " at Park.ReadClosed: the machine is not there"},
	{"Injector", "LooksOnce", " at Injector.LookSize: the machine is not there"},
	{"Injector", "CloseForgetsWaiters", " at Injector.CloseWake: the machine is not there"},
	{"Injector", "KeepsRoom", " at Injector.PassRoom: the machine is not there"},
	{"Join", "AbortsRoot", " at Join.Cancel: another object"},
	{"Join", "AbortsOnly", " at Join.Claim: the machine is not there"},
	{"Join", "LeavesChild", " at Join.Offer: the machine is not there"},
	{"Join", "ThrowsAtOnce", " at Join.Pop: the machine is not there"},
	{"Join", "PassesOnly", " at Join.ReadCancel: the machine is not there"},
	{"Join", "ListsAgain", " at Park.Park: the machine would have permit"},
	{"Join", "KeepsMore", " at Join.Stock: the machine would have deque"},
	{"Join", "HelpsFutures", " at Join.Pass: the machine is not there"},
	{"Join", "SwallowsPanic", " at Join.Cancel: the machine is not there"},
	{"Join", "CompletesLast", " at Join.Complete: the machine is not there"},
	{"Join", "DropsSilently", " at Join.CancelScope: the machine is not there"},
	{"Join", "IgnoresClosed", " at Join.Cancel: the machine is not there"},
	{"Join", "NoClaim", " at Join.Claim: another kind of access"},
	{"Join", "ReadsOwn", " at Join.ReadCancel: the machine is not there"},
	{"Join", "RunsCancelled", " at Join.CancelScope: the machine is not there| at Join.Complete: the machine is not there"},
	{"Park", "NoRecheck", " at Injector.LookSize: the machine is not there"},
	{"Park", "NotifyBeforePublish", " at Join.Pass: the machine is not there"},
	{"Park", "LastSearcherSilent", " at Park.Glance: the machine is not there"},
	{"Park", "NoGlance", " at Park.NotifyLock: the machine is not there"},
	{"Park", "CountsLate", " at Park.NotifyClaim: the machine would have state = "},
	{"Park", "NoRetest", " at Join.Pass: the machine is not there| at Park.Announce: the machine cannot go on"},
	{"Park", "ClosedAfterRecheck", " at Park.ReadClosed: the machine is not there"},
	{"Park", "HelperCounts", " at Injector.LookSize: the machine is not there"},
	{"Park", "LatchSilent", " at Park.Leave: the machine is not there"},
	{"Park", "NoLatchRecheck", " at Park.RecheckLatch: the machine is not there"},
	{"Park", "NoLatchUnpark", " at Join.Wake: the machine does not access anything"},
	{"Park", "ClosedLast", " at Injector.CloseInjector: the machine would have closed = FALSE, and the code has 0x1"},
}

// late are the faults whose programs diverge last: they take half of the executions of all faults.
var late = map[string]bool{"StoreZero": true, "ThrowsAtOnce": true}

// The code must diverge from a machine with a fault. For each fault, some program diverges at
// the step of the fault.
func TestSched_RefinesNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, fault := range faults {
		t.Run(fault.module+"/"+fault.naive, func(t *testing.T) {
			if late[fault.naive] && !long.Searches() {
				t.Skip("more than 10,000 executions come before the divergence: set " + long.Env + "=1")
			}
			refinetest.Refuse(t, refinetest.Of(refinements, fault.module), fault.naive, fault.says)
		})
	}
}
