package mutation

// Enough returns, by the names of mutants, why one kind of detector is enough for them.
func Enough() map[string]string { return enough }

// Arguments that several mutants have.
const (
	spins    = "who is to sleep looks again and again instead: no result is wrong, only the scheduler counts steps"
	reported = "nothing is wrong but what statistics and traces tell, which have tests of their own"
	oneWord  = "two threads must come to one word within a few nanoseconds, which they do too rarely on real cores"
	between  = "another thread must come between two neighbouring steps, which it does too rarely on real cores"
	stops    = "a thread must stop between two given steps while others finish several operations, which real cores let happen too rarely"

	memory     = "no operation answers wrongly: what was taken stays reachable, which fixed tests of what the collector frees look at"
	rings      = "no operation answers wrongly: a ring is replaced or changes its size when it need not, which fixed tests of sizes and allocations look at"
	atLimit    = "only a Push beyond the limit of 2^30 items comes there: a fixed test does, with items that have no size"
	requests   = "no operation answers wrongly, as the specification lets a thief be told Empty while items are private: that a request is answered is a rule of its own, and fixed programs look at that"
	oldMarks   = "no item is lost: a thief that was stopped marks a ring that was replaced, so that a slot is never cleared, and only a test of that comes there"
	toldLate   = "what is cancelled begins or goes on all the same, and ends by itself in most programs; those under the scheduler have tasks that go on until they are told"
	late       = "no result is wrong: what nobody wants any more is computed, which a fixed test counts"
	closedRing = "a thief that meets a ring which is being replaced is told Empty, which the specification allows: a program of its own under the scheduler does not"
	asleep     = "who is left asleep is woken by what comes next, and random programs go on: programs of the scheduler end there, and a sleeper is a deadlock"
	hidden     = "no result is wrong: a task waits until its owner comes to it, although others have nothing to do. Only who waits for what such a task does sees that, as programs of the scheduler do"
	idleMemory = "no result is wrong: a worker keeps values reachable, which fixed tests of what the collector frees look at"
)

var enough = map[string]string{
	"abp-failed-pop-keeps":                     memory,
	"abp.Steal/StealReadSlot/order":            between,
	"chaselev.Steal/StealReadArray/order":      between,
	"chaselev.StealBatch/BatchReadArray/order": between,
	"chaselev.Pop/PopReadTopAgain/compare":     between,
	"search.look/Join.Look/compare-2":          "a worker must be hired, and begin what somebody joins, between two neighbouring steps of the one who joins",
	"pool-stands-in-once":                      "three tasks must come to wait in a given order while two spares are to be had, which random webs of futures rarely come to (once in some 50,000): a fixed test does",
	"abp.Push/PushPublish/compare":             memory,
	"chaselev.Pop/PopReadDone/drop":            memory,
	"chaselev.PopTop/PopReadDone/drop":         memory,
	"split_ring.clearStolen/MeetReadDone/drop": memory,

	"chaselev_ring.upkeep/PopReadDone/compare": rings,

	"chaselev.StealBatch/BatchReadArrayAgain/drop": oldMarks,
	"chaselev-marks-any-ring":                      oldMarks,

	"duffy.makeRoom/PushUnlock/drop-2":  atLimit,
	"duffy.makeRoom/PushUnlock/order-2": atLimit,
	"the.makeRoom/PushUnlock/drop-2":    atLimit,
	"the.makeRoom/PushUnlock/order-2":   atLimit,

	"the.Steal/StealLift/drop": "no operation answers wrongly: the bar stays up, and the owner's next Pop of its last item takes a lock that it does not need, which a program of its own under the scheduler notices",

	"split-clear-late": requests,

	"chaselev.Pop/PopClaimLast/cas-split":           oneWord,
	"chaselev.StealBatch/BatchReadTop/order":        stops,
	"duffy.makeRoom/PushLock/order":                 "a thief must stop while it has raised head over an empty deque, until the owner has filled the ring, which real cores let happen too rarely",
	"duffy.makeRoom/PushReadHeadLocked/drop":        "a thief must stop while it has raised head over an empty deque, until the owner has filled the ring, which real cores let happen too rarely",
	"foreignlock-forgets-others":                    "two must wait for the lock at the same time, and thieves of all scenarios do not wait: a test of the lock alone has several that do",
	"split_ring.replace/SwapClose/offset":           closedRing,
	"split-closed-is-empty":                         closedRing,
	"split.share/SharePublish/cas-ignored":          oneWord,
	"chaselev-bottom-first":                         stops,
	"chaselev.StealBatch/BatchReadBottomAgain/drop": stops,
	"the.Steal/StealLookHead/order":                 "nothing is lost, so that only a history shows it: Empty of a deque that was never empty, to a thief that stops between two loads",

	"pool-loop-divides-on":                    "no result is wrong: it takes longer to panic, which a test notices where there is too much to divide",
	"pool-scrubs-asleep-only":                 idleMemory,
	"pool-keeps-what-was-put-back":            idleMemory,
	"pool-asked-has-no-result":                "a context must end while a future is run in the place of another, which random webs of futures do not have: a fixed test does",
	"pool-loop-goes-on":                       "no result is wrong: it takes longer to panic. A fixed test counts what is begun after that",
	"pool-counts-others-before-it-leaves":     "a worker must be hired, and fork, between two instructions of another one",
	"pool-blocking-hires-without-limit":       "no result is wrong: workers are begun without end, which a fixed test counts",
	"pool-foreign-unnoticed":                  "it takes a task that uses the Worker of another one, which no program does but those of misuse",
	"pool-puts-back-in-silence":               "a task that has just been begun must lie above a half of a Join, and another worker must look exactly between that Pop and the Push that puts it back",
	"pool-loses-what-has-no-room":             "it takes a deque that refuses a Push for which there was room a moment ago: a fixed test has one",
	"pool-rests-unscrubbed":                   idleMemory,
	"pool-begins-what-has-ended":              "it takes a context that ends while no processor is free for who tells of it, and then nothing that looks at it: a fixed test holds all workers",
	"pool-keeps-what-never-began":             idleMemory,
	"pool-keeps-what-was-cancelled-before":    idleMemory,
	"pool-future-of-oneself":                  "it takes a future that waits for itself, which no program does but those of misuse",
	"pool-future-stays-queued":                "no result is wrong: a queue grows, which a fixed test counts",
	"pool-panicked-counts-unclaimed":          "no result is wrong: a queue grows, which a fixed test counts",
	"pool-blocks-anew-when-closed":            "no result is wrong: workers are begun without end, which a fixed test counts",
	"pool-close-calls-all-back":               "no result is wrong: more tasks run at once than Resize allows, which a fixed test counts",
	"pool-told-once":                          "it takes a task that is told and not cancelled, above one on the same goroutine that is, and then only forks: a fixed test has both",
	"pool-wakes-who-is-isolated":              "which of two sleepers is woken shows in time only, as the other one is woken by what comes next: a fixed test asks the list",
	"pool-scope-too-late":                     "it takes a Go in a scope that ends at that moment, which no program does but those of misuse",
	"runner.runQueued/Injector.WakeRoom/drop": "a submitter must wait for room while a task waits for a future that has not begun: a fixed test has both",
	"chaselev.StealBatch/BatchReadSlot/order": stops,
	"parking.endSearch/Park.Leave/rmw-split":  between,
	"task.isOver/Join.Look/zero":              idleMemory,
	"pool-watch-tells-the-body":               "no result is wrong: it is a race alone, of two that are no workers, and no program of the scheduler submits beside a context that ends",
	"pool-stays-abroad":                       "it takes two pools whose tasks wait for each other, and random programs have one: fixed tests have two",
	"pool-get-begins-too-late":                "it takes Get with a context that has ended, where there is no spare: a fixed test has both",
	"pool-tells-one-fork":                     "it takes a task that recovers from being cancelled and forks again, which random programs do not: a fixed test does",
	"pool-join-goes-on":                       late,
	"pool-frames-go-on":                       late,
	"pool-await-goes-on":                      late,
	"pool-looks-then-clears":                  between,
	"pool-chains-shut-others-out":             "no result is wrong: submissions from outside wait for as long as tasks go on to submit the next one, which a fixed test and a model of the queue look at",
	"pool-two-spares-for-one":                 "no result is wrong: more tasks run at once than allowed, which a fixed test counts",
	"pool-scope-go-deaf":                      toldLate,
	"pool-forgets-who-gave-up":                "no result is wrong: a list grows, which a fixed test counts",
	"pool-keeps-fences":                       idleMemory,
	"pool-scrub-keeps-frames":                 idleMemory,
	"pool-looks-before-it-leaves":             between,
	"pool-taken-frame-unnoticed":              "it takes a handle that is joined twice, which random programs do not do: a fixed test of misuse does",

	"submit.adopt/Injector.Notify/order":             asleep,
	"submit.submitSlowly/Injector.PassRoom/drop":     "two submitters must wait for room, and one of them give up just when it is given some: the other one is woken by the next place, and a program of the scheduler has no next one",
	"pool-rearms-taken":                              hidden,
	"promotion.promote/Promotion.ClearRequest/order": hidden,
	"mailbox.ask/Promotion.Request/drop":             hidden,
	"task.finish/Join.Complete/order-2":              between,

	"duffy-looks-once":        between,
	"duffy-leaves-at-once":    between,
	"duffy-swallows":          stops,
	"wspool-as-described":     between,
	"vt-as-described":         between,
	"2q-pushes-stolen":        "two thieves must steal a task from each other in turn for ever, without luck: on real cores one of them soon takes it before it is stolen again",
	"vt-keeps-a-permit":       "a worker must be between its entry in the barrier's list and its second look when the last one arrives, on real cores some nanoseconds of the pool's life; and then be who is signalled to while it runs a task",
	"duffy-waits-for-no-lock": "a worker must meet the same lock held whenever it looks, while a task is in that queue: on real cores a lock is held for some nanoseconds",

	"wait.wait/Join.AwaitPark/drop":               spins,
	"run.perform/Join.AwaitPark/drop":             spins,
	"search.search/Park.RecheckLatch/compare-2":   spins,
	"search.search/Park.LookLatch/compare-4":      spins,
	"blockon.blockUnless/Join.Park/drop":          spins,
	"submit.submitSlowly/Injector.AwaitRoom/drop": spins,

	"search.search/Park.Park/order": reported,

	"pool-hires-unasked":                       "who is hired finds nothing of a worker that has private frames only: a fixed test resizes from inside of a task, which random programs and those of the scheduler do not",
	"cancel.fails/Join.Cancel/drop":            toldLate,
	"worker.runLoose/Join.Cancel/drop":         toldLate,
	"worker.runLoose/Join.Cancel/order":        toldLate,
	"cancel.withdraw/Join.CancelChild/order":   between,
	"scope.Scope/Join.CancelScope/order-2":     between,
	"pool.refuse/Injector.CloseInjector/order": between,

	"mailbox.takeBack/Promotion.Rearm/rmw-split":         oneWord,
	"mailbox.interrupt/Promotion.Close/rmw-split":        oneWord,
	"promotion.promote/Promotion.ClearRequest/rmw-split": oneWord,
	"mailbox.ask/Promotion.Request/rmw-split":            oneWord,
	"mailbox.claim/Promotion.Rerequest/rmw-split":        oneWord,
	"task.register/Join.Register/cas-ignored":            oneWord,
	"task.register/Join.Register/cas-split":              oneWord,
}
