package mutation

// The faults of the pool.
var poolTable = []Mutant{
	{
		Name: "pool-second-owner", File: "pool/submit.go",
		Edits: []Edit{{
			"\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {",
			"\tif e.task != nil && s.staff.all()[0].deque.Push(e.task) {\n\t\ts.injector.mu.Lock()\n\t\ts.injector.accepted++\n\t\ts.injector.mu.Unlock()\n\t\ts.lot.notify(nil, by)\n\t\treturn nil\n\t}\n\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {",
		}},
		Mechanism: "who submits pushes into a worker's own deque",
		Origin:    "deconstructo/curry#248, genaray/ZeroAllocJobScheduler#39",
	},
	{
		Name: "pool-stolen-stays-half", File: "pool/join.go",
		Edits:     []Edit{{"\tw.halves[depth] = nil // others have it\n", ""}},
		Mechanism: "a stolen closure stays in the list of its owner, which uses it again",
		Origin:    "alibaba/PhotonLibOS#1294",
	},
	{
		Name: "pool-scan-skips-advance", File: "pool/search.go",
		Edits:     []Edit{{"\t\tif i++; i == n {\n\t\t\ti = 0\n\t\t}\n", ""}},
		Mechanism: "the scan of the victims does not advance: it looks at the same one again and again",
		Origin:    "alibaba/PhotonLibOS#1245",
	},
	{
		Name: "pool-submit-notifies-first", File: "pool/submit.go",
		Edits: []Edit{{
			"\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {\n\t\terr = s.submitSlowly(ctx, e)\n\t}\n\tif err == nil {\n\t\ts.lot.notify(nil, by) //tla:Injector.Notify\n\t}\n",
			"\ts.lot.notify(nil, by)        //tla:Injector.Notify\n\terr := s.injector.put(e, nil) //tla:Injector.Put\n\tif err == ErrFull {\n\t\terr = s.submitSlowly(ctx, e)\n\t}\n",
		}},
		Mechanism: "who submits looks whether somebody is to be woken before the submission is there",
		Origin:    "tokio-rs/tokio#1788",
		Model:     "NaivePark_NotifyBeforePublish",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-counter-rolls-over", File: "pool/parking.go",
		Edits:     []Edit{{"return searching(state) != 0 || state == 0", "return searching(state) != 0 || state&oneSleeps == 0 && state < oneHelps"}},
		Mechanism: "the counter of the sleepers rolls over: with two of them it looks like none",
		Origin:    "rayon-rs/rayon#746; JDK-8330017",
	},
	{
		Name: "pool-one-sleeper", File: "pool/parking.go",
		Edits:     []Edit{{"l.sleepers[k] = append(l.sleepers[k], w)", "l.sleepers[k] = append(l.sleepers[k][:0], w)"}},
		Mechanism: "there is one place for a sleeper: the second one takes that of the first",
		Origin:    "rayon-rs/rayon#343",
	},
	{
		Name: "pool-last-searcher-silent", File: "pool/parking.go",
		Edits:     []Edit{{"return !quiet(s), s ==", "return false, s =="}},
		Mechanism: "the last one that searches leaves without waking another, although something was published meanwhile",
		Origin:    "golang/go#45867 and #43997",
		Model:     "NaivePark_LastSearcherSilent",
	},
	{
		Name: "pool-alone-looks-for-nothing", File: "pool/search.go",
		Edits:     []Edit{{"!(alone && !w.pool.injector.some.Load())", "!alone"}},
		Mechanism: "the last one that searches wakes nobody if all others sleep, although another submission has come",
		Origin:    "this package's own design",
		Model:     "NaivePark_NoGlance",
	},
	{
		Name: "pool-looks-before-it-leaves", File: "pool/search.go",
		Edits: []Edit{{
			"\tpasses, alone := w.pool.lot.leave(k, len(w.pool.staff.all())-1)\n\tif passes && !(alone && !w.pool.injector.some.Load()) {",
			"\tsome := w.pool.injector.some.Load()\n\tpasses, alone := w.pool.lot.leave(k, len(w.pool.staff.all())-1)\n\tif passes && !(alone && !some) {",
		}},
		Mechanism: "the last one that searches looks for another submission, and then stops searching",
		Origin:    "this package's own design",
	},
	{
		Name: "pool-claims-uncounted", File: "pool/parking.go",
		Edits:     []Edit{{"list, of := &l.sleepers[idle], oneSleeps-oneSearches", "list, of := &l.sleepers[idle], oneSleeps"}},
		Mechanism: "who is woken is not counted as searching, and is counted off all the same when it has found something",
		Origin:    "golang/go#10573",
	},
	{
		Name: "pool-mask-spares-neighbour", File: "pool/parking.go",
		Edits:     []Edit{{"l.state.Add(^(oneSleeps - oneSearches - 1))", "l.state.Add(^(oneSleeps - 1))"}},
		Mechanism: "one packed counter is changed, and the one beside it forgotten",
		Origin:    "JDK-8351933",
	},
	{
		Name: "pool-filters-signals", File: "pool/parking.go",
		Edits:     []Edit{{"return searching(state) != 0 || state == 0", "return searching(state) != 0 || state < 2*oneSleeps"}},
		Mechanism: "a signal for a single sleeper is left out",
		Origin:    "JDK-8373118 (openjdk/jdk#28797)",
	},
	{
		Name: "pool-parks-without-second-look", File: "pool/search.go",
		Edits:     []Edit{{"} else if t = w.look(awaited); t != nil { //tla:Park.Recheck", "} else if t != nil { //tla:Park.Recheck"}},
		Mechanism: "a worker that has announced that it sleeps does not look again",
		Origin:    "JDK-6822370, gungraun/gungraun#628",
		Model:     "NaivePark_NoRecheck",
	},
	{
		Name: "pool-flag-before-item", File: "pool/injector.go",
		Edits: []Edit{
			{"\ti.queue[n] = e\n\ti.count++\n\ti.accepted++\n\ti.queued()\n", "\ti.queue[n] = e\n\ti.queued()\n\ti.count++\n\ti.accepted++\n"},
		},
		Mechanism: "the flag that something is queued is computed before it is: the first submission is never looked for",
		Origin:    "dotnet/runtime#121887",
	},
	{
		Name: "pool-flag-drifts", File: "pool/injector.go",
		Edits:     []Edit{{"\tif i.count+len(i.back) == 0 {\n\t\ti.some.Store(false)", "\tif i.count+len(i.back) <= 1 {\n\t\ti.some.Store(false)"}},
		Mechanism: "the flag that something is queued goes out while one thing is left",
		Origin:    "uxlfoundation/oneTBB#1684",
	},
	{
		Name: "pool-helps-any-tree", File: "pool/search.go",
		Edits:     []Edit{{"return awaited == nil || t.root == awaited.root && (w.inside == nil || t.inside == w.inside)", "return true"}},
		Mechanism: "a worker that waits takes tasks of other trees, and of other parts than the one it is isolated in",
		Origin:    "uxlfoundation/oneTBB#1309; rayon-rs/rayon#592",
		Model:     "NaiveJoin_Future",
	},
	{
		Name: "pool-waiting-takes-nothing-back", File: "pool/search.go",
		Edits:     []Edit{{"return i.reclaim(func(t *Task) bool { return w.may(t, awaited) }) //tla:- a task of another tree", "return nil"}},
		Mechanism: "who waits does not look for what others have put back",
		Origin:    "uxlfoundation/oneTBB#2156 and #2163; our own: docs/track-record.md",
	},
	{
		Name: "pool-steals-for-ever", File: "pool/search.go",
		Edits:     []Edit{{"\t\t\tw.counted.failed.add()\n\t\t\treturn nil\n", "\t\t\tw.counted.failed.add()\n\t\t\tcontinue\n"}},
		Mechanism: "the loop that steals is not left when the victim is empty",
		Origin:    "taskflow/taskflow#681",
	},
	{
		Name: "pool-stop-wakes-first", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.staff.dismiss()            //tla:- staff; first, so that nobody is hired when all have left\n", "\ts.wakeAll()                  //tla:Park.CloseUnpark\n\ts.staff.dismiss()            //tla:- staff; first, so that nobody is hired when all have left\n"},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n"},
		},
		Mechanism: "Close wakes the workers that sleep before they can see that it is closed",
		Origin:    "pocoproject/poco#5213, bshoshany/thread-pool#108; classic: missed shutdown",
		Model:     "NaivePark_ClosedLast",
	},
	{
		Name: "pool-wakes-one-list", File: "pool/parking.go",
		Edits:     []Edit{{"(*list)[n].task.root != root; n-- {\n\t\t}\n", "(*list)[n].task.root != root; n-- {\n\t\t}\n\t\tn = -1\n"}},
		Mechanism: "of two lists of sleepers only one is looked at: helpers are never woken for tasks",
		Origin:    "smol-rs/async-executor#103",
	},
	{
		Name: "pool-wakes-wrong-helper", File: "pool/parking.go",
		Edits:     []Edit{{"n >= 0 && (*list)[n].task.root != root; n-- {", "false; n-- {"}},
		Mechanism: "any helper is woken, also one that may not run the task",
		Origin:    "JuliaLang/julia#32551",
	},
	{
		Name: "pool-ignores-closed-list", File: "pool/pool.go",
		Edits: []Edit{
			{"\tif !t.register(p) {\n\t\treturn nil\n\t}\n", "\tt.register(p)\n"},
			{"\tfor !t.isComplete() {\n", "\tfor again := true; again; again = !t.isComplete() {\n"},
		},
		Mechanism: "who registers with a task that is complete sleeps for ever",
		Origin:    "JuliaLang/julia#63034: a wait that registers is dropped; A. Tripathy, Work Stealing Threadpool (2022), 3.3",
		Model:     "NaiveJoin_IgnoresClosed",
	},
	{
		Name: "pool-no-rerequest", File: "pool/search.go",
		Edits:     []Edit{{"\t\t\tatomic.OrUint32(&v.poll, request) //tla:Promotion.Rerequest\n", ""}},
		Mechanism: "a thief that has taken the one published frame does not ask for the next",
		Origin:    "dotnet/runtime#68171: no new request",
		Model:     "NaivePromotion_NoRerequest",
	},

	// Classic.
	{
		Name: "pool-double-run", File: "pool/task.go",
		Edits:     []Edit{{"return t.status.CompareAndSwap(notStarted, number) //tla:Join.Claim", "t.status.Store(number) //tla:Join.Claim\n\treturn true"}},
		Mechanism: "a task is run by whoever comes to it",
		Origin:    "classic: double join",
		Model:     "NaiveJoin_NoClaim",
	},
	{
		Name: "pool-swallows-panic", File: "pool/join.go",
		Edits:     []Edit{{"\tsettled = true\n\tc.failure.rethrow()\n", "\tsettled = true\n"}},
		Mechanism: "a panic of the stolen half is lost in Join",
		Origin:    "classic: swallowed panic; sourcegraph/conc#10",
		Model:     "NaiveJoin_SwallowsPanic",
	},
	{
		Name: "pool-scrub-keeps-frames", File: "pool/def.go",
		Edits:     []Edit{{"\tclear(c.stack[:cap(c.stack)])\n", ""}},
		Mechanism: "what frames have held stays reachable from an idle worker",
		Origin:    "classic: leaked pointer",
	},
	{
		Name: "pool-wakes-before-complete", File: "pool/task.go",
		Edits: []Edit{
			{"\tt.status.Store(complete)       //tla:Join.Complete\n", ""},
			{"\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n", "\t\tlist.parker.Unpark() //tla:Join.Wake\n\t\tlist = next\n\t}\n\tt.status.Store(complete) //tla:Join.Complete\n"},
		},
		Mechanism: "who waits is woken before the task is complete, and sleeps again",
		Origin:    "classic: lost wake-up",
		Model:     "NaiveJoin_CompletesLast",
	},

	// Our own, before they were shipped.
	{
		Name: "pool-scope-never-ends", File: "pool/task.go",
		Edits:     []Edit{{"woke = scope.done() || woke", "woke = scope == nil"}},
		Mechanism: "tasks of a Scope are never counted as ended",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-hides-below", File: "pool/search.go",
		Edits:     []Edit{{"\t\tw.pass(t) // what is below it may be ours\n", "\t\tw.pass(t)\n\t\tbreak\n"}},
		Mechanism: "a task of another tree on top of one's own deque hides what is below",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-request-lost-without-frame", File: "pool/worker.go",
		Edits: []Edit{{
			"\tlisted := false\n\tfor {\n",
			`	if atomic.LoadUint32(&w.poll)&request != 0 { //tla:Promotion.Poll
		atomic.AndUint32(&w.poll, ^request) //tla:Promotion.ClearRequest
		if i, fence := w.oldest(); i >= 0 && w.slot.Load() == nil {
			w.publish(i, fence)
		}
	}
	listed := false
	for {
`,
		}},
		Mechanism: "who waits polls, and takes a request back without anything being published",
		Origin:    "our own: docs/track-record.md",
		Model:     "NaivePromotion_WaitPolls",
	},
	{
		Name: "pool-helper-counts", File: "pool/parking.go",
		Edits:     []Edit{{"\tif k == idle {\n\t\tl.state.Add(oneSearches)\n\t}\n", "\tl.state.Add(oneSearches)\n"}, {"\tby := uint64(0)\n\tif k == idle {\n\t\tby = oneSearches\n\t}\n", "\tby := oneSearches\n"}},
		Mechanism: "a worker that waits, and searches, counts as one that takes anything",
		Origin:    "our own: docs/track-record.md",
		Model:     "NaivePark_HelperCounts",
	},
	{
		Name: "pool-failure-ends-parent", File: "pool/failure.go",
		Edits:     []Edit{{"\tt.failure = f\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts", "\tt.failure = f\n\tif t.scope != nil {\n\t\tt.scope.abort.CompareAndSwap(nil, f)\n\t}\n\tt.abort.CompareAndSwap(nil, f) //tla:Join.Cancel\n\tif t.counts"}},
		Mechanism: "a stolen child that panics ends its siblings, also if who joins it recovers",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-reclaims-submissions", File: "pool/injector.go",
		Edits:     []Edit{{"t.root != t && may(t) {", "may(t) {"}},
		Mechanism: "a submission that a worker takes which waits is never counted as done",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-blocking-takes-surplus", File: "pool/staff.go",
		Edits:     []Edit{{"surplus > 0 && p.lot.anyIdle():", "surplus > 0:"}},
		Mechanism: "Blocking takes a worker that waits in a join for a spare",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-blocking-hires-without-limit", File: "pool/staff.go",
		Edits:     []Edit{{"case int(s.blocked.Load()+surplus) >= p.options.Spares: //tla:- staff", "case int(s.blocked.Load()) >= p.options.Spares: //tla:- staff"}},
		Mechanism: "who is too many does not count as a spare: each Blocking begins one more, for ever",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-watch-tells-the-body", File: "pool/run.go",
		Edits:     []Edit{{"\t\tif t.claim(nobody) {\n\t\t\tt.failure = f\n\t\t\tt.finish() //", "\t\tif t.claim(nobody) {\n\t\t\tt.failure = f\n\t\t\tt.unrun()\n\t\t\tt.finish() //"}},
		Mechanism: "a context that ends reads how to end its watch while Submit writes that: a data race",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-scope-go-deaf", File: "pool/scope.go",
		Edits:     []Edit{{"if atomic.LoadUint32(&w.poll)&cancel != 0 { //tla:- cancellation", "if atomic.LoadUint32(&w.poll)&(cancel<<1) != 0 { //tla:- cancellation"}},
		Mechanism: "a task that only begins others in a scope is never told that its tree is cancelled",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-taken-frame-unnoticed", File: "pool/promotion.go",
		Edits: []Edit{
			{"if c.promoted() > height {", "if false {"},
			{"if s.start < max(s.of.height(), s.of.promoted()) {", "if s.start < s.of.height() {"},
		},
		Mechanism: "a handle that was joined twice takes a frame that others may have; its job stays on the worker, and answers other tasks",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-keeps-fences", File: "pool/search.go",
		Edits:     []Edit{{"\tclear(w.segments[len(w.segments):cap(w.segments)])\n", ""}},
		Mechanism: "an idle worker keeps the last tasks that it has run reachable",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-oldest-of-another-task", File: "pool/promotion.go",
		Edits:     []Edit{{"promoted >= s.start && promoted < w.upTo(i) {", "promoted >= s.start && promoted < s.of.height() {"}},
		Mechanism: "a frame is published as one of the task below: its tree is wrong",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-rearms-taken", File: "pool/def.go",
		Edits:     []Edit{{"\tatomic.OrUint32(&w.poll, request)      //tla:Promotion.Rearm\n", "\tif taken {\n\t\tatomic.OrUint32(&w.poll, request) //tla:Promotion.Rearm\n\t}\n"}},
		Mechanism: "an owner that runs a stolen frame itself before its thief asks for the next one forks that in private",
		Origin:    "our own: docs/track-record.md",
		Model:     "NaivePromotion_RearmTaken",
	},
	{
		Name: "pool-first-fork-hidden", File: "pool/worker.go",
		Edits:     []Edit{{"if p.options.Workers > 1 || number > 0 {", "if number > 1<<20 {"}},
		Mechanism: "the first fork of a new pool is published to nobody",
		Origin:    "our own: docs/track-record.md",
		Model:     "NaivePromotion_FirstHidden",
	},
	{
		Name: "pool-closes-before-staff", File: "pool/pool.go",
		Edits: []Edit{
			{"\ts.staff.dismiss()            //tla:- staff; first, so that nobody is hired when all have left\n", ""},
			{"\ts.refuse()\n\ts.wakeAll() //tla:Park.CloseUnpark\n", "\ts.refuse()\n\ts.wakeAll()       //tla:Park.CloseUnpark\n\ts.staff.dismiss() //tla:- staff\n"},
		},
		Mechanism: "Close lets Resize hire a worker when all have left",
		Origin:    "our own: docs/track-record.md",
	},
}
