package mutation

// Faults of the queues: submissions, frames and their promotion.
var poolQueueTable = []Mutant{
	{
		Name: "pool-future-stays-queued", File: "pool/injector.go",
		Edits:     []Edit{{"const far = 16", "const far = 0"}},
		Mechanism: "a future that its waiter runs keeps its place in the queue, so a task that submits and waits again and again fills the queue",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-told-once", File: "pool/cancel.go",
		Edits: []Edit{
			{"\tw.missed = true // it may be for a task that waits below, too\n", ""},
		},
		Mechanism: "a notified task that is not cancelled itself hides the cancellation from tasks below it on its goroutine",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-what-was-put-back", File: "pool/taskqueue.go",
		Edits:     []Edit{{"if q.length() >= q.compactAt {", "if q.length() < 0 {"}},
		Mechanism: "a task that Blocking leaves to others, but its own worker runs, stays in the queue with its captures until a worker is idle",
		Origin:    "classic: leaked pointer",
	},
	{
		Name: "pool-flag-before-item", File: "pool/injector.go",
		Edits: []Edit{
			{"\ti.queue[at] = e\n\ti.count++\n\ti.accepted++\n\ti.queued()\n", "\ti.queue[at] = e\n\ti.queued()\n\ti.count++\n\ti.accepted++\n"},
		},
		Mechanism: "the flag for a non-empty queue is computed before the task is added, so workers never look for the first submission",
		Origin:    "dotnet/runtime#121887",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-flag-drifts", File: "pool/injector.go",
		Edits:     []Edit{{"\tif i.lengthLocked() == 0 {\n\t\ti.some.Store(false)", "\tif i.lengthLocked() <= 1 {\n\t\ti.some.Store(false)"}},
		Mechanism: "the flag for a non-empty queue is cleared while one task is left",
		Origin:    "uxlfoundation/oneTBB#1684",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-scrub-keeps-frames", File: "pool/frames.go",
		Edits:     []Edit{{"\t\tclear(c.stack[:cap(c.stack)])\n", ""}},
		Mechanism: "the values of frames stay reachable from an idle worker",
		Origin:    "classic: leaked pointer",
	},
	{
		Name: "pool-reclaims-submissions", File: "pool/injector.go",
		Edits:     []Edit{{"\t\ti.own.push(t)\n", "\t\ti.back.push(t)\n"}},
		Mechanism: "a submission that a waiting worker takes is never counted as done",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-taken-frame-unnoticed", File: "pool/promotion.go",
		Edits: []Edit{
			{"if c.promoted() > height {", "if false {"},
			{"if s.start < max(s.of.height(), s.of.promoted()) {", "if s.start < s.of.height() {"},
		},
		Mechanism: "a handle that is joined twice takes a frame that others may have. Its job stays on the worker, and answers other tasks",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-oldest-of-another-task", File: "pool/promotion.go",
		Edits:     []Edit{{"promoted >= s.start && promoted < s.of.end {", "promoted >= s.start && promoted < s.of.height() {"}},
		Mechanism: "a frame is published as a frame of the task below, so its tree is wrong",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-looks-then-clears", File: "pool/promotion.go",
		Edits: []Edit{{
			"\tatomic.AndUint32(&f.poll, ^request) //tla:Promotion.ClearRequest\n\tif f.slot.Load() != nil {           //tla:Promotion.ReadSlot\n",
			"\tsome := f.slot.Load() != nil         //tla:Promotion.ReadSlot\n\tatomic.AndUint32(&f.poll, ^request) //tla:Promotion.ClearRequest\n\tif some {\n",
		}},
		Mechanism: "a request between the look and the clearing is lost, so a frame stays hidden from the worker that asked",
		Origin:    "classic: lost request",
		Expect:    "each step is what the observer expects",
		Model:     "NaivePromotion_LookThenClear",
	},
	{
		Name: "pool-tells-one-fork", File: "pool/cancel.go",
		Edits:     []Edit{{"\tif f != nil {\n\t\tatomic.OrUint32(&w.poll, cancel) //tla:- cancellation\n\t}\n\treturn f\n", "\treturn f\n"}},
		Mechanism: "a cancelled task that has recovered once can fork freely",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-frames-go-on", File: "pool/ctx.go",
		Edits:     []Edit{{" && !c.w.interrupted() {", " {"}},
		Mechanism: "a task of a cancelled tree computes all its frames that nobody has taken",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-await-goes-on", File: "pool/ctx.go",
		Edits:     []Edit{{"\tc.w.checkCancel()\n\tc.cut(p + 1)\n", "\tc.cut(p + 1)\n"}},
		Mechanism: "a task of a cancelled tree computes all frames that it joins by Await",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-chains-shut-others-out", File: "pool/injector.go",
		Edits:     []Edit{{"i.count == 0 || !i.outside", "i.count == 0 || !i.outside || true"}},
		Mechanism: "tasks that keep submitting the next one starve submissions from outside",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-half-without-a-fence", File: "pool/promotion.go",
		Edits:     []Edit{{"\tif f.depth > f.fenced {\n", "\tif false {\n"}},
		Mechanism: "typed frames of a half of a Join, or of a Scope's body, do not learn that the other half, or a task of the scope, has failed",
		Origin:    "our own: docs/track-record.md",
		Expect:    "assertion",
	},
	{
		Name: "pool-half-leaves-frames", File: "pool/promotion.go",
		Edits:     []Edit{{"\tif f.fenced > depth {\n", "\tif false {\n"}},
		Mechanism: "typed frames that a half leaves behind outlive it, and later frames of the task belong to the half",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-promotes-in-place", File: "pool/frames.go",
		Edits:     []Edit{{"\tif c.handleShift(p) == c.shift {\n", "\tif c.shift == 0 {\n"}},
		Mechanism: "a frame forked after others had moved is promoted at its handle's place, so the fast path takes it although others may have it",
		Origin:    "our own: docs/track-record.md",
		Expect:    "does not panic",
	},
	{
		Name: "pool-rearms-taken", File: "pool/mailbox.go",
		Edits:     []Edit{{"\tatomic.OrUint32(&m.poll, request)      //tla:Promotion.Rearm\n", "\tif taken {\n\t\tatomic.OrUint32(&m.poll, request) //tla:Promotion.Rearm\n\t}\n"}},
		Mechanism: "an owner that runs a stolen frame itself, before the thief asks again, forks the next one in private",
		Origin:    "our own: docs/track-record.md",
		Expect:    "assertion",
		Model:     "NaivePromotion_RearmTaken",
	},
}
