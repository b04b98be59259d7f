package mutation

// Faults of spare workers, of blocking and of closing.
var poolWorkersTable = []Mutant{
	{
		Name: "pool-rests-unscrubbed", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tw.scrub(nil)\n", ""}},
		Mechanism: "a worker that goes on standby keeps the captures of its last tasks reachable",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-blocks-anew-when-closed", File: "pool/registry.go",
		Edits:     []Edit{{"\tif s.closed { // no worker goes on standby any more, so surplus workers are still active\n", "\tif false {\n"}},
		Mechanism: "while a closed pool drains, each task that blocks starts another worker",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-close-calls-all-back", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tw.released = true\n", "\t\tw.released = false\n"}},
		Mechanism: "Close calls workers back that are on standby, so more tasks run at once than Resize allows",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-what-was-cancelled-before", File: "pool/pool.go",
		Edits:     []Edit{{"t.root == t && t.isOver()", "false && t.isOver()"}},
		Mechanism: "a future that was cancelled in the queue keeps its function's captures if CloseNow removes it",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-stop-wakes-first", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.registry.releaseAll()      // first, so that no worker starts after all have left\n", "\ts.wakeAll()                  //tla:Park.CloseUnpark\n\ts.registry.releaseAll()            // first, so that no worker starts after all have left\n"},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n"},
		},
		Mechanism: "Close wakes the sleepers before they can see that the pool is closed",
		Origin:    "pocoproject/poco#5213, bshoshany/thread-pool#108; classic: missed shutdown",
		Expect:    "no deadlock",
		Model:     "NaivePark_ClosedLast",
	},
	{
		Name: "pool-blocking-takes-surplus", File: "pool/registry.go",
		Edits:     []Edit{{"surplus > 0 && p.sleepers.anyIdle():", "surplus > 0:"}},
		Mechanism: "Blocking takes a worker that waits in a join for a spare",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-blocking-starts-without-limit", File: "pool/registry.go",
		Edits:     []Edit{{"case int(s.blocked.Load()+surplus) >= p.options.Spares:", "case int(s.blocked.Load()) >= p.options.Spares:"}},
		Mechanism: "a surplus worker does not count as a spare, so each Blocking starts another one",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-blocks-in-another-pool", File: "pool/otherpools.go",
		Edits:     []Edit{{"if w := s.workerOfOtherPool(); w != nil {", "if w := s.workerOfOtherPool(); w != nil && w.pool == &s.shared {"}},
		Mechanism: "a task that waits for another pool occupies its worker, so pools that wait for each other wait for ever",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-nobody-is-asked", File: "pool/replacements.go",
		Edits:     []Edit{{"\tr.unreplaced = append(r.unreplaced, s)\n", ""}},
		Mechanism: "the last worker waits without a spare, and the tasks stay queued for which the replaced workers wait",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-asked-at-once", File: "pool/replacements.go",
		Edits:     []Edit{{"\tr.replaced = append(r.replaced, v)\n\tr.match()\n", "\tr.replaced = append(r.replaced, v)\n"}},
		Mechanism: "a task that begins to wait with a spare is not asked to run its awaited task, although another task already waits without one",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-stands-in-once", File: "pool/replacements.go",
		Edits:     []Edit{{"\tif v.standsFor != nil && !v.standsFor.left {\n", "\tif false {\n"}},
		Mechanism: "a worker that was asked to run its awaited task goes on, and nobody replaces it for the task that is blocked without a spare",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-asked-keeps-its-spare", File: "pool/replacements.go",
		Edits:     []Edit{{"\tw.workState = active\n\tw.runQueued", "\tw.runQueued"}},
		Mechanism: "a worker that runs its awaited task in place of another counts as replaced meanwhile, so it then waits without a spare",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-asked-has-no-result", File: "pool/replacements.go",
		Edits:     []Edit{{"\tif err == nil {\n\t\treturn nil\n\t}\n\treturn wait(ctx)", "\tif err == nil || ctx.Err() != nil {\n\t\treturn err\n\t}\n\treturn wait(ctx)"}},
		Mechanism: "a caller that has run its awaited task is told to stop waiting if its context has ended meanwhile",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-two-spares-for-one", File: "pool/withspare.go",
		Edits:     []Edit{{"\tif before == replaced {\n", "\tif false {\n"}},
		Mechanism: "a wait inside Blocking takes a second spare for the same goroutine, so more tasks run at once than allowed",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-closes-before-workers", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.registry.releaseAll()      // first, so that no worker starts after all have left\n", ""},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n\ts.registry.releaseAll()\n"},
		},
		Mechanism: "Close lets Resize start a worker after all have left",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-starts-unasked", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tv.ask()\n", "\t\t_ = v\n"}},
		Mechanism: "no request is made for a started worker, so workers with only private frames keep hiding them from it",
		Origin:    "this package's own design",
	},
	{
		Name: "pool-foreign-unnoticed", File: "pool/executor.go",
		Edits:     []Edit{{"\tif w.foreign() {\n", "\tif w.foreign() && w.goroutine == 1 {\n"}},
		Mechanism: "a Worker may be used by a goroutine that does not own it",
		Origin:    "our own: what a function of a fork uses of the one around it",
		Expect:    "",
	},
}
