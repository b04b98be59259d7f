package pool

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
)

var joinings = []refinetest.Program{
	{Name: "a worker, a scope of 2 tasks, an outsider", Protocol: joinProtocol(1), Constants: joinSizes(7, 1, 1), Run: aScope(1).followed(awaits)},
	{Name: "a worker, a scope of 2 tasks, an outsider that cancels", Protocol: interruptedProtocol(1), Constants: joinSizes(7, 1, 1, mayGiveUp), Run: aScope(1).followed(endsContext)},
	{Name: "2 workers, a scope of 2 tasks", Protocol: interruptedProtocol(2), Constants: joinSizes(7, 2, 0), Run: aScope(2).followed(), Schedules: refinetest.Most},
	{Name: "a worker, a scope of 2 tasks, of which one panics, an outsider", Protocol: interruptedProtocol(1), Constants: joinSizes(7, 1, 1, mayPanic), Run: aScope(1, 2).followed(awaits)},
	{Name: "2 workers, a scope of 2 tasks, of which one panics", Protocol: interruptedProtocol(2), Constants: joinSizes(7, 2, 0, mayPanic), Run: aScope(2, 2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a scope of 2 tasks that panics", Protocol: interruptedProtocol(2), Constants: joinSizes(7, 2, 0, mayPanic), Run: aScope(2, 0).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a scope of 2 tasks, of which one forks", Protocol: forkingProtocol, Constants: joinSizes(10, 2, 0), Run: forkingScope(2).followed(), Schedules: refinetest.Some},
	{Name: "2 workers, a scope of 2 tasks, of which one forks what panics", Protocol: forkingProtocol, Constants: joinSizes(10, 2, 0, mayPanic), Run: forkingScope(2, 3).followed(), Schedules: refinetest.Some},
	{Name: "2 workers, a Join in a Join", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0), Run: twoJoins(2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join that panics", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0, mayPanic), Run: twoJoins(2, 0).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join, of which the inner half panics", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0, mayPanic), Run: twoJoins(2, 2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join, of which the outer half panics", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0, mayPanic), Run: twoJoins(2, 1).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join, of which the inner half panics, which is recovered from", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0, mayPanic, mayRecover), Run: recovering(2, 2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join that panics, which is recovered from", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 0, mayPanic, mayRecover), Run: recovering(2, 0).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, a Join in a Join, an outsider that cancels", Protocol: closuresProtocol(2), Constants: joinSizes(6, 2, 1, mayGiveUp), Run: twoJoins(2).followed(endsContext), Schedules: refinetest.Some},
	{Name: "2 workers, a Join in what is stolen", Protocol: closuresProtocol(2), Constants: joinSizes(9, 2, 0), Run: followedBy(deepJoins), Schedules: refinetest.Some},
	{Name: "3 workers, 2 trees", Protocol: closuresProtocol(3), Constants: joinSizes(5, 3, 0), Run: twoTrees(3).followed(), Schedules: refinetest.Some},
	{Name: "3 workers, 2 trees, of which one panics", Protocol: closuresProtocol(3), Constants: joinSizes(5, 3, 0, mayPanic), Run: twoTrees(3, 1).followed(), Schedules: refinetest.Some},
	{Name: "2 workers, 2 frames", Protocol: typedProtocol(2), Constants: joinSizes(1, 2, 0), Run: twoFrames(2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, 2 frames of a task that panics", Protocol: typedProtocol(2), Constants: joinSizes(1, 2, 0, mayPanic), Run: twoFrames(2, 0).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, 2 frames, of which the older one panics", Protocol: typedProtocol(2), Constants: joinSizes(1, 2, 0, mayPanic), Run: twoFrames(2, 1).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, 2 frames, of which the newer one panics", Protocol: typedProtocol(2), Constants: joinSizes(1, 2, 0, mayPanic), Run: twoFrames(2, 2).followed(), Schedules: refinetest.Most},
	{Name: "2 workers, 2 frames, an outsider that cancels", Protocol: typedProtocol(2), Constants: joinSizes(1, 2, 1, mayGiveUp), Run: twoFrames(2).followed(endsContext), Schedules: refinetest.Some},
	{Name: "a worker, 2 frames, an outsider that cancels", Protocol: typedProtocol(1), Constants: joinSizes(1, 1, 1, mayGiveUp), Run: twoFrames(1).followed(endsContext)},
	{Name: "2 workers, a scope of 2 tasks, an outsider", Protocol: interruptedProtocol(2), Constants: joinSizes(7, 2, 1), Run: aScope(2).followed(awaits), Schedules: refinetest.Most},
	{Name: "2 workers, a scope of 2 tasks, of which one panics, an outsider", Protocol: interruptedProtocol(2), Constants: joinSizes(7, 2, 1, mayPanic), Run: aScope(2, 2).followed(awaits), Schedules: refinetest.Some},
	{Name: "2 workers, a tree that panics before the other one has begun", Protocol: closuresProtocol(2), Constants: joinSizes(5, 2, 0, mayPanic), Run: twoTrees(2, 0).robbed(false).followed(), Schedules: refinetest.Most},
}

// These constants say what tasks and outsiders may do in a configuration.
const (
	mayPanic   = "Panics"
	mayRecover = "Recovers"
	mayGiveUp  = "Patient" // outsiders
)

// joinSizes returns the constants of a configuration.
func joinSizes(shape, workers, outsiders int, may ...string) string {
	return nudged(2, shape, workers, outsiders, may...)
}

// nudged returns the constants of a configuration in which a worker has so many spurious
// wake-ups.
func nudged(times, shape, workers, outsiders int, may ...string) string {
	is := func(name string) string {
		return strings.ToUpper(strconv.FormatBool(slices.Contains(may, name) != (name == mayGiveUp)))
	}
	return fmt.Sprintf("Workers = %d Outsiders = %d Shape = %d Panics = %s Recovers = %s Nudges = %d Patient = %s Help = \"all\"",
		workers, outsiders, shape, is(mayPanic), is(mayRecover), times, is(mayGiveUp))
}

func joinProtocol(workers int) func() refine.Protocol {
	return func() refine.Protocol { return joinOf(workers) }
}

func interruptedProtocol(workers int) func() refine.Protocol {
	return func() refine.Protocol { return interrupted(joinOf(workers)) }
}

// interrupted is for programs in which workers are also woken for other reasons. A failure or a
// cancel wakes all workers; tasks that were stolen together wake one.
func interrupted(b refine.Protocol) refine.Protocol {
	for i, r := range b.Roles["worker"] {
		if r.Label == "Park.Park" || r.Label == "Join.Park" {
			b.Roles["worker"][i].Looks = refine.Always
		}
	}
	return b
}

// closuresProtocol is for programs without a Scope.
func closuresProtocol(workers int) func() refine.Protocol {
	return func() refine.Protocol {
		b := withClosures(interrupted(joinOf(workers)))
		b.Late["status"] = taskStatus(workers, false)
		return b
	}
}

// forkingProtocol is for programs with a Scope whose tasks Join closures.
func forkingProtocol() refine.Protocol { return withClosures(interrupted(joinOf(2))) }

func withClosures(b refine.Protocol) refine.Protocol {
	b.Silent["worker ReadOutcome"] = "a plain field"
	b.Silent["worker HelpThief"] = "the code looks at the status again, and skips a worker that no longer runs the task"
	return b
}

// typedProtocol is for programs with typed frames. The module shows all frames; in the code,
// others see one.
func typedProtocol(workers int) func() refine.Protocol {
	const private = "a frame is private until it is asked for"
	return func() refine.Protocol {
		b := interrupted(joinOf(workers))
		b.Roles["worker"] = append(b.Roles["worker"],
			refine.Rule{Label: "Promotion.Publish", Do: []string{"Fork"}, Form: refine.Whole, Looks: refine.Always, Why: private + "; it may have been forked before others"},
			refine.Rule{Label: "Promotion.TakeBack", Do: []string{"Pop"}, Form: refine.Whole, Why: "a published frame is taken back by a CAS"},
			refine.Rule{Label: "Promotion.Claim", Do: []string{"Find"}, Form: refine.Whole, Looks: refine.Always, Why: "thieves look into the slot for typed frames"})
		b.Silent["worker Fork"], b.Silent["worker Pop"] = private, private
		for _, look := range []string{"HelpOwn", "HelpOther", "HelpThief", "Offer"} {
			b.Silent["worker "+look] = "no task of these programs waits while any task has frames"
		}
		b.Late["status"] = taskStatus(workers, false)
		b.Silent["worker ReadOutcome"] = "a plain field"
		return b
	}
}

func joinOf(workers int) refine.Protocol {
	const queue = "a queue is a word of the module, and a region of a lock in the code"
	const latch = "a registered worker looks again before it sleeps, in Park, which is a spurious wake-up here; if it finds the task complete, it looks once more"
	const reads = "the module has several labels, one for each reason to check for a cancel"
	flags := refine.Flags{}
	return refine.Protocol{
		Module:  "Join",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"worker": {
				{Label: "Injector.TakeBatch", Do: []string{"Find"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Looks: refine.Always, Why: queue},
				{Label: "Injector.LookSize", Do: []string{"HelpOther"}, Form: refine.Whole, Looks: refine.Always, Why: "a waiting worker looks at the submissions before all other sources; an idle one finds tasks there"},
				{Label: "Join.Pop", Do: []string{"Pop"}, Form: refine.Locked, Moves: refine.Both, Why: queue},
				{Label: "Join.HelpOwn", Do: []string{"HelpOwn", "Find"}, Form: refine.Locked, Moves: refine.Both, Looks: refine.Always, Why: queue},
				{Label: "Join.HelpThief", Do: []string{"HelpThief"}, Form: refine.Locked, Moves: refine.Both, Looks: refine.Always, Why: queue},
				{Label: "Join.HelpOther", Do: []string{"HelpOther", "HelpThief", "Find"}, Form: refine.Locked, Moves: refine.Both, Looks: refine.Always, Why: queue},
				{Label: "Join.More", Do: []string{"More"}, Form: refine.Locked, Moves: refine.Both, Why: queue},
				{Label: "Join.Stock", Do: []string{"Stock"}, Form: refine.Locked, Moves: refine.Both, Why: queue},
				{Label: "Join.Pass", Do: []string{"Pass"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Why: queue},
				{Label: "Join.Claim", Do: []string{"Claim", "Discard"}, Why: "the module has a label of its own for a task that is dropped for another worker"},
				{Label: "Join.ReadCancel", Do: []string{"ReadCancel", "Poll", "JoinPoll", "PassReadCancel", "OfferReadCancel"}, Why: reads},
				{Label: "Join.Fork", Do: []string{"Fork"}, Form: refine.Locked, Moves: refine.Both, Why: queue},
				{Label: "Join.Look", In: "(*runner).await", Do: []string{"Look"}},
				{Label: "Join.Look", In: "(*Task).isComplete", Do: []string{"Look"}, Looks: refine.Always, Why: "a worker in blockOn also looks before it sleeps"},
				{Label: "Park.LookLatch", Do: []string{"Look"}, Looks: refine.Always, Passes: isOver, Why: latch},
				{Label: "Park.RecheckLatch", Do: []string{"Look"}, Looks: refine.Always, Passes: isOver, Why: latch},
				{In: "(*Worker).Scope", Of: "s.latch.abort", Do: []string{"ReadOutcome"}, Why: "the abort of a latch, which changes no more"},
				{Label: "Join.Cancel", Do: []string{"Cancel"}},
				{Label: "Join.CancelScope", Do: []string{"CancelScope"}},
				{Label: "Join.CancelChild", Do: []string{"CancelChild"}},
				{Label: "Join.Offer", Do: []string{"Offer"}, Form: refine.Locked, Moves: refine.Both, Why: queue},
				{In: "(*runner).discardAll", Of: "w.pool.injector.some", Do: []string{"Reclaim"}, Form: refine.Whole, Passes: refine.Found, Why: "a worker that finds the queue empty does not take the lock"},
				{Label: "Join.Reclaim", Do: []string{"Reclaim"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Unseen: "no task of the programs is cancelled after it was put back", Why: queue},
				{Label: "Join.Complete", Do: []string{"Complete"}},
				{Label: "Join.CloseList", Do: []string{"CloseList"}},
				{Label: "Join.Wake", Do: []string{"Wake"}},
				{Label: "Join.Count", Do: []string{"Count"}},
				{Label: "Join.ReadHead", Do: []string{"ReadHead"}},
				{Label: "Join.Register", Do: []string{"Register"}},
				{Label: "Park.Park", Do: []string{"Park"}, Form: refine.Whole, Why: "a worker that helps waits in Park"},
				{Label: "Join.Park", Do: []string{"Park"}, Form: refine.Whole, Why: "the module has a permit, and what Park does, in one step"},
			},
			"outsider": {
				{Label: "Join.Look", Do: []string{"AwaitLook"}, Why: "a caller from outside waits by the same functions"},
				{Label: "Join.ReadHead", Do: []string{"AwaitReadHead"}, Why: "the same"},
				{Label: "Join.Register", Do: []string{"AwaitRegister"}, Why: "the same"},
				{Label: "Join.AwaitPark", Do: []string{"AwaitPark"}},
				{Label: "Join.AwaitCancel", Do: []string{"AwaitCancel"}},
				{Label: "Join.Claim", Do: []string{"AwaitClaim"}, Why: "the same"},
				{Label: "Join.Complete", Do: []string{"AwaitComplete"}, Why: "the same"},
				{Label: "Join.CloseList", Do: []string{"AwaitCloseList"}, Why: "the same"},
				{Label: "Join.Wake", Do: []string{"AwaitWake"}, Why: "the same"},
			},
		},
		Plain: []string{"d.n"},
		Late: map[string]refine.Values{
			"status": taskStatus(workers, true), "waiters": taskWaiters(), "abort": flags, "permit": strays,
			"pending": refine.Judge(func(machine, code uint64) bool { return code == machine || code == machine+1 }), // counted before Fork
		},
		Silent: map[string]string{
			"WriteOutcome":      "a plain field, not written if the task ends well",
			"AwaitWriteOutcome": "a plain field",
			"AwaitReadOutcome":  "a plain field",
		},
		Stops: map[string]string{
			"Find": "a worker of the program leaves when it has looked twice",
		},
	}
}

// strays compares a permit. The code may have one that the machine does not: from Park, or from a
// cancel.
var strays = refine.Judge(func(machine, code uint64) bool { return machine <= code })

// publishedFrame compares the published frame of the code, at most one, with the frames of the
// machine.
var publishedFrame = refine.Judge(func(machine, code uint64) bool { return code == 0 || machine&0xff != 0 })

// isOver reports whether a status is that of a complete task.
func isOver(status uint64) bool { return status == uint64(complete) }

// taskStatus compares a status. A latch belongs to nobody in the module, and to its worker in the
// code.
func taskStatus(workers int, mayBeLatch bool) refine.Judge {
	return func(machine, code uint64) bool {
		switch machine {
		case uint64(workers + 1):
			return code == uint64(complete)
		case uint64(workers + 2):
			return code == uint64(nobody) || mayBeLatch && code > 0 && code <= uint64(workers)
		}
		return machine == code
	}
}

// taskWaiters compares a list. The module has all of it, and the code has a pointer.
func taskWaiters() refine.Judge {
	end := uint64(uintptr(unsafe.Pointer(closed)))
	return func(machine, code uint64) bool {
		switch machine {
		case 0:
			return code == 0
		case 1: // one waiter, whose number is 0
			return code == end
		}
		return code != 0 && code != end
	}
}
