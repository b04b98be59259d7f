package mutation

// Faults of the staff: spare workers, blocking, closing.
var poolStaffTable = []Mutant{
	{
		Name: "pool-rests-unscrubbed", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tw.scrub(nil)\n", ""}},
		Mechanism: "a worker that goes off duty keeps what its last tasks captured reachable",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-blocks-anew-when-closed", File: "pool/registry.go",
		Edits:     []Edit{{"\tif s.closed { // no worker goes on standby any more, so surplus workers are still active\n", "\tif false {\n"}},
		Mechanism: "while a closed pool drains, each task that blocks begins a worker more",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-close-calls-all-back", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tw.released = true\n", "\t\tw.released = false\n"}},
		Mechanism: "Close has those who are off duty run tasks again: more at once than Resize has allowed",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-what-was-cancelled-before", File: "pool/pool.go",
		Edits:     []Edit{{"t.root == t && t.isOver()", "false && t.isOver()"}},
		Mechanism: "a future that was cancelled in the queue keeps what its function has captured, if CloseNow takes it from there",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-stop-wakes-first", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.registry.releaseAll()      // first, so that no worker starts after all have left\n", "\ts.wakeAll()                  //tla:Park.CloseUnpark\n\ts.registry.releaseAll()            // first, so that no worker starts after all have left\n"},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n"},
		},
		Mechanism: "Close wakes the workers that sleep before they can see that it is closed",
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
		Name: "pool-blocking-hires-without-limit", File: "pool/registry.go",
		Edits:     []Edit{{"case int(s.blocked.Load()+surplus) >= p.options.Spares:", "case int(s.blocked.Load()) >= p.options.Spares:"}},
		Mechanism: "who is too many does not count as a spare: each Blocking begins one more, for ever",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-stays-abroad", File: "pool/otherpools.go",
		Edits:     []Edit{{"if w := s.workerOfOtherPool(); w != nil {", "if w := s.workerOfOtherPool(); w != nil && w.pool == &s.shared {"}},
		Mechanism: "who waits for another pool keeps its worker from running anything: pools that wait for each other do so for ever",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-nobody-is-asked", File: "pool/replacements.go",
		Edits:     []Edit{{"\tr.unreplaced = append(r.unreplaced, s)\n", ""}},
		Mechanism: "the last worker waits without a spare, and what those wait for that a spare has replaced stays queued",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-asked-at-once", File: "pool/replacements.go",
		Edits:     []Edit{{"\tr.replaced = append(r.replaced, v)\n\tr.match()\n", "\tr.replaced = append(r.replaced, v)\n"}},
		Mechanism: "who comes to wait with a spare, when somebody waits without one already, is not asked to run what it waits for",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-stands-in-once", File: "pool/replacements.go",
		Edits:     []Edit{{"\tif v.standsFor != nil && !v.standsFor.left {\n", "\tif false {\n"}},
		Mechanism: "who was asked to run what it waits for goes on, and nobody stands in any more for who is blocked without a spare",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-asked-keeps-its-spare", File: "pool/replacements.go",
		Edits:     []Edit{{"\tw.workState = active\n\tw.runQueued", "\tw.runQueued"}},
		Mechanism: "who runs what it waits for in the place of another counts as replaced meanwhile, and waits for what that waits for without a spare",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-asked-has-no-result", File: "pool/replacements.go",
		Edits:     []Edit{{"\tif err == nil {\n\t\treturn nil\n\t}\n\treturn wait(ctx)", "\tif err == nil || ctx.Err() != nil {\n\t\treturn err\n\t}\n\treturn wait(ctx)"}},
		Mechanism: "who has run what it waits for is told that it was to stop waiting, if its context has ended meanwhile",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-two-spares-for-one", File: "pool/withspare.go",
		Edits:     []Edit{{"\tif before == replaced {\n", "\tif false {\n"}},
		Mechanism: "a wait inside of Blocking has a second spare take the place of the same goroutine: more tasks run at once than allowed",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-closes-before-staff", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.registry.releaseAll()      // first, so that no worker starts after all have left\n", ""},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n\ts.registry.releaseAll()\n"},
		},
		Mechanism: "Close lets Resize hire a worker when all have left",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-hires-unasked", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tv.ask()\n", "\t\t_ = v\n"}},
		Mechanism: "nobody is asked for a frame in the name of a worker that is hired: those who have private frames only go on to hide them from it",
		Origin:    "this package's own design",
	},
	{
		Name: "pool-foreign-unnoticed", File: "pool/executor.go",
		Edits:     []Edit{{"\tif w.foreign() {\n", "\tif w.foreign() && w.goroutine == 1 {\n"}},
		Mechanism: "a Worker may be used by a goroutine that it was not given to",
		Origin:    "our own: what a function of a fork uses of the one around it",
		Expect:    "",
	},
}
