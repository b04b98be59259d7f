package mutation

// Faults of submitting, futures, scopes and loops.
var poolAPITable = []Mutant{
	{
		Name: "pool-second-owner", File: "pool/submit.go",
		Edits: []Edit{{
			"\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {",
			"\tif e.task != nil && s.registry.all()[0].deque.Push(e.task) {\n\t\ts.injector.mu.Lock()\n\t\ts.injector.accepted++\n\t\ts.injector.mu.Unlock()\n\t\ts.sleepers.notify(nil, by)\n\t\treturn nil\n\t}\n\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {",
		}},
		Mechanism: "a submitter pushes into a worker's own deque",
		Origin:    "deconstructo/curry#248, genaray/ZeroAllocJobScheduler#39",
		Expect:    "no data race",
	},
	{
		Name: "pool-submit-notifies-first", File: "pool/submit.go",
		Edits: []Edit{{
			"\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {\n\t\terr = s.submitLater(ctx, e)\n\t}\n\tif err == nil && !s.handsOver(e, by) {\n\t\ts.sleepers.notify(nil, by) //tla:Injector.Notify\n\t\ts.injector.late.arm()\n\t}\n",
			"\ts.sleepers.notify(nil, by)        //tla:Injector.Notify\n\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {\n\t\terr = s.submitLater(ctx, e)\n\t}\n",
		}},
		Mechanism: "a submitter looks for a sleeper before its submission is in the queue",
		Origin:    "tokio-rs/tokio#1788",
		Model:     "NaivePark_NotifyBeforePublish",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-future-of-oneself", File: "pool/future.go",
		Edits:     []Edit{{"\tif w.within(&f.call.Task) {\n", "\tif w.task.root == &f.call.Task {\n"}},
		Mechanism: "a future that waits for itself through another task on its goroutine waits for ever",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-gets-for-nobody", File: "pool/current.go",
		Edits:     []Edit{{"\t\t\tw.runQueued(t)\n\t\t\tif !t", "\t\t\tif !t"}},
		Mechanism: "all workers wait in Get for queued tasks, and no spare is left",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-scope-too-late", File: "pool/countdown.go",
		Edits:     []Edit{{"\t\tif n == 0 {\n", "\t\tif n < 0 {\n"}},
		Mechanism: "a scope whose tasks have all ended accepts another one, and ends twice",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-loop-goes-on", File: "pool/for.go",
		Edits:     []Edit{{"\tif s.failed() {\n", "\tif s.failed() && s.grain < 0 {\n"}},
		Mechanism: "after its body has panicked on another worker, a loop still runs the rest of its range",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-loop-divides-on", File: "pool/for.go",
		Edits:     []Edit{{"\t\ts.pace.stop()\n\t\treturn true\n", "\t\treturn true\n"}},
		Mechanism: "after its body has panicked on another worker, a loop still divides the rest of its range",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-waits-for-itself", File: "pool/run.go",
		Edits:     []Edit{{"if w := s.currentWorker(); w != nil {\n", "if w := s.currentWorker(); w != nil && w.pool != &s.shared {\n"}},
		Mechanism: "a task that runs another one by its own pool, as from outside, keeps its worker from running it",
		Origin:    "our own: docs/track-record.md; rayon's ThreadPool::install runs in place there",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-watch-tells-the-body", File: "pool/run.go",
		Edits:     []Edit{{"\t\tif t.claim(nobody) {\n\t\t\tt.failure = f\n\t\t\tt.finish() //", "\t\tif t.claim(nobody) {\n\t\t\tt.failure = f\n\t\t\tt.unrun()\n\t\t\tt.finish() //"}},
		Mechanism: "a context that ends reads the end of its watch while Submit writes it: a data race",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-scope-go-deaf", File: "pool/scope.go",
		Edits:     []Edit{{"\tw.checkCancel()\n", ""}},
		Mechanism: "a task that only starts others in a scope is never told that its tree is cancelled",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-get-begins-too-late", File: "pool/future.go",
		Edits:     []Edit{{"\t\tif err == nil {\n\t\t\terr = f.pool.waitFor", "\t\t{\n\t\t\terr = f.pool.waitFor"}},
		Mechanism: "Get with an ended context runs the task if no spare is left",
		Origin:    "our own: docs/track-record.md",
	},
}
