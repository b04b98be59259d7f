package mutation

// Faults of tasks and their completion.
var poolTaskTable = []Mutant{
	{
		Name: "pool-stolen-stays-half", File: "pool/join.go",
		Edits:     []Edit{{"\tw.levels[depth] = nil // another worker has it\n", ""}},
		Mechanism: "a stolen closure stays in the list of its owner, which uses it again",
		Origin:    "alibaba/PhotonLibOS#1294",
		Expect:    "no data race",
	},
	{
		Name: "pool-puts-back-in-silence", File: "pool/join.go",
		Edits:     []Edit{{"\t\t\tw.pool.sleepers.notify(u.root, computes)\n", ""}},
		Mechanism: "a Join puts back what it finds above its half, and tells nobody: who has looked in between sleeps beside it",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-loses-what-has-no-room", File: "pool/join.go",
		Edits:     []Edit{{"\t\t\tw.pass(u)\n", ""}},
		Mechanism: "a Join that has no room to put back what it finds above its half drops it: its Scope never ends",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-forgets-who-gave-up", File: "pool/wait.go",
		Edits:     []Edit{{"\t\t\tleft.keep(p)", "\t\t\tparkers.Put(p)"}},
		Mechanism: "who gives up waiting for a task leaves its entry in the task's list to nobody: the list grows with each one",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-begins-what-has-ended", File: "pool/runner.go",
		Edits:     []Edit{{"\t\tf = t.ended()\n", "\t\t_ = t.ended()\n"}},
		Mechanism: "a task whose context has ended begins, if the goroutine that is to tell of it has not run yet",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-what-never-began", File: "pool/worker.go",
		Edits:     []Edit{{"\t\t\tt.drop() //", "\t\t\t_ = 0 //"}},
		Mechanism: "a future of a task that was cancelled before it began keeps what its function has captured",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-panicked-counts-unclaimed", File: "pool/runner.go",
		Edits:     []Edit{{"\tclaimed = true // also if the body panics\n", ""}, {"\treturn claimed\n", "\treturn true\n"}},
		Mechanism: "who runs a future that panics is told that somebody else has it",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-waits-unlisted", File: "pool/wait.go",
		Edits:     []Edit{{"\t\tp = left.reuse()\n", "\t\tif p = left.reuse(); p != nil {\n\t\t\tp = parkerOf(parkers)\n\t\t}\n"}},
		Mechanism: "who waits for a task after another one has given up takes a parker that is not in the task's list",
		Origin:    "this package's own design",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-scrubs-asleep-only", File: "pool/worker.go",
		Edits:     []Edit{{"w.unscrubbed == tasksUnscrubbed {", "w.unscrubbed < 0 {"}},
		Mechanism: "a worker that never sleeps keeps what the functions of its Joins have captured",
		Origin:    "classic: leaked pointer",
	},
	{
		Name: "pool-ignores-closed-list", File: "pool/wait.go",
		Edits: []Edit{
			{"\t\tif !t.register(p) {\n\t\t\tparkers.Put(p)\n\t\t\treturn nil\n\t\t}\n", "\t\tt.register(p)\n"},
			{"\tfor !t.isComplete() {\n", "\tfor again := true; again; again = !t.isComplete() {\n"},
		},
		Mechanism: "who registers with a task that is complete sleeps for ever",
		Origin:    "JuliaLang/julia#63034: a wait that registers is dropped; A. Tripathy, Work Stealing Threadpool (2022), 3.3",
		Expect:    "no deadlock",
		Model:     "NaiveJoin_IgnoresClosed",
	},
	{
		Name: "pool-double-run", File: "pool/task.go",
		Edits:     []Edit{{"return t.status.CompareAndSwap(notStarted, number) //tla:Join.Claim", "t.status.Store(number) //tla:Join.Claim\n\treturn true"}},
		Mechanism: "a task is run by whoever comes to it",
		Origin:    "classic: double join",
		Expect:    "no data race",
		Model:     "NaiveJoin_NoClaim",
	},
	{
		Name: "pool-swallows-panic", File: "pool/join.go",
		Edits:     []Edit{{"\tsettled = true\n\tc.failure.rethrow()\n", "\tsettled = true\n"}},
		Mechanism: "a panic of the stolen half is lost in Join",
		Origin:    "classic: swallowed panic; sourcegraph/conc#10",
		Expect:    "assertion",
		Model:     "NaiveJoin_SwallowsPanic",
	},
	{
		Name: "pool-wakes-before-complete", File: "pool/task.go",
		Edits: []Edit{
			{"\tt.status.Store(complete)       //tla:Join.Complete\n", ""},
			{"\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n", "\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n\tt.status.Store(complete) //tla:Join.Complete\n"},
		},
		Mechanism: "who waits is woken before the task is complete, and sleeps again",
		Origin:    "classic: lost wake-up",
		Expect:    "no deadlock",
		Model:     "NaiveJoin_CompletesLast",
	},
	{
		Name: "pool-scope-never-ends", File: "pool/task.go",
		Edits:     []Edit{{"woke = scope.done() || woke", "woke = scope == nil"}},
		Mechanism: "tasks of a Scope are never counted as ended",
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
		Mechanism: "who waits polls, and takes a request back without anything being published",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
		Model:     "NaivePromotion_WaitPolls",
	},
	{
		Name: "pool-failure-ends-parent", File: "pool/cancel.go",
		Edits:     []Edit{{"\tt.failure = f\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts", "\tt.failure = f\n\tif t.scope != nil {\n\t\tt.scope.abort.CompareAndSwap(nil, f)\n\t}\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts"}},
		Mechanism: "a stolen child that panics ends its siblings, also if who joins it recovers",
		Origin:    "our own: docs/track-record.md",
		Expect:    "assertion",
	},
	{
		Name: "pool-join-goes-on", File: "pool/join.go",
		Edits:     []Edit{{"\tw.checkCancel() // while the frames of f are still above a fence\n", ""}},
		Mechanism: "a task whose tree is cancelled begins the other half of each Join that nobody has taken",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-half-used-again", File: "pool/join.go",
		Edits:     []Edit{{"\t\tif !pushed || w.published != published {\n", "\t\tif !pushed && w.published != published {\n"}},
		Mechanism: "the second half of a Join is used again while somebody who comes to a frame of the first one in the queue looks there whether it is cancelled",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no data race",
	},
	{
		Name: "pool-first-fork-hidden", File: "pool/worker.go",
		Edits:     []Edit{{"if p.options.Workers > 1 || number > 0 {", "if number > 1<<20 {"}},
		Mechanism: "the first fork of a new pool is published to nobody",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
		Model:     "NaivePromotion_FirstHidden",
	},
}
