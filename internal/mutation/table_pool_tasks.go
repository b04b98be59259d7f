package mutation

// Faults of tasks and their completion.
var poolTaskTable = []Mutant{
	{
		Name: "pool-keeps-labels", File: "pool/runner.go",
		Edits:     []Edit{{"\t\tw.wear(worn)\n", "\t\t_ = worn\n"}},
		Mechanism: "a task goes on with the profiler labels of a call inside it, and a worker with those of its last task",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-stolen-stays-half", File: "pool/join.go",
		Edits:     []Edit{{"\tw.levels[depth] = nil // another worker has it\n", ""}},
		Mechanism: "a stolen closure stays in its owner's list, and the owner reuses it",
		Origin:    "alibaba/PhotonLibOS#1294",
		Expect:    "no data race",
	},
	{
		Name: "pool-puts-back-in-silence", File: "pool/join.go",
		Edits:     []Edit{{"\t\t\tw.pool.sleepers.notify(u.root, computes)\n", ""}},
		Mechanism: "a Join puts back a task that lay above its half and wakes nobody, so a worker that looked in between sleeps beside it",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-loses-what-has-no-room", File: "pool/join.go",
		Edits:     []Edit{{"\t\t\tw.pass(u)\n", ""}},
		Mechanism: "a Join that has no room to put back a task from above its half drops it, so its Scope never ends",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-forgets-who-gave-up", File: "pool/wait.go",
		Edits:     []Edit{{"\t\t\tleft.keep(p)", "\t\t\tparkers.Put(p)"}},
		Mechanism: "a waiter that gives up leaves its entry in the task's list, so the list grows each time",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-begins-what-has-ended", File: "pool/runner.go",
		Edits:     []Edit{{"\t\tf = t.ended()\n", "\t\t_ = t.ended()\n"}},
		Mechanism: "a task whose context has ended begins if the goroutine that reports the end has not run yet",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-what-never-began", File: "pool/worker.go",
		Edits:     []Edit{{"\t\t\tt.drop() //", "\t\t\t_ = 0 //"}},
		Mechanism: "a future that was cancelled before it began keeps its function's captures",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-panicked-counts-unclaimed", File: "pool/runner.go",
		Edits:     []Edit{{"\tclaimed = true // also if the body panics\n", ""}, {"\treturn claimed\n", "\treturn true\n"}},
		Mechanism: "a waiter that runs a panicking future is told that another worker has it",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-waits-unlisted", File: "pool/wait.go",
		Edits:     []Edit{{"\t\tp = left.reuse()\n", "\t\tif p = left.reuse(); p != nil {\n\t\t\tp = parkerOf(parkers)\n\t\t}\n"}},
		Mechanism: "a waiter that comes after another one has given up takes a parker that is not in the task's list",
		Origin:    "this package's own design",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-scrubs-asleep-only", File: "pool/worker.go",
		Edits:     []Edit{{"w.unscrubbed == tasksUnscrubbed &&", "w.unscrubbed < 0 &&"}},
		Mechanism: "a worker that never sleeps keeps the captures of its Joins' functions",
		Origin:    "classic: leaked pointer",
	},
	{
		Name: "pool-ignores-closed-list", File: "pool/wait.go",
		Edits: []Edit{
			{"\t\tif !t.register(p) {\n\t\t\tparkers.Put(p)\n\t\t\treturn nil\n\t\t}\n", "\t\tt.register(p)\n"},
			{"\tfor !t.isComplete() {\n", "\tfor again := true; again; again = !t.isComplete() {\n"},
		},
		Mechanism: "a waiter that registers with a complete task sleeps for ever",
		Origin:    "JuliaLang/julia#63034: a wait that registers is dropped; A. Tripathy, Work Stealing Threadpool (2022), 3.3",
		Expect:    "no deadlock",
		Model:     "NaiveJoin_IgnoresClosed",
	},
	{
		Name: "pool-double-run", File: "pool/task.go",
		Edits:     []Edit{{"return t.status.CompareAndSwap(notStarted, number) //tla:Join.Claim", "t.status.Store(number) //tla:Join.Claim\n\treturn true"}},
		Mechanism: "a task is run by every worker that comes to it",
		Origin:    "classic: double join",
		Expect:    "no data race",
		Model:     "NaiveJoin_NoClaim",
	},
	{
		Name: "pool-swallows-panic", File: "pool/join.go",
		Edits:     []Edit{{"\tsettled = true\n\tw.passOn(c.failure)\n", "\tsettled = true\n"}},
		Mechanism: "a panic of the stolen half is lost in Join",
		Origin:    "classic: swallowed panic; sourcegraph/conc#10",
		Expect:    "assertion",
		Model:     "NaiveJoin_SwallowsPanic",
	},
	{
		Name: "pool-wraps-what-was-stolen", File: "pool/failure.go",
		Edits:     []Edit{{"\tif f != nil && f.how == raised {\n", "\tif f == nil {\n\t\treturn\n\t}\n\tif false {\n"}},
		Mechanism: "a Join panics with a PanicError if its second function was stolen, and otherwise with the value",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-goexit-panics", File: "pool/failure.go",
		Edits:     []Edit{{"\tcase f.how == exited:\n\t\truntime.Goexit()\n", ""}},
		Mechanism: "a Goexit of a task panics in Run, so t.Fatal ends the test binary",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-wakes-before-complete", File: "pool/task.go",
		Edits: []Edit{
			{"\tt.status.Store(complete)       //tla:Join.Complete\n", ""},
			{"\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n", "\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n\tt.status.Store(complete) //tla:Join.Complete\n"},
		},
		Mechanism: "a waiter is woken before the task is complete, and sleeps again",
		Origin:    "classic: lost wake-up",
		Expect:    "no deadlock",
		Model:     "NaiveJoin_CompletesLast",
	},
	{
		Name: "pool-scope-never-ends", File: "pool/task.go",
		Edits:     []Edit{{"woke = scope.done() || woke", "woke = scope == nil"}},
		Mechanism: "a Scope's tasks are never counted as ended",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-request-lost-without-frame", File: "pool/runner.go",
		Edits: []Edit{{
			"\tlisted := false\n\tfor {\n",
			`	if atomic.LoadUint32(&w.poll)&request != 0 { //tla:Promotion.Poll
		atomic.AndUint32(&w.poll, ^request) //tla:Promotion.ClearRequest
		w.forks.offer(&w.recorder)
	}
	listed := false
	for {
`,
		}},
		Mechanism: "a waiting worker polls, and clears a request without publishing anything",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
		Model:     "NaivePromotion_WaitPolls",
	},
	{
		Name: "pool-failure-ends-parent", File: "pool/cancel.go",
		Edits:     []Edit{{"\tt.failure = f\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts", "\tt.failure = f\n\tif t.scope != nil {\n\t\tt.scope.abort.CompareAndSwap(nil, f)\n\t}\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts"}},
		Mechanism: "a stolen child that panics ends its siblings, even if its joiner recovers",
		Origin:    "our own: docs/track-record.md",
		Expect:    "assertion",
	},
	{
		Name: "pool-join-goes-on", File: "pool/join.go",
		Edits:     []Edit{{"\tw.checkCancel() // while the frames of f are still above a fence\n", ""}},
		Mechanism: "a task of a cancelled tree begins the other half of each Join that nobody has taken",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-half-used-again", File: "pool/join.go",
		Edits:     []Edit{{"\t\tif !pushed || w.published != published {\n", "\t\tif !pushed && w.published != published {\n"}},
		Mechanism: "the second half of a Join is reused while a worker checks it for cancellation, from a frame of the first half in the queue",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no data race",
	},
	{
		Name: "pool-first-fork-hidden", File: "pool/worker.go",
		Edits:     []Edit{{"if p.options.Workers > 1 || number > 0 {", "if number > 1<<20 {"}},
		Mechanism: "the first fork of a new pool wakes nobody",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
		Model:     "NaivePromotion_FirstHidden",
	},
}
