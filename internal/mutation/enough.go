package mutation

// Enough returns, by mutant name, why one kind of detector is enough.
func Enough() map[string]string { return enough }

// Arguments that several mutants have.
const (
	spins    = "a worker looks again and again instead of sleeping. No result is wrong; only the scheduler counts steps"
	reported = "only statistics and traces are wrong, and they have tests of their own"
	oneWord  = "two threads must reach one word within a few nanoseconds. On real cores that is too rare"
	between  = "another thread must come between two neighbouring steps. On real cores that is too rare"
	stops    = "a thread must stop between two given steps while others finish several operations. On real cores that is too rare"

	memory        = "no operation answers wrongly. Taken items stay reachable, and fixed tests check what the collector frees"
	rings         = "no operation answers wrongly. A ring is replaced or resized without need, and fixed tests check sizes and allocations"
	atLimit       = "only a Push beyond 2^30 items comes there. A fixed test does it with items of no size"
	requests      = "no operation answers wrongly, because a thief may be told Empty while items are private. Fixed programs check that owners answer requests"
	oldMarks      = "no item is lost. A stopped thief marks a ring that was replaced, so a slot is never cleared; only a test of that comes there"
	toldLate      = "a cancelled task begins or goes on, and ends by itself in most programs. Under the scheduler, programs have tasks that stop only when cancelled"
	late          = "no result is wrong. Unwanted work is done, and a fixed test counts it"
	closedRing    = "a thief that meets a ring under replacement is told Empty, and the specification allows that. A program of its own under the scheduler does not"
	asleep        = "in random programs, the next event wakes the forgotten sleeper. Programs of the scheduler end there, so a sleeper is a deadlock"
	hidden        = "no result is wrong. A task waits for its owner although others are idle; only programs of the scheduler wait for such a task's effect"
	fixedOnly     = "random programs do not use this part of the interface. Fixed tests do"
	noWrong       = "no result is wrong. A submission waits longer, and fixed tests look at the rule that decides"
	longTasks     = "all workers must be in long tasks while a submission waits. Fixed tests do that, and random trees have short tasks"
	allowedBottom = "no operation answers wrongly: " + emptyBottom + ". A run in which upkeep reads bottom differs from the specification"
	returning     = "a worker must go on standby and come back, and its tasks must wait for others. Fixed tests do that; random programs keep their workers"
	allBlock      = "all workers must block at the limit of spares until something else is done. Fixed tests do that; random programs end by themselves"
	reports       = "no result is wrong. A report of a stall is missing or too much, and fixed tests look at the reports"

	idleMemory = "no result is wrong. A worker keeps values reachable, and fixed tests check what the collector frees"
)

var enough = map[string]string{
	"pool-keeps-labels":                         "no result is wrong. Fixed tests read the profiler labels of tasks",
	"pool-rests-beside-refused":                 allBlock,
	"pool-refuses-for-good":                     allBlock,
	"pool-lent-rests-beside-refused":            allBlock,
	"pool-guests-count-as-standby":              late,
	"pool-interrupts-standby":                   late,
	"pool-standby-outlives-close":               returning,
	"pool-busy-worker-stays-locked":             "no result is wrong. A task must leave its thread locked, and a fixed test does",
	"pool-works-without-a-deque":                fixedOnly,
	"pool-grows-into-surplus":                   allBlock,
	"pool-rest-before-state":                    between,
	"pool-stall-of-a-call-that-has-ended":       reports,
	"pool-stall-sees-no-rest":                   reports,
	"pool-stall-sees-no-frames":                 reports,
	"pool-stall-sees-cancelled":                 reports,
	"pool-stall-sees-started":                   reports,
	"pool-failed-loop-keeps-indices":            reports,
	"pool-busy-worker-follows-not":              "no result is wrong. The number of workers is that of an earlier GOMAXPROCS, and a fixed test changes it",
	"pool-keeps-locked-threads":                 "no result is wrong. A task must leave its thread locked, and a fixed test does",
	"pool-new-looks-at-all":                     late,
	"pool-lends-nobody":                         longTasks,
	"pool-lent-steals":                          longTasks,
	"pool-lends-after-two-periods":              noWrong,
	"pool-lends-behind-the-others":              noWrong,
	"pool-never-yields":                         noWrong,
	"pool-lent-yields-at-once":                  noWrong,
	"pool-lent-speaks-for-all":                  noWrong,
	"pool-run-waits-like-submit":                noWrong,
	"pool-lent-asks-for-surplus":                longTasks,
	"pool-lent-takes-passed":                    longTasks,
	"pool-standby-drops-its-request":            returning,
	"pool-lent-leaves-without-a-look":           "a submission must come while a lent worker leaves. A fixed test holds the worker there",
	"pool-closed-keeps-its-timer":               "no result is wrong. A timer keeps the state of a closed pool, and a fixed test looks at it",
	"chaselev.Pop/PopRestore/drop":              allowedBottom,
	"chaselev.Pop/PopRestore/offset":            allowedBottom,
	"chaselev.Pop/PopTakeOne/compare-2":         "no operation answers wrongly, because the clearing only begins one item earlier. With small sizes, a run differs from the specification",
	"pool-context-asks-once":                    between,
	"parking.handOver/Park.NotifyClaim/order":   between,
	"parking.handOver/Park.NotifyLock/order":    between,
	"pool-error-hides-a-panic":                  fixedOnly,
	"pool-error-of-the-cancelled":               fixedOnly,
	"pool-error-before-its-context":             fixedOnly,
	"pool-sequence-runs-ahead":                  fixedOnly,
	"pool-inside-is-apart":                      fixedOnly,
	"parking.handOver/Park.NotifyClaim/order-2": longTasks,
	"parking.handOver/Park.NotifyLook/negate":   longTasks,
	"worker.next/Join.HelpOwn/negate":           longTasks,
	"abp-failed-pop-keeps":                      memory,
	"abp.Steal/StealReadSlot/order":             between,
	"chaselev.Steal/StealReadArray/order":       between,
	"chaselev.StealBatch/BatchReadArray/order":  between,
	"chaselev.Pop/PopReadTopAgain/compare":      between,
	"pool-stands-in-once":                       "three tasks must begin to wait in a given order while two spares are left. Random webs of futures do so once in some 50,000; a fixed test does",
	"abp.Push/PushPublish/compare":              memory,

	"chaselev.StealBatch/BatchReadArrayAgain/drop": oldMarks,
	"chaselev-marks-any-ring":                      oldMarks,

	"duffy.makeRoom/PushUnlock/drop-2":  atLimit,
	"duffy.makeRoom/PushUnlock/order-2": atLimit,
	"the.makeRoom/PushUnlock/drop-2":    atLimit,
	"the.makeRoom/PushUnlock/order-2":   atLimit,

	"the.Steal/StealLift/drop": "no operation answers wrongly. The bar stays up, so the owner's next Pop of its last item takes a lock without need; a program of its own notices",

	"split-clear-late": requests,

	"chaselev.Pop/PopClaimLast/cas-split":           oneWord,
	"chaselev.StealBatch/BatchReadTop/order":        stops,
	"duffy.makeRoom/PushLock/order":                 "a thief must stop with head raised over an empty deque until the owner has filled the ring. On real cores that is too rare",
	"duffy.makeRoom/PushReadHeadLocked/drop":        "a thief must stop with head raised over an empty deque until the owner has filled the ring. On real cores that is too rare",
	"foreignlock-forgets-others":                    "two threads must wait for the lock at once, and thieves never wait in the scenarios. A test of the lock alone has several that do",
	"split_ring.replace/SwapClose/offset":           closedRing,
	"split-closed-is-empty":                         closedRing,
	"split.share/SharePublish/cas-ignored":          oneWord,
	"chaselev-bottom-first":                         stops,
	"chaselev.StealBatch/BatchReadBottomAgain/drop": stops,
	"the.Steal/StealLookHead/order":                 "nothing is lost. Only a history shows that a thief, stopped between two loads, is told Empty of a deque that was never empty",

	"pool-loop-divides-on":                    "no result is wrong. The panic comes later, and a test notices that if the range is large",
	"pool-scrubs-asleep-only":                 idleMemory,
	"pool-keeps-what-was-put-back":            idleMemory,
	"pool-asked-has-no-result":                "a context must end while a future runs in place of another one. Random webs of futures do not have that; a fixed test does",
	"pool-loop-goes-on":                       "no result is wrong. The panic comes later, and a fixed test counts the indices that begin after it",
	"pool-counts-others-before-it-leaves":     "a worker must be started, and fork, between two instructions of another worker",
	"pool-blocking-starts-without-limit":      "no result is wrong. Workers are started without limit, and a fixed test counts them",
	"pool-foreign-unnoticed":                  "a task must use another task's Worker. Only tests of misuse do",
	"pool-puts-back-in-silence":               "a fresh task must lie above a half of a Join, and another worker must look exactly between the Pop and the Push that puts it back",
	"pool-loses-what-has-no-room":             "a deque must refuse a Push although it had room a moment ago. A fixed test has such a deque",
	"pool-rests-unscrubbed":                   idleMemory,
	"pool-begins-what-has-ended":              "a context must end while no processor is free for the goroutine that reports it. A fixed test holds all workers",
	"pool-keeps-what-never-began":             idleMemory,
	"pool-keeps-what-was-cancelled-before":    idleMemory,
	"pool-future-of-oneself":                  "a future must wait for itself. Only tests of misuse have one",
	"pool-future-stays-queued":                "no result is wrong. A queue grows, and a fixed test counts it",
	"pool-panicked-counts-unclaimed":          "no result is wrong. A queue grows, and a fixed test counts it",
	"pool-blocks-anew-when-closed":            "no result is wrong. Workers are started without limit, and a fixed test counts them",
	"pool-close-calls-all-back":               "no result is wrong. More tasks run at once than Resize allows, and a fixed test counts them",
	"pool-told-once":                          "a notified task that is not cancelled must run above a cancelled one that then only forks. A fixed test has both",
	"pool-wakes-who-is-isolated":              "the choice between two sleepers shows in time only, because the next event wakes the other one. A fixed test asks the list",
	"pool-wraps-what-was-stolen":              "only what recover gives differs. Random trees take both forms for a panic; fixed tests compare them",
	"pool-passes-without-waking":              "a worker must put an isolated task back while another one searches, which then blocks. Random programs do not; a fixed test has both, and TLC shows the deadlock",
	"pool-scope-too-late":                     "a scope must end just when Go is called. Only tests of misuse do that",
	"runner.runQueued/Injector.WakeRoom/drop": "a submitter must wait for room while a task waits for a future that has not begun. A fixed test has both",
	"chaselev.StealBatch/BatchReadSlot/order": stops,
	"parking.endSearch/Park.Leave/rmw-split":  between,
	"task.isOver/Join.Look/zero":              idleMemory,
	"pool-watch-tells-the-body":               "no result is wrong. It is only a race between two goroutines that are no workers, and no program of the scheduler submits beside an ending context",
	"pool-blocks-in-another-pool":             "two pools must have tasks that wait for each other, and random programs have one pool. Fixed tests have two",
	"pool-get-begins-too-late":                "Get needs an ended context and no spare left. A fixed test has both",
	"pool-tells-one-fork":                     "a task must recover from its cancellation and fork again. Random programs do not; a fixed test does",
	"pool-join-goes-on":                       late,
	"pool-frames-go-on":                       late,
	"pool-await-goes-on":                      late,
	"pool-looks-then-clears":                  between,
	"pool-chains-shut-others-out":             "no result is wrong. Submissions from outside wait while tasks keep submitting, and a fixed test and a model of the queue check that",
	"pool-two-spares-for-one":                 "no result is wrong. More tasks run at once than allowed, and a fixed test counts them",
	"pool-scope-go-deaf":                      toldLate,
	"pool-forgets-who-gave-up":                "no result is wrong. A list grows, and a fixed test counts it",
	"pool-keeps-fences":                       idleMemory,
	"pool-scrub-keeps-frames":                 idleMemory,
	"pool-looks-before-it-leaves":             between,
	"pool-taken-frame-unnoticed":              "a handle must be joined twice. Random programs do not; a fixed test of misuse does",

	"submit.adopt/Injector.Notify/order":             asleep,
	"submit.submitSlowly/Injector.PassRoom/drop":     "of two submitters that wait for room, one must give up just when it gets some. The next free place wakes the other; a program of the scheduler has no next one",
	"pool-rearms-taken":                              hidden,
	"promotion.promote/Promotion.ClearRequest/order": hidden,
	"mailbox.ask/Promotion.Request/drop":             hidden,
	"task.finish/Join.Complete/order-2":              between,

	"duffy-looks-once":        between,
	"duffy-leaves-at-once":    between,
	"duffy-swallows":          stops,
	"wspool-as-described":     between,
	"vt-as-described":         between,
	"2q-pushes-stolen":        "two thieves must steal a task from each other for ever. On real cores one of them soon takes it",
	"vt-keeps-a-permit":       "a worker must be between its entry in the barrier's list and its second look when the last worker arrives: some nanoseconds. Later it must get the signal while it runs a task",
	"duffy-waits-for-no-lock": "a worker must find the same lock held at every look, while that queue has a task. On real cores a lock is held for some nanoseconds",

	"wait.wait/Join.AwaitPark/drop":               spins,
	"run.perform/Join.AwaitPark/drop":             spins,
	"search.search/Park.RecheckLatch/compare-2":   spins,
	"search.search/Park.LookLatch/compare-4":      spins,
	"blockon.blockUnless/Join.Park/drop":          spins,
	"submit.submitSlowly/Injector.AwaitRoom/drop": spins,

	"search.search/Park.Park/order": reported,

	"pool-rest-loses-a-panic":                  "a call of a loop must block, and another one panic after that. Random programs do not; a fixed test does",
	"pool-starts-unasked":                      "a started worker finds nothing if another has only private frames. A fixed test resizes inside a task; random programs and the scheduler's do not",
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
